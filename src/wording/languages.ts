/** The languages of the interface, and which of them a platform's locale asks for. */
import type { Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/** By their codes of ISO 639-1. */
export const languages = ['en', 'de', 'es', 'fr', 'ja', 'pt'] as const;

export type Language = (typeof languages)[number];

/** Those that are missing are English so far. */
const translated: Readonly<Partial<Record<Language, Catalogue>>> = { en, de };

export function catalogueOf(language: Language): Catalogue {
  return translated[language] ?? en;
}

/** `locale`: a BCP 47 tag such as `pt-BR`. English for a language that we do not speak. */
export function toLanguage(locale: string | undefined): Language {
  const language = locale?.toLowerCase().split(/[-_]/)[0];
  return languages.find((each) => each === language) ?? 'en';
}
