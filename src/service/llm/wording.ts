/** The fixed sentences beside a model's words, in the languages that Docent speaks. Pure. */

const uncited: Readonly<Record<string, string>> = {
  en: 'No page was cited for this.',
  de: 'Dafür wurde keine Seite genannt.',
  es: 'No se citó ninguna página para esto.',
  fr: 'Aucune page n’a été citée pour cela.',
  ja: 'この回答で引用されたページはありません。',
  pt: 'Nenhuma página foi citada para isto.',
};

/** Marks an answer that cites no page. English for a language that Docent does not speak. */
export function uncitedNote(language = 'en'): string {
  return `\n\n_${uncited[language] ?? uncited.en}_`;
}
