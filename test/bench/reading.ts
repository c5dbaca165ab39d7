/**
 * What a reader sees of one answer, and when. In: when each token was sent, what stands in the thread after each change.
 * Out: how late each letter came. Pure but for what it remembers.
 */
import { lettersOf } from './script.ts';

/** One answer as it was read. Times are milliseconds on one clock. */
export interface Read {
  readonly askedAt: number;
  /** From the question to the first letter; undefined when none ever came. */
  readonly firstTextMs: number | undefined;
  /** Mean over all letters that were shown, from "sent" to "seen". */
  readonly meanLagMs: number | undefined;
  /** From the last token to the last letter; undefined when letters are missing. */
  readonly completeMs: number | undefined;
  /** Share of the letters that were ever shown. */
  readonly shown: number;
  /** How many letters stood there when, from the question on. */
  readonly steps: readonly { readonly atMs: number; readonly letters: number }[];
  readonly sent: readonly { readonly atMs: number; readonly letters: number }[];
}

export interface Reader {
  sent(token: string, at: number): void;
  /** All of the answer that stands in the thread now. */
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
    const length = common(lettersOf(text), whole);
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

function common(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most; at += 1) if (one[at] !== other[at]) return at;
  return most;
}
