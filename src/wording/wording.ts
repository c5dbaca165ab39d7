/** Says our own sentences in one language. A value: it goes along with what is shown to somebody. */
import type { Catalogue, FactsFor, Key, Sentence } from './catalogue.ts';
import { catalogueOf, type Language } from './languages.ts';

/** Sentences of an operator in place of ours. */
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

  say<K extends Key>(key: K, ...[facts]: FactsFor<K>): string {
    const given: Readonly<Record<string, string | number>> = facts ?? {};
    const text = this.#formOf(this.#sentences[key], given);
    return text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => this.#toText(given[name] ?? braces));
  }

  #formOf(sentence: Sentence, { count }: Readonly<Record<string, string | number>>): string {
    if (typeof sentence === 'string') return sentence;
    return sentence[this.#plurals.select(Number(count))] ?? sentence.other;
  }

  #toText(fact: string | number): string {
    return typeof fact === 'number' ? this.#numbers.format(fact) : fact;
  }
}

/** For logs, the command line and whoever's language is not known. */
export const english = new Wording('en');
