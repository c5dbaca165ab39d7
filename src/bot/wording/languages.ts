/** The languages of the interface, and which one a platform's locale selects. */
import type { Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';

/** ISO 639-1 codes. */
export const languages = ['en', 'de', 'es', 'fr', 'ja', 'pt'] as const;

export type Language = (typeof languages)[number];

const catalogues: Readonly<Record<Language, Catalogue>> = { en, de, es, fr, ja, pt };

export function catalogueOf(language: Language): Catalogue {
  return catalogues[language];
}

/** `locale` is a BCP 47 tag such as `pt-BR`. Returns English for an unsupported language. */
export function toLanguage(locale: string | undefined): Language {
  const language = locale?.toLowerCase().split(/[-_]/)[0];
  return languages.find((known) => known === language) ?? 'en';
}
