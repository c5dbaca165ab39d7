/** Recognises `/docs forget-me`, the request to delete a person's data, on both platforms. Pure. */
export function isForgetMe(text: string): boolean {
  return /^forget[- ]me$/i.test(text.trim());
}
