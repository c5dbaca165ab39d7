/** The languages of the interface, and which of them a platform's locale asks for. */
import type { Catalogue } from './catalogue.ts';
import { en } from './en.ts';

export const catalogues = { en } as const satisfies Readonly<Record<string, Catalogue>>;

export type Language = keyof typeof catalogues;

/** `locale`: a BCP 47 tag such as `pt-BR`. English for a language that we do not speak. */
export function toLanguage(locale: string | undefined): Language {
  const language = locale?.toLowerCase().split(/[-_]/)[0] ?? '';
  return isLanguage(language) ? language : 'en';
}

function isLanguage(language: string): language is Language {
  return Object.hasOwn(catalogues, language);
}
