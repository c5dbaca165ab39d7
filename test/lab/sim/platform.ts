/**
 * The simulated platform: one set of messages that all processes share, and a Platform for each process. In: calls,
 * which take time, are refused, or succeed although the response is lost. Out: messages, and violations that a person
 * would see.
 */

import type { Body } from '../../../src/bot/core/model/body.ts';
import type { Question, ThreadRef } from '../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../src/bot/core/model/errors.ts';
import type { EarlierPost, Platform, PlatformAction } from '../../../src/bot/core/ports/platform.ts';
import { render } from '../../../src/bot/platforms/slack/outbound/render.ts';
import type { Faults } from './faults.ts';
import { createLimits } from './limits.ts';
import type { Mutation } from './mutations.ts';
import type { Story } from './story.ts';
import { type Life, living, type Time } from './time.ts';

export interface Message {
  readonly ref: string;
  readonly thread: string;
  /** The turn or deployment that posted it. */
  readonly turn: string;
  text: string;
  readonly madeAt: number;
  /** It is being appended to, and cannot be found by its key until it is ended. */
  growing: boolean;
  /** An edit was refused, and so is every later one. */
  refused: boolean;
  /** Deleted by a reader or by us. */
  gone?: 'deleted' | 'removed';
}

export interface Messages {
  platformFor(life: Life): Platform;
  /** The existing messages of a turn or deployment, oldest first. */
  of(turn: string): readonly Message[];
  wasDeleted(turn: string): boolean;
  deleteOne(): void;
  /** Threads that were opened for a question. */
  readonly opened: ReadonlySet<string>;
  /** Threads that show the working indicator. */
  readonly busy: ReadonlySet<string>;
}

/** Small, so that many answers continue in further messages. */
const maxChars = 240;

/** The numbered words of messages, in the order in which they are shown. */
export function wordsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) => message.text.match(/\bq\d+w\d+\b/g) ?? []);
}

/**
 * The words of an answer. A message that can no longer be edited, and those after it, may begin with words that appear
 * before it: they cannot be removed, or it is unknown whether the last edit added them; and a word that was cut off
 * there is repeated in full. Repeated words do less harm than missing ones.
 */
export function answerOf(messages: readonly Message[]): readonly string[] {
  let said: readonly string[] = [];
  let mayRepeat = false;
  for (const message of messages) {
    const words = wordsOf([message]);
    mayRepeat ||= message.refused;
    const start = mayRepeat ? said.findIndex((_, at) => isRepeated(said.slice(at), words)) : -1;
    if (start === -1) said = [...said, ...words];
    else if (said.length - start <= words.length) said = [...said.slice(0, start), ...words];
  }
  return said;
}

/** Whether one list of words begins with the other. The last word may be cut off. */
function isRepeated(before: readonly string[], words: readonly string[]): boolean {
  return before.every((word, at) => words[at] === word || at >= words.length || isCutOff(before, word, at, words));
}

function isCutOff(before: readonly string[], word: string, at: number, words: readonly string[]): boolean {
  return at === before.length - 1 && words[at]?.startsWith(word) === true;
}

export interface PlatformOptions {
  readonly time: Time;
  readonly story: Story;
  readonly faults: Faults;
  readonly growing: boolean;
  readonly mutation: Mutation | undefined;
}

export function createMessages({ time, story, faults, growing, mutation }: PlatformOptions): Messages {
  const messages: Message[] = [];
  const byKey = new Map<string, Message>();
  const opened = new Set<string>();
  const mostWords = new Map<string, number>();
  const busy = new Set<string>();
  const limits = createLimits(time, story);
  const { chance } = faults;

  return { platformFor, of, wasDeleted, deleteOne, opened, busy };

  function of(turn: string): readonly Message[] {
    return messages.filter((each) => each.turn === turn && !each.gone);
  }

  function wasDeleted(turn: string): boolean {
    return messages.some((each) => each.turn === turn && each.gone === 'deleted');
  }

  function deleteOne(): void {
    if (messages.length === 0) return;
    const message = chance.pick(messages);
    message.gone = 'deleted';
    faults.count('reader deletes');
    story.tell(`a reader deletes ${message.ref}`);
  }

  function platformFor(life: Life): Platform {
    const call = <T>(action: PlatformAction, thread: ThreadRef, act: () => T): Promise<T> =>
      living(life, () => travel(life, action, thread, act));
    return {
      name: 'sim',
      isolatesWorkspaces: false,
      start: async () => undefined,
      stop: async () => undefined,
      health: () => ({ state: 'ready' }),
      silentMs: () => undefined,
      places: { kindOf: async () => 'public', canSee: async () => true },
      open: (question) => call('open', question.thread, () => makeThread(question)),
      post: (thread, body, key, earlier) => call('post', thread, () => post(thread, body, key, earlier)),
      edit: (thread, ref, body) => call('edit', thread, () => change(find(ref), shownText(body))),
      remove: (thread, ref) => call('remove', thread, () => remove(ref)),
      working: {
        set: (thread, on) => call('working', thread, () => work(thread, on)),
        lastsMs: 8_000,
        clearsItself: false,
        stepsIn: growing ? 'indicator' : 'message',
      },
      fits: (body) => shownText(body).length <= maxChars,
      budgets,
      isLive: () => true,
      ...(growing && {
        streaming: {
          canBegin: () => true,
          // Short, so that replies continue in another message because of it.
          maxDurationMs: 8_000,
          text: (markdown: string) => markdown,
          steps: (steps, appended) => steps.filter(({ pages }, at) => pages && !appended[at]),
          begin: (thread, text, _, key) => call('begin', thread, () => begin(thread, text, key)),
          append: (thread, ref, added) => call('append', thread, () => grow(ref, added)),
          end: (thread, ref, added, body, key) => call('end', thread, () => endGrowing(ref, added, body, key)),
        },
      }),
    };
  }

  function budgets(action: PlatformAction, { thread }: ThreadRef): ReturnType<Platform['budgets']> {
    const narrow = { bucket: `${action}:${thread}`, limit: 40, windowMs: 60_000, burst: 8 };
    return action === 'edit'
      ? [narrow, { bucket: 'edit', limit: 60, windowMs: 60_000, burst: 10, shared: true }]
      : [narrow];
  }

  /** It arrives even if the process that sent it dies in the meantime. */
  async function travel<T>(life: Life, action: PlatformAction, thread: ThreadRef, act: () => T): Promise<T> {
    const cost = budgets(action, thread);
    limits.sent(life, cost);
    await pause(faults.happens('late call', 0.03) ? chance.between(2_000, 12_000) : chance.between(20, 300));
    const waitMs = faults.happens('429', 0.04) ? chance.between(200, 8_000) : limits.waitMs(cost);
    if (waitMs !== undefined) {
      await pause(20);
      limits.told(life, cost, waitMs);
      throw new PlatformError('rate_limited', { waitMs });
    }
    if (faults.happens('500', 0.04)) throw new PlatformError('unavailable');
    const result = act();
    await pause(faults.happens('late answer', 0.02) ? chance.between(2_000, 12_000) : chance.between(1, 100));
    if (faults.happens('lost answer', 0.05)) throw new PlatformError('unavailable', { arrived: 'unknown' });
    return result;
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => time.after(ms, resolve));
  }

  /** Repeated calls return the same thread. */
  function makeThread({ thread, opens = thread.thread }: Question): { readonly thread: ThreadRef } {
    if (!opened.has(opens)) story.tell(`${opens} is made`);
    opened.add(opens);
    return { thread: { ...thread, thread: opens } };
  }

  function post(thread: ThreadRef, body: Body, key: string, earlier: EarlierPost | undefined): string {
    const there = mutation === 'skip the nonce' ? undefined : madeBefore(thread, key, earlier);
    if (there) {
      change(there, shownText(body));
      byKey.set(key, there);
      return there.ref;
    }
    const message = make(thread, shownText(body), key);
    byKey.set(key, message);
    return message.ref;
  }

  /** A message that is being appended to has no key, so it cannot be found before it has ended. */
  function madeBefore(thread: ThreadRef, key: string, earlier: EarlierPost | undefined): Message | undefined {
    if (!growing) return byKey.get(key);
    if (!earlier) return undefined;
    const found = byKey.get(key) ?? growingIn(thread, key, earlier.others);
    return found && found.madeAt >= earlier.since ? found : undefined;
  }

  function growingIn({ thread }: ThreadRef, key: string, others: readonly string[]): Message | undefined {
    return of(turnOf(key)).findLast((each) => each.thread === thread && each.growing && !others.includes(each.ref));
  }

  function begin(thread: ThreadRef, text: string, key: string): string {
    if (faults.happens('growth refused', 0.03)) throw new PlatformError('not_streaming');
    const message = make(thread, text, key);
    message.growing = true;
    return message.ref;
  }

  function grow(ref: string, added: string): void {
    const message = find(ref);
    // A refusal to append ends the stream.
    if (faults.happens('growth refused', 0.02)) message.growing = false;
    if (!message.growing) throw new PlatformError('not_streaming');
    message.text += added;
    seen(message);
  }

  function endGrowing(ref: string, added: string, body: Body, key: string): void {
    const message = find(ref);
    if (!message.growing) throw new PlatformError('not_streaming');
    message.growing = false;
    byKey.set(key, message);
    message.text = shownText({ ...body, markdown: message.text + added });
    seen(message);
  }

  function make(thread: ThreadRef, text: string, key: string): Message {
    const ref = `m${messages.length}`;
    const message: Message = {
      ref,
      thread: thread.thread,
      turn: turnOf(key),
      text,
      growing: false,
      refused: false,
      madeAt: time.now(),
    };
    messages.push(message);
    seen(message);
    return message;
  }

  function change(message: Message, text: string): void {
    if (message.gone) throw new PlatformError('message_gone');
    if (message.refused || (!message.growing && faults.happens('edit refused', 0.01))) {
      message.refused = true;
      throw new PlatformError('edit_refused', { found: message.ref });
    }
    message.growing = false;
    message.text = text;
    seen(message);
  }

  function find(ref: string): Message {
    const message = messages.find((each) => each.ref === ref);
    if (!message || message.gone) throw new PlatformError('message_gone');
    return message;
  }

  function remove(ref: string): void {
    const message = messages.find((each) => each.ref === ref);
    if (!message) story.violate(`“${ref}” is removed, which is no message`);
    else message.gone ??= 'removed';
    story.tell(`${ref} is removed`);
  }

  function work({ thread }: ThreadRef, on: boolean): void {
    if (on) busy.add(thread);
    else if (mutation !== 'leave the sign') busy.delete(thread);
  }

  /** What a person sees after each change. */
  function seen({ ref, thread, turn, text }: Message): void {
    const words = new Set(wordsOf(of(turn)));
    story.tell(
      `${thread}: ${ref} is ${text.length} long, ends in “${text.slice(-24).replaceAll('\n', ' ')}” (${words.size} words)`,
    );
    if (text.length > maxChars) story.violate(`${ref} is ${text.length} long`);
    if (text.includes('<') && /<[!@]/.test(render(toBody(text)))) story.violate(`${ref} would ping`);
    const before = mostWords.get(turn) ?? 0;
    if (words.size < before && !wasDeleted(turn))
      story.violate(`the reply in ${ref} shows ${words.size} words after ${before}`);
    mostWords.set(turn, words.size);
  }
}

function turnOf(key: string): string {
  // A turn that is asked again gets a new key each time, `<turn>.1`, as does one whose messages were removed,
  // `<turn>/1`.
  return key.slice(0, key.lastIndexOf(':')).replace(/(\.\d+)?(\/\d+)?$/, '');
}

function toBody(markdown: string): Body {
  return { markdown, from: 0, to: markdown.length, sources: [], notices: [] };
}

/** What a person sees of a body; our own sentences are marked. */
function shownText({ markdown, notices, steps = [] }: Body): string {
  const sentences = [...notices, ...steps.map(({ title }) => title)];
  return [markdown, ...sentences.map((sentence) => `‹${sentence}›`)].filter((line) => line !== '').join('\n');
}
