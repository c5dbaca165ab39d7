/** The languages of the interface, and which one a platform's locale selects. */
import type { Catalogue } from './catalogue.ts';
import de from './de.json' with { type: 'json' };
import { en } from './en.ts';
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** ISO 639-1 codes. */
export const languages = ['en', 'de', 'es', 'fr', 'ja', 'pt'] as const;

export type Language = (typeof languages)[number];

/**
 * German is impersonal where English says “you”, Spanish impersonal or polite. French says “vous”, with a no-break space
 * before : ; ? and inside « ». Japanese is in です・ます. Portuguese is that of Brazil, with “você”.
 */
const catalogues: Readonly<Record<Language, Catalogue>> = { en, de, es, fr, ja, pt };

export function catalogueOf(language: Language): Catalogue {
  return catalogues[language];
}

/** `locale` is a BCP 47 tag such as `pt-BR`. Returns English for an unsupported language. */
export function toLanguage(locale: string | undefined): Language {
  const language = locale?.toLowerCase().split(/[-_]/)[0];
  return languages.find((known) => known === language) ?? 'en';
}
