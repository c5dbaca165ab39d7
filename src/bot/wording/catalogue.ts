/**
 * The types of a language's sentences. English is the source: the types of keys and placeholders derive from it, so that a
 * missing key or a missing fact does not compile.
 */
import type { en } from './en.ts';

export type Key = keyof typeof en;

/** One sentence, or one form of it per plural category of the language. Placeholders are in braces: {name}. */
export type Sentence = string | Plural;

export type Plural = { readonly other: string } & { readonly [category in Intl.LDMLPluralRule]?: string | undefined };

/** Every sentence in one language. */
export type Catalogue = Readonly<Record<Key, Sentence>>;

type TextOf<S> = S extends string ? S : S[keyof S];
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The number that selects among several forms, whether or not they show it. */
type CountOf<S> = S extends string ? never : 'count';

/** The placeholders of a sentence. */
export type Placeholder<K extends Key> = NamesIn<TextOf<(typeof en)[K]>> | CountOf<(typeof en)[K]>;

/** A sentence that is always the same. */
export type PlainKey = { [K in Key]: [Placeholder<K>] extends [never] ? K : never }[Key];

/** What replaces the placeholders: finished text, or numbers, which are formatted as the language does. */
export type Facts<K extends Key> = Readonly<Record<Placeholder<K>, string | number>>;

/** No argument if a sentence has no placeholders. */
export type FactsFor<K extends Key> = [Placeholder<K>] extends [never] ? [] : [facts: Facts<K>];

export function formsOf(sentence: Sentence): readonly string[] {
  return typeof sentence === 'string' ? [sentence] : Object.values(sentence).filter((form) => form !== undefined);
}

/** The distinct names of a sentence's placeholders. */
export function placeholdersIn(sentence: Sentence): readonly string[] {
  return [
    ...new Set(formsOf(sentence).flatMap((form) => [...form.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))),
  ];
}
