/**
 * Counts what people see. In: what was asked in each thread, and what Docent's messages there say. Out: complete replies,
 * visible errors, and what is missing or duplicated. Pure.
 */
import { assistantCodes } from '../../../src/bot/core/model/errors.ts';
import { english } from '../../../src/bot/wording/wording.ts';

/** A thread in its final state. */
export interface Seen {
  readonly asked: readonly string[];
  /** Docent's messages, oldest first. */
  readonly texts: readonly string[];
}

export interface Tally {
  readonly whole: number;
  readonly errors: number;
  /** Duplicate replies or sentences, and messages that belong to no reply. */
  readonly doubled: readonly string[];
  /** Questions with neither a complete reply nor a sentence. */
  readonly lost: readonly string[];
}

const failures = assistantCodes.flatMap((code) => [english.say(`noAnswer.${code}`), english.say(`cutAnswer.${code}`)]);
/** Several codes share a sentence. */
const sentences: readonly string[] = [...new Set([...failures, english.say('abandoned'), english.say('defect')])];

/** Below a complete reply, or in a separate message if that is full. */
const footer = english.say('noSources');

export function tally(threads: readonly Seen[]): Tally {
  const all = threads.map(tallyThread);
  return {
    whole: all.reduce((sum, thread) => sum + thread.whole, 0),
    errors: all.reduce((sum, thread) => sum + thread.errors, 0),
    doubled: all.flatMap((thread) => thread.doubled),
    lost: all.flatMap((thread) => thread.lost),
  };
}

function tallyThread({ asked, texts }: Seen): Tally {
  const text = texts.join('\n');
  const begun = (name: string) => countOf(text, `Begin of ${name}.`);
  const ended = (name: string) => countOf(text, `End of ${name}.`);
  const whole = asked.filter((name) => begun(name) > 0 && ended(name) > 0);
  const missing = asked.filter((name) => !whole.includes(name));
  // A sentence below a complete reply (cut off after its last word) is part of it.
  const cut = texts.filter((message) => !asked.some((name) => message.includes(`End of ${name}.`)));
  const errors = sentences.reduce((sum, sentence) => sum + countOf(cut.join('\n'), sentence), 0);
  const twice = asked.filter((name) => begun(name) > 1 || ended(name) > 1);
  const stray = texts
    .filter((message) => !isOfReply(message, asked))
    .map((message) => `stray: ${message.slice(0, 80)}`);
  const spare = Math.max(0, errors - missing.length) + Math.max(0, countOf(text, footer) - whole.length);
  const tooMany = spare > 0 ? [`${spare} sentences too many under ${asked[0]}`] : [];
  return {
    whole: whole.length,
    errors: Math.min(errors, missing.length),
    doubled: [...twice, ...stray, ...tooMany],
    // It is impossible to tell which of them has the sentence, but not how many have none.
    lost: missing.slice(errors),
  };
}

function isOfReply(text: string, asked: readonly string[]): boolean {
  const isNamed = asked.some((name) => new RegExp(`\\b${name}\\b`).test(text));
  return isNamed || [...sentences, footer].some((sentence) => text.includes(sentence));
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
