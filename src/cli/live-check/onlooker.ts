/** The person at the terminal, who is asked to look, to press and to write. Enter alone skips each request. */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type Clock, endWait, untilAborted } from '../../kit/base/clock.ts';
import type { CommandIo } from '../terminal/command.ts';

export interface Onlooker {
  say(sentence: string): void;
  /** undefined: skipped, not answered in time, or nobody is there. */
  asks(question: string): Promise<boolean | undefined>;
  /** The value of a promise; undefined if it was skipped, did not come in time, or nobody is there. */
  awaits<T>(request: string, event: Promise<T>): Promise<T | undefined>;
}

/** How long anything is waited for. */
const limitMs = 3 * 60_000;
const answers: ReadonlyMap<string, boolean> = new Map([
  ['y', true],
  ['yes', true],
  ['n', false],
  ['no', false],
]);
const hint = { asks: '[y/n, Enter skips]', awaits: '[Enter skips]' } as const;

export function createOnlooker(io: CommandIo, clock: Clock): Onlooker {
  const lines = createInterface({ input: Readable.from(io.stdin), signal: io.signal })[Symbol.asyncIterator]();
  /** A line that is read while something else happened first is the answer to the next question. */
  let coming: Promise<string | undefined> | undefined;

  return {
    say: (sentence) => io.out(`${sentence}\n`),
    async asks(question) {
      const typed = await awaited(`${question} ${hint.asks} `, nextLine());
      return answers.get((typed ?? '').trim().toLowerCase());
    },
    awaits: (request, event) => awaited(`${request} ${hint.awaits}\n`, Promise.race([event, nextLine().then(skipped)])),
  };

  function nextLine(): Promise<string | undefined> {
    coming ??= lines.next().then(({ done, value }) => {
      coming = undefined;
      return done ? undefined : value;
    });
    return coming;
  }

  async function awaited<T>(request: string, event: Promise<T>): Promise<T | undefined> {
    const over = new AbortController();
    io.out(request);
    const late = clock.wait(limitMs, over.signal).then(skipped);
    try {
      return await Promise.race([event, late, untilAborted(io.signal).then(skipped)]);
    } finally {
      endWait(over);
    }
  }
}

function skipped(): undefined {}

/** Nobody is asked. */
export function createNobody(io: CommandIo): Onlooker {
  return {
    say: (sentence) => io.out(`${sentence}\n`),
    asks: async () => undefined,
    awaits: async () => undefined,
  };
}
