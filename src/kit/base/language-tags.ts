/** Tags of languages, such as `pt-BR`. Pure. */

/** `pt` includes `pt-BR`. */
export function isSameLanguage(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((language) => `${language.trim().toLowerCase().replace('_', '-')}-`)
    .sort((a, b) => a.length - b.length);
  return long.startsWith(short);
}
