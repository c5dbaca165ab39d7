/**
 * Finds questions that may be proposed to others: those that several people asked in the same words, so that none of the
 * words is one person's own; and pages that several people were shown. Pure.
 */
import type { AnsweredQuestion } from '../model/asked-question.ts';
import { withoutPeople } from '../model/people.ts';
import { toOneLine } from '../model/suggestions.ts';
import { toSitePath } from './outcome.ts';
import { stemsOf } from './topics.ts';

export interface Frequent {
  /** Those that the most people asked first. */
  readonly questions: readonly string[];
  /** Titles of pages, those that the most people were shown first. */
  readonly pages: readonly string[];
}

const minAskers = 3;
/** Fewer words do not show what a question is about. */
const minWords = 2;
const maxChars = 75;
const maxTitleChars = 40;

/** `asked`: the newest first. */
export function toFrequent(asked: readonly AnsweredQuestion[], max: number): Frequent {
  const named = asked.filter(isPresentable).map(({ text, asker }) => ({ key: keyOf(text), asker, text }));
  const cited = asked.flatMap(({ asker, sources }) =>
    sources.map(({ path, title = '' }) => ({ key: toSitePath(path), asker, text: title })),
  );
  const titles = cited.filter(({ text }) => text !== '' && text.length <= maxTitleChars);
  return {
    questions: mostUsed(
      named.filter(({ key }) => key !== ''),
      max,
    ),
    pages: mostUsed(titles, max),
  };
}

interface Use {
  readonly key: string;
  readonly asker: string;
  readonly text: string;
}

function mostUsed(uses: readonly Use[], max: number): readonly string[] {
  return [...Map.groupBy(uses, ({ key }) => key).values()]
    .map((all) => ({ text: toOneLine(all[0]?.text ?? ''), askers: new Set(all.map(({ asker }) => asker)).size }))
    .filter(({ askers }) => askers >= minAskers)
    .toSorted((a, b) => b.askers - a.askers)
    .slice(0, max)
    .map(({ text }) => text);
}

/** The same for questions in the same words in any order; empty if there are too few words. */
function keyOf(text: string): string {
  const stems = [...new Set(stemsOf(text))].toSorted();
  return stems.length < minWords ? '' : stems.join(' ');
}

/** Whether a question is short, and names no people or addresses, which may be private. */
function isPresentable({ text }: AnsweredQuestion): boolean {
  return text.length <= maxChars && !text.includes('@') && !text.includes('://') && withoutPeople(text) === text;
}
