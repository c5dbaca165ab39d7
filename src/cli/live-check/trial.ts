/**
 * What a check does in the channel: calls of the bot's own platform, each when the bot's own rate limiter has room for it. All
 * that was posted is removed in the end.
 */
import { randomUUID } from 'node:crypto';
import type { Body } from '../../bot/core/model/body.ts';
import type { MessageRef, ThreadRef } from '../../bot/core/model/conversation.ts';
import { isPassing, PlatformError } from '../../bot/core/model/errors.ts';
import type { Platform, PlatformAction } from '../../bot/core/ports/platform.ts';
import { createPacer } from '../../bot/core/rate-limits/pacer.ts';
import type { Clock } from '../../kit/base/clock.ts';
import { doubling, retry } from '../../kit/base/retry.ts';
import type { Onlooker } from './onlooker.ts';
import type { Presses } from './presses.ts';

/** What others see. Every method fails with PlatformError. */
export interface Witness {
  /** The channel, as the place of its messages. */
  place(channel: string): Promise<ThreadRef>;
  /** All that a message shows, as one text; undefined if it is gone. */
  read(thread: ThreadRef, message: MessageRef): Promise<string | undefined>;
  /** Whether anything is left of a thread. */
  isLeft(thread: ThreadRef): Promise<boolean>;
  close(): void;
  readonly people?: {
    /** What people wrote in the thread, as the platform sends it, oldest first. */
    written(thread: ThreadRef): Promise<readonly object[]>;
    /** Somebody in the channel, in the form of `Question.asker`. */
    someone(place: ThreadRef): Promise<string | undefined>;
  };
}

export interface TrialOptions {
  readonly platform: Platform;
  readonly witness: Witness;
  readonly onlooker: Onlooker;
  readonly presses: Presses;
  /** The channel. */
  readonly place: ThreadRef;
  readonly clock: Clock;
  /** Ends the trial, but not its cleaning up. */
  readonly signal: AbortSignal;
}

/** Every method fails with PlatformError, and with the signal's reason after it has aborted. */
export interface Trial extends TrialOptions {
  /** Where posts go: the channel, until `openThread`. */
  readonly thread: ThreadRef;
  /** The message in the channel, after `openThread`. */
  readonly root: MessageRef | undefined;
  readonly hasThread: boolean;
  /** Opens the thread under a message of the channel, if that is allowed. */
  openThread(root: MessageRef): Promise<void>;
  /** `isRepeat`: the key was used before, so that there is to be no second message. */
  post(body: Body, key?: string, isRepeat?: boolean): Promise<MessageRef>;
  edit(message: MessageRef, body: Body): Promise<void>;
  remove(message: MessageRef): Promise<void>;
  /** Begins a stream and ends it when `write` does. */
  stream<T>(reader: string, first: string, write: (stream: OpenStream) => Promise<T>): Promise<T>;
  read(message: MessageRef): Promise<string | undefined>;
  /** The platform asked to wait before the next action of this kind. */
  pause(action: PlatformAction, waitMs: number): void;
  linkTo(message: MessageRef): string;
  /** Removes messages and thread. Returns what is left, one phrase with a link each. */
  cleanUp(): Promise<readonly string[]>;
}

export interface OpenStream {
  readonly message: MessageRef;
  append(words: string): Promise<void>;
}

const patience = { maxAttempts: 5, maxWaitMs: 90_000, pauseMs: doubling(1_000, 15_000) };

export function toBody(markdown: string, more: Partial<Body> = {}): Body {
  return { markdown, from: 0, to: markdown.length, sources: [], notices: [], ...more };
}

/** The platform's own id of a message. */
export function idOf(message: MessageRef): string {
  return message.slice(message.lastIndexOf('/') + 1);
}

/** A key of a post. */
export function newKey(): string {
  return `${randomUUID()}:0`;
}

export function createTrial(options: TrialOptions): Trial {
  const { platform, witness, clock, signal, place } = options;
  const { streaming, threads } = platform;
  const pacer = createPacer(clock);
  const since = clock.now();
  /** The messages that are not removed yet, oldest first. */
  const made = new Map<MessageRef, ThreadRef>();
  /** A post whose outcome is not known. */
  let isDoubtful = false;
  let thread = place;
  let root: MessageRef | undefined;
  let hasThread = false;

  return {
    ...options,
    get thread() {
      return thread;
    },
    get root() {
      return root;
    },
    get hasThread() {
      return hasThread;
    },
    openThread,
    post,
    edit: (message, body) => paced('edit', () => platform.edit(thread, message, body)),
    remove: (message) => remove(message, signal),
    stream,
    read: (message) => retry(() => witness.read(thread, message), { ...patience, clock, signal, mayPass: isPassing }),
    pause: (action, waitMs) => pacer.pause(platform.budgets(action, thread), waitMs),
    linkTo: (message) => linkTo(thread, message),
    cleanUp,
  };

  function linkTo(where: ThreadRef, message: MessageRef): string {
    return threads?.linkTo(where, message) ?? idOf(message);
  }

  async function openThread(under: MessageRef): Promise<void> {
    const id = idOf(under);
    const opened = await paced('open', () =>
      platform.open({
        id: `${platform.name}:${id}`,
        eventId: id,
        thread: { ...place, thread: id },
        asker: '',
        addressed: 'mention',
        text: 'Docent tries out this channel',
        askedAt: clock.now(),
      }),
    );
    thread = opened.thread;
    root = under;
    hasThread = opened.notice === undefined;
  }

  /** If a response is lost, the platform itself finds the message again by its key. */
  function post(body: Body, key = newKey(), isRepeat = false): Promise<MessageRef> {
    const earlier = isRepeat ? { since, others: [...made.keys()] } : undefined;
    return making(paced('post', () => platform.post(thread, body, key, earlier)));
  }

  async function stream<T>(reader: string, first: string, write: (open: OpenStream) => Promise<T>): Promise<T> {
    if (!streaming) throw new TypeError(`${platform.name} has no streams`);
    const key = newKey();
    const message = await making(
      paced('begin', () => streaming.begin(thread, first, reader, key), { mayPass: hasNotArrived }),
    );
    try {
      const append = (words: string) =>
        paced('append', () => streaming.append(thread, message, words), { mayPass: hasNotArrived });
      return await write({ message, append });
    } finally {
      const end = () => streaming.end(thread, message, '', toBody(''), key);
      await paced('end', end, { signal: undefined }).catch(orDefect);
    }
  }

  async function making(posting: Promise<MessageRef>): Promise<MessageRef> {
    try {
      const message = await posting;
      made.set(message, thread);
      return message;
    } catch (error) {
      isDoubtful ||= error instanceof PlatformError && error.arrived === 'unknown';
      throw error;
    }
  }

  /** Makes a call when the rate limits have room for it, and again if its failure may pass. */
  function paced<T>(
    action: PlatformAction,
    call: () => Promise<T>,
    more: { readonly mayPass?: typeof isPassing; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<T> {
    const budgets = platform.budgets(action, thread);
    const { mayPass = isPassing, signal: ending } = { signal, ...more };
    const act = async (): Promise<T> => {
      await pacer.acquire(budgets, () => 2, ending);
      ending?.throwIfAborted();
      return call();
    };
    const onWait = ({ code }: PlatformError, waitMs: number): void => {
      if (code === 'rate_limited') pacer.pause(budgets, waitMs);
    };
    return retry(act, { ...patience, clock, mayPass, onWait, ...(ending && { signal: ending }) });
  }

  async function remove(message: MessageRef, until?: AbortSignal): Promise<void> {
    const where = made.get(message) ?? thread;
    await paced('remove', () => platform.remove(where, message), { signal: until });
    made.delete(message);
  }

  async function cleanUp(): Promise<readonly string[]> {
    const link = made.size > 0 ? linkTo(thread, [...made.keys()].at(-1) ?? '') : undefined;
    for (const message of [...made.keys()].toReversed()) await remove(message).catch(orDefect);
    const left = [...made].map(([message, where]) => `a message: ${linkTo(where, message)}`);
    if (hasThread && (await isThreadLeft()))
      left.push(`the thread, since somebody wrote in it or Docent may not delete it: ${link}`);
    if (isDoubtful) left.push(`perhaps a message whose post was not confirmed, near ${link}`);
    return left;
  }

  async function isThreadLeft(): Promise<boolean> {
    try {
      await threads?.removeIfEmpty(thread);
      return await witness.isLeft(thread);
    } catch (error) {
      orDefect(error);
      return true;
    }
  }
}

/** A repeated call could take effect twice. */
function hasNotArrived(error: unknown): error is PlatformError {
  return isPassing(error) && error.arrived === 'no';
}

function orDefect(error: unknown): void {
  if (!(error instanceof PlatformError)) throw error;
}
