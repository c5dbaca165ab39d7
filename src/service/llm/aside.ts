/**
 * What is shown of a reply that is no answer: a refusal, a question back, a word of thanks. It needs no source, so it must not be
 * long enough to answer. Pure.
 */
import type { AnswerOutcome } from '../../kit/wire/answer-event.ts';
import { isChoice, maxChoices } from './outcome.ts';

/** About two sentences. */
export const maxAsideChars = 300;
/** Of one choice of a question back; a button shows less. */
const maxChoiceChars = 100;

/** The sentences that fit, and the choices of a question back. What is said below these is dropped. */
export function asideOf(text: string, outcome: AnswerOutcome | undefined): string {
  const lines = text.split('\n');
  const first = outcome === 'ask' ? lines.findIndex(isChoice) : -1;
  if (first === -1) return shortened(text, maxAsideChars);
  const choices = lines.filter(isChoice).slice(0, maxChoices);
  const question = shortened(lines.slice(0, first).join('\n'), maxAsideChars);
  return [question, ...choices.map((choice) => shortened(choice, maxChoiceChars))].join('\n');
}

function shortened(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const start = text.slice(0, maxChars + 1);
  const sentences = startUpTo(start, /[.!?][)*_"'”’]{0,3}\s|[。！？]|\n/g);
  return sentences === '' ? `${startUpTo(start, /\s/g)} …` : sentences;
}

/** Up to the last of these ends that is not inside a link. */
function startUpTo(text: string, ends: RegExp): string {
  const starts = [...text.matchAll(ends)].map(({ 0: end, index }) => text.slice(0, index + end.length));
  return starts.findLast((start) => !endsInLink(start))?.trimEnd() ?? '';
}

function endsInLink(text: string): boolean {
  return text.lastIndexOf('[') > text.lastIndexOf(']') || text.lastIndexOf('](') > text.lastIndexOf(')');
}
