/** Recognises `/docs forget-me`, the wish to be forgotten, on both platforms. Pure. */
export function isForgetMe(text: string): boolean {
  return /^forget[- ]me$/i.test(text.trim());
}
