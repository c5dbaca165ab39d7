/**
 * Measures what a reader sees of one answer, and when: from the time each token was sent and the thread's text after each
 * change to the delay of each letter. Does not read the clock.
 */
import { lettersOf } from './script.ts';

/** One answer as it was read. All times are milliseconds on the same clock. */
export interface Read {
  readonly askedAt: number;
  /** From the question to the first letter; undefined if none was ever shown. */
  readonly firstTextMs: number | undefined;
  /** Mean delay from "sent" to "seen" of all letters that were shown. */
  readonly meanLagMs: number | undefined;
  /** From the last token to the last letter; undefined if letters are missing. */
  readonly completeMs: number | undefined;
  /** Share of the letters that were ever shown. */
  readonly shown: number;
  /** How many letters were shown at what time after the question. */
  readonly steps: readonly { readonly atMs: number; readonly letters: number }[];
  readonly sent: readonly { readonly atMs: number; readonly letters: number }[];
}

export interface Reader {
  sent(token: string, at: number): void;
  /** Call it with the text of the answer that the thread shows now. */
  seen(text: string, at: number): void;
  isComplete(): boolean;
  result(): Read;
}

export function createReader(askedAt: number, answer: string): Reader {
  const whole = lettersOf(answer);
  const sentAt: number[] = [];
  const steps: { atMs: number; letters: number }[] = [];
  const sentSteps: { atMs: number; letters: number }[] = [];
  let shown = 0;
  let lagSum = 0;
  let firstAt: number | undefined;
  let lastAt: number | undefined;

  return { sent, seen, isComplete: () => shown >= whole.length, result };

  function sent(token: string, at: number): void {
    for (const _ of lettersOf(token)) sentAt.push(at);
    sentSteps.push({ atMs: at - askedAt, letters: sentAt.length });
  }

  function seen(text: string, at: number): void {
    const length = commonLength(lettersOf(text), whole);
    if (length <= shown) return;
    for (let letter = shown; letter < length; letter += 1) lagSum += at - (sentAt[letter] ?? at);
    shown = length;
    firstAt ??= at;
    lastAt = at;
    steps.push({ atMs: at - askedAt, letters: shown });
  }

  function result(): Read {
    const lastSentAt = sentAt.at(-1);
    const isWhole = shown >= whole.length;
    return {
      askedAt,
      firstTextMs: firstAt === undefined ? undefined : firstAt - askedAt,
      meanLagMs: shown === 0 ? undefined : lagSum / shown,
      completeMs: isWhole && lastAt !== undefined && lastSentAt !== undefined ? lastAt - lastSentAt : undefined,
      shown: shown / whole.length,
      steps,
      sent: sentSteps,
    };
  }
}

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most; at += 1) if (one[at] !== other[at]) return at;
  return most;
}
