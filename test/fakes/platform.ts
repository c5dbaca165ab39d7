/**
 * A working fake platform: it refuses long bodies and fast actions, keeps what it shows, and lets tests make it fail.
 * It passes the same contract suite as the real platforms.
 */

import type { Body } from '../../src/bot/core/model/body.ts';
import type { Question, ThreadRef } from '../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../src/bot/core/model/errors.ts';
import type { Budget } from '../../src/bot/core/ports/budget.ts';
import type { Handlers } from '../../src/bot/core/ports/handlers.ts';
import type {
  DeployCommand,
  Note,
  Notices,
  People,
  Platform,
  PlatformAction,
  Profiles,
  Threads,
  WorkingIndicator,
} from '../../src/bot/core/ports/platform.ts';
import { english } from '../../src/bot/wording/wording.ts';
import type { Clock } from '../../src/kit/base/clock.ts';

export interface FakeMessage {
  readonly ref: string;
  readonly thread: string;
  readonly channel?: string;
  text: string;
  edits: number;
}

/** The powers are always there, so that tests can replace what one of them does. */
export interface FakePlatform extends Platform {
  readonly people: People;
  readonly profiles: Profiles;
  readonly threads: Threads;
  readonly notices: Notices;
  readonly deployCommand: DeployCommand;
  readonly handlers: Handlers;
  /** All messages that exist now, oldest first. */
  readonly messages: FakeMessage[];
  /** Notes that were sent, each key once. */
  readonly notes: Note[];
  /** What only the requesters of commands were shown afterwards: the id of the command and the text. */
  readonly told: string[];
  /** What was sent to people and channels, with the recipient. */
  readonly sentTo: string[];
  /** All calls, one line each. */
  readonly transcript: string[];
  /** Texts of a thread's messages. */
  shows(thread: string): readonly string[];
  /** Texts of a channel's messages. */
  in(channel: string): readonly string[];
  /** The reader deletes a message. */
  delete(ref: string): void;
  /** Makes the next matching actions fail; with `loses` they take effect, but the response is lost. */
  failNext(action: PlatformAction, error: PlatformError, times?: number, loses?: boolean): void;
  /** Cancels the failures that were requested. */
  heal(): void;
  /** Actions refused because they were too fast or too long. */
  readonly violations: string[];
}

export interface FakeOptions {
  readonly name?: string;
  readonly clock: Clock;
  readonly maxChars?: number;
  readonly budgets?: Partial<Record<PlatformAction, Omit<Budget, 'bucket'>>>;
  readonly live?: boolean;
  readonly stepsIn?: WorkingIndicator['stepsIn'];
  readonly isolatesWorkspaces?: boolean;
  /** Each call takes this long. */
  readonly latencyMs?: number;
  open?(question: Question): Awaited<ReturnType<Platform['open']>>;
}

/** If a repeated post finds its message but cannot edit it, the error names the message. */
function refusedAt(found: string, error: unknown): unknown {
  const isRefused = error instanceof PlatformError && error.code === 'edit_refused';
  return isRefused ? new PlatformError(error.code, { found }) : error;
}

const generous = { limit: 1_000, windowMs: 1_000, burst: 1_000 };

/** A body as the fake shows it, without the notice that no page was cited, since most answers in tests cite none. */
export function rendered(body: Body): string {
  const sources = body.sources.map((source) => `[${source.title ?? source.path}](${source.url ?? source.path})`);
  const notices = body.notices
    .map((notice) => notice.replace(english.say('noSources'), '').trim())
    .filter((notice) => notice !== '');
  const buttons = (body.suggestions ?? []).map((question) => `[${question}]`);
  const steps = (body.steps ?? []).slice(-1).map(({ title }) => `~${title}~`);
  return [body.markdown, ...steps, ...sources, ...notices.map((notice) => `_${notice}_`), ...buttons]
    .filter((line) => line !== '')
    .join('\n');
}

export function createFakePlatform(options: FakeOptions): FakePlatform {
  const { clock, name = 'fake', maxChars = 2_000 } = options;
  const messages: FakeMessage[] = [];
  const notes: Note[] = [];
  const told: string[] = [];
  const sentTo: string[] = [];
  const transcript: string[] = [];
  const violations: string[] = [];
  const keys = new Map<string, string>();
  const failures: { action: PlatformAction; error: PlatformError; loses: boolean }[] = [];
  const sent = new Map<string, number[]>();
  let handlers: Handlers | undefined;
  let stopped = false;
  let made = 0;

  return {
    name,
    isolatesWorkspaces: options.isolatesWorkspaces ?? false,
    messages,
    notes,
    told,
    sentTo,
    transcript,
    violations,
    get handlers() {
      if (!handlers) throw new Error('the platform was not started');
      return handlers;
    },
    async start(newHandlers) {
      handlers = newHandlers;
      stopped = false;
    },
    async stop() {
      handlers = undefined;
      stopped = true;
    },
    health: () => ({ state: handlers ? 'ready' : 'starting' }),
    silentMs: () => undefined,
    places: { kindOf: async () => 'public', canSee: async () => true },
    async open(question) {
      await call('open', question.thread, 'open');
      return options.open?.(question) ?? { thread: question.thread };
    },
    async post(thread, body, key) {
      const existing = keys.get(key);
      if (existing !== undefined) {
        await this.edit(thread, existing, body).catch((error) => {
          throw refusedAt(existing, error);
        });
        return existing;
      }
      const loses = await call('post', thread, rendered(body));
      made += 1;
      const ref = `m${made}`;
      messages.push({ ref, thread: thread.thread, channel: thread.channel, text: rendered(body), edits: 0 });
      keys.set(key, ref);
      if (loses) throw loses;
      return ref;
    },
    async edit(thread, ref, body) {
      const loses = await call('edit', thread, rendered(body));
      find(ref).text = rendered(body);
      find(ref).edits += 1;
      if (loses) throw loses;
    },
    async remove(thread, ref) {
      await call('remove', thread, '');
      const at = messages.findIndex((message) => message.ref === ref);
      if (at !== -1) messages.splice(at, 1);
    },
    working: {
      async set(thread, on, step) {
        await call('working', thread, step ? step.title : String(on));
      },
      lastsMs: 8_000,
      clearsItself: false,
      stepsIn: options.stepsIn ?? 'indicator',
    },
    people: { nameOf: async () => undefined, mayRead: async () => false, isMember: async () => false },
    profiles: {
      resolveNames: async (text) => text,
      localeOf: async () => undefined,
      membershipOf: () => Promise.reject(new PlatformError('unavailable')),
    },
    threads: {
      earlierIn: async () => [],
      linkTo: (thread, message) => `https://${name}.example/${thread.channel}/${message}`,
      markAnswered: async () => undefined,
      removeIfEmpty: async () => undefined,
    },
    notices: {
      async tell(recipient, text) {
        sentTo.push(`${recipient}: ${text}`);
      },
      async postTo(recipient, body, key) {
        if (!keys.has(key)) sentTo.push(`${recipient}: ${rendered(body)}`);
        keys.set(key, key);
        return { thread: { platform: name, installation: '', channel: recipient, thread: '' }, message: key };
      },
      async notify(note) {
        await call('post', note.thread, rendered(note.body));
        if (!notes.some(({ key }) => key === note.key)) notes.push(note);
      },
    },
    deployCommand: {
      field: (_, value) => value,
      async tellRequester({ id }, { markdown }) {
        told.push(`${id}: ${markdown}`);
      },
    },
    fits: (body) => rendered(body).length <= maxChars,
    budgets: (action, thread) => [{ bucket: bucketOf(action, thread), ...(options.budgets?.[action] ?? generous) }],
    isLive: () => options.live ?? true,
    shows: (thread) => messages.filter((message) => message.thread === thread).map((message) => message.text),
    in: (channel) => messages.filter((message) => message.channel === channel).map((message) => message.text),
    delete(ref) {
      messages.splice(messages.indexOf(find(ref)), 1);
    },
    heal() {
      failures.length = 0;
    },
    failNext(action, error, times = 1, loses = false) {
      for (let index = 0; index < times; index += 1) failures.push({ action, error, loses });
    },
  };

  function bucketOf(action: PlatformAction, thread: ThreadRef): string {
    return `${name}:${action}:${thread.channel}`;
  }

  function find(ref: string): FakeMessage {
    const message = messages.find((message) => message.ref === ref);
    if (!message) throw new PlatformError('message_gone');
    return message;
  }

  /** Returns the error to throw after the action, if its response is to be lost. */
  async function call(action: PlatformAction, thread: ThreadRef, text: string): Promise<PlatformError | undefined> {
    if (stopped) throw new PlatformError('unavailable');
    transcript.push(`${action} ${thread.thread} ${text}`);
    if (options.latencyMs) await clock.wait(options.latencyMs);
    if (text.length > maxChars) {
      violations.push(`${action}: ${text.length} characters`);
      throw new PlatformError('too_long');
    }
    refuseFast(action, thread);
    const at = failures.findIndex((failure) => failure.action === action);
    if (at === -1) return undefined;
    const [failure] = failures.splice(at, 1);
    if (failure && !failure.loses) throw failure.error;
    return failure?.error;
  }

  function refuseFast(action: PlatformAction, thread: ThreadRef): void {
    const budget = options.budgets?.[action];
    if (!budget) return;
    const times = (sent.get(bucketOf(action, thread)) ?? []).filter((at) => at > clock.now() - budget.windowMs);
    sent.set(bucketOf(action, thread), times);
    if (times.length >= budget.limit) {
      violations.push(`${action}: too fast`);
      throw new PlatformError('rate_limited', { waitMs: 1_000 });
    }
    times.push(clock.now());
  }
}
