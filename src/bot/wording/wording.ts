/** Our own sentences in one language, passed along as a value with everything that is shown to a person. */
import { writtenDay } from '../../kit/base/wall-clock.ts';
import type { Catalogue, FactsFor, Key, Sentence } from './catalogue.ts';
import { catalogueOf, type Language } from './languages.ts';
import type { Overrides } from './settable.ts';

export class Wording {
  readonly language: Language;
  readonly #sentences: Catalogue;
  readonly #plurals: Intl.PluralRules;
  readonly #numbers: Intl.NumberFormat;

  constructor(language: Language, overrides: Overrides = {}) {
    this.language = language;
    this.#sentences = { ...catalogueOf(language), ...overrides };
    this.#plurals = new Intl.PluralRules(language);
    this.#numbers = new Intl.NumberFormat(language);
  }

  say<K extends Key>(key: K, ...facts: FactsFor<K>): string {
    return this.sayEscaped((text) => text, key, ...facts);
  }

  /** For text that is posted as markup: escapes the sentence but not the facts. */
  sayEscaped<K extends Key>(toMarkup: (text: string) => string, key: K, ...[facts]: FactsFor<K>): string {
    const values: Readonly<Record<string, string | number>> = facts ?? {};
    const pieces = this.#formOf(this.#sentences[key], values).split(/\{(\w+)\}/);
    return pieces.map((piece, at) => (at % 2 === 0 ? toMarkup(piece) : this.#toText(values[piece] ?? ''))).join('');
  }

  /** `2026-05-03` as readers write it: `3 May 2026`. */
  day(date: string): string {
    return writtenDay(date, this.language);
  }

  #formOf(sentence: Sentence, { count }: Readonly<Record<string, string | number>>): string {
    if (typeof sentence === 'string') return sentence;
    return sentence[this.#plurals.select(Number(count))] ?? sentence.other;
  }

  #toText(fact: string | number): string {
    return typeof fact === 'number' ? this.#numbers.format(fact) : fact;
  }
}

/** For logs, for the command line, and when the reader's language is unknown. */
export const english = new Wording('en');
