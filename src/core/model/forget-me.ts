/** `/docs forget-me`, on both platforms: no question, but the wish to be forgotten. Pure. */
export function isForgetMe(text: string): boolean {
  return /^forget[- ]me$/i.test(text.trim());
}
