/**
 * What a model's reply is: it says so in a typed first line, which readers do not see. In: the text of one step, in any pieces.
 * Out: the outcome and the text below. Pure.
 */
import { type AnswerOutcome, answerOutcomes } from '../../kit/wire/answer-event.ts';
import { plainText } from '../content/markdown/sections.ts';

export interface OutcomeReader {
  /** undefined: not known yet, or the model wrote no such line. */
  readonly outcome: AnswerOutcome | undefined;
  /** Returns the text to show; empty while the first line may still be coming. */
  push(piece: string): string;
  /** Returns the rest. */
  end(): string;
}

export const maxChoices = 5;

/** The question and the choices of a text that asks back; undefined if it lists less than two. */
export function choicesIn(
  text: string,
): { readonly question: string; readonly options: readonly string[] } | undefined {
  const lines = text.split('\n');
  const first = lines.findIndex(isChoice);
  const options = lines.flatMap((line) => {
    const [, words = ''] = option.exec(line) ?? [];
    const shown = plainText(words);
    return shown === '' ? [] : [shown];
  });
  const question = plainText(lines.slice(0, Math.max(0, first)).join(' '));
  return options.length < 2 || question === '' ? undefined : { question, options: options.slice(0, maxChoices) };
}

const option = /^ {0,3}(?:[-*+]|\d{1,2}[.)])[ \t]([^\n]*)$/;

/** Whether the line is an item of a list. */
export function isChoice(line: string): boolean {
  return option.test(line);
}

/** Longer beginnings are no such line. */
const maxLineChars = 80;

export function createOutcomeReader(): OutcomeReader {
  let outcome: AnswerOutcome | undefined;
  /** undefined: the first line was read. */
  let held: string | undefined = '';
  /** White space between the typed line and the text is not shown. */
  let isBelow = false;
  const below = (text: string): string => {
    const shown = isBelow ? text.trimStart() : text;
    if (shown !== '') isBelow = false;
    return shown;
  };
  const release = (): string => {
    const text = (held ?? '').trimStart();
    held = undefined;
    const [line = '', said, word = '', end = ''] = typedLine.exec(text) ?? [];
    // In other letters than it was told to, words behind it may be a sentence: "Outcome: answer the phone".
    const isTyped = line !== '' && (said === 'OUTCOME' || end !== '' || /^\s*(?:\n|$)/.test(text.slice(line.length)));
    if (!isTyped) return text;
    outcome = answerOutcomes.find((known) => known === word.toLowerCase());
    isBelow = true;
    return below(text.slice(line.length));
  };
  return {
    get outcome() {
      return outcome;
    },
    push(piece) {
      if (held === undefined) return below(piece);
      held += piece;
      return mayBeTyped(held.trimStart()) ? '' : release();
    },
    end: () => (held === undefined ? '' : release()),
  };
}

/** As models write it: `OUTCOME: answer`, `**Outcome:** ask back`; what follows on the same line is shown. */
const typedLine = new RegExp(
  `^[*_\`#> -]{0,8}(outcome)[*_\` ]{0,4}:[*_\` ]{0,4}(${answerOutcomes.join('|')})(?![a-z])(?:[_ ]back)?([*_\`.]{0,4})`,
  'i',
);

/** Whether the first line is incomplete and may become a typed one. */
function mayBeTyped(text: string): boolean {
  if (text.length > maxLineChars || text.includes('\n')) return false;
  const word = text.replace(/^[*_`#> -]{0,8}/, '').toLowerCase();
  return word.startsWith('outcome') || 'outcome'.startsWith(word);
}
