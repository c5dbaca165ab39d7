/** The fixed sentences beside a model's words, in the languages that Docent speaks. Pure. */

const uncited: Readonly<Record<string, string>> = {
  en: 'No page was cited for this.',
  de: 'Dafür wurde keine Seite genannt.',
  es: 'No se citó ninguna página para esto.',
  fr: 'Aucune page n’a été citée pour cela.',
  ja: 'この回答で引用されたページはありません。',
  pt: 'Nenhuma página foi citada para isto.',
};

const unsupported: Readonly<Record<string, string>> = {
  en: 'not found on the page it names',
  de: 'auf der genannten Seite nicht gefunden',
  es: 'no se encontró en la página citada',
  fr: 'introuvable sur la page citée',
  ja: '引用されたページに見つかりません',
  pt: 'não encontrado na página citada',
};

/** Marks a sentence whose citations do not support it. */
export function unsupportedMark(language = 'en'): string {
  return `_(${unsupported[language] ?? unsupported.en})_`;
}

/** Marks an answer that cites no page. English for a language that Docent does not speak. */
export function uncitedNote(language = 'en'): string {
  return `\n\n_${uncited[language] ?? uncited.en}_`;
}
