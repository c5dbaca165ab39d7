/** Our own sentences in one language. A value that is passed along with what is shown to somebody. */
import type { Catalogue, FactsFor, Key, Sentence } from './catalogue.ts';
import { catalogueOf, type Language } from './languages.ts';

/** An operator's sentences that replace ours. */
export type Overrides = Readonly<Partial<Record<Key, Sentence>>>;

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

  /** Where markup is posted as it is: what operators may have written is escaped, and the facts are finished. */
  sayEscaped<K extends Key>(toMarkup: (text: string) => string, key: K, ...[facts]: FactsFor<K>): string {
    const given: Readonly<Record<string, string | number>> = facts ?? {};
    const pieces = this.#formOf(this.#sentences[key], given).split(/\{(\w+)\}/);
    return pieces.map((piece, at) => (at % 2 === 0 ? toMarkup(piece) : this.#toText(given[piece] ?? ''))).join('');
  }

  #formOf(sentence: Sentence, { count }: Readonly<Record<string, string | number>>): string {
    if (typeof sentence === 'string') return sentence;
    return sentence[this.#plurals.select(Number(count))] ?? sentence.other;
  }

  #toText(fact: string | number): string {
    return typeof fact === 'number' ? this.#numbers.format(fact) : fact;
  }
}

/** For logs, the command line and where the reader's language is not known. */
export const english = new Wording('en');
