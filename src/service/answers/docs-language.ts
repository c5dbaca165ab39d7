/** The language that most of the docs are written in. In: a reading. Out: a tag such as `de`. Pure. */
import { languageOf } from '../content/language.ts';
import type { Reading } from '../search/ranking/corpus.ts';

const known = new WeakMap<Reading, string>();

/** Of most pages, by what they say of themselves, else by their titles. */
export function languageOfDocs(reading: Reading): string {
  const before = known.get(reading);
  if (before !== undefined) return before;
  const groups = Map.groupBy(reading.pages, ({ facets }) => facets.language);
  const [most] = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const language =
    most?.[0]?.replace('_', '-') ?? languageOf(reading.pages.map(({ title }) => title).join('\n')) ?? 'en';
  known.set(reading, language);
  return language;
}
