/**
 * What we do in Slack's threads: open, post, edit, remove, show that we are at work. In: places and bodies. Out: Slack's
 * messages. Fails with PlatformError.
 *
 * A post carries its key as metadata. When its answer was lost, the thread is read before the same post goes again, so
 * that it is not made twice; likewise the root message of a command's thread. Metadata is seen by apps, not by people.
 */
import type { Clock } from '../../core/clock.ts';
import type { MessageRef, OpenNotice, Question, ThreadRef } from '../../core/conversation.ts';
import { PlatformError } from '../../core/errors.ts';
import type { Body } from '../../core/layout.ts';
import { type Opening, readOpening } from './commands.ts';
import { refusalOf } from './errors.ts';
import { threadRef } from './events.ts';
import { findOwn } from './find-own.ts';
import { isPrivate, isThread, privatePlace } from './places.ts';
import { maxChars, render, renderQuestion } from './render.ts';
import type { WebApi } from './web-api.ts';

export interface Messages {
  open(question: Question): Promise<{ readonly thread: ThreadRef; readonly notice?: OpenNotice }>;
  post(thread: ThreadRef, body: Body, key: string, again?: boolean): Promise<MessageRef>;
  edit(thread: ThreadRef, message: MessageRef, body: Body): Promise<void>;
  remove(thread: ThreadRef, message: MessageRef): Promise<void>;
  working(thread: ThreadRef, on: boolean): Promise<void>;
  /** A message of ours appeared in the thread. */
  posted(thread: ThreadRef): void;
  /** A command's question came just now, so nothing was posted for it yet. */
  onCommand(questionId: string): void;
}

const replyType = 'docent_reply';
const questionType = 'docent_question';
/** Stands for what was posted to a response URL, which gives no message back. */
const response: MessageRef = 'response';
const status = 'is reading the docs…';
/** How long ago a process that died may have posted what is posted again. */
const longestAgoMs = 3 * 60 * 60_000;
const maxRemembered = 1_000;

export function createMessages(api: WebApi, clock: Clock): Messages {
  /** Posts whose outcome is not known, with the time of the first try. */
  const doubtful = new Map<string, number>();
  /** Commands that came to this process and for which nothing was posted yet. */
  const fresh = new Set<string>();
  const roots = new Map<string, string>();
  /** Channels in which Slack shows no status. */
  const statusless = new Set<string>();
  /** Threads that show our status. Slack takes it away by itself when we post there. */
  const busy = new Set<string>();

  return { open, post, edit, remove, working, posted, onCommand };

  /** Slack takes the status away by itself. */
  function posted({ thread }: ThreadRef): void {
    busy.delete(thread);
  }

  function onCommand(questionId: string): void {
    remember(() => fresh.add(questionId), fresh);
  }

  async function open(question: Question): Promise<{ readonly thread: ThreadRef; readonly notice?: OpenNotice }> {
    const { thread, opens } = question;
    if (opens === undefined) return { thread };
    const opening = readOpening(opens);
    try {
      const root = (await knownRoot(question)) ?? (await postRoot(question, opening));
      remember(() => roots.set(question.id, root), roots);
      return { thread: threadRef(thread.installation, thread.channel, root) };
    } catch (error) {
      if (!isNotForUs(error)) throw error;
      return { thread: privatePlace(question, opening.responseUrl), notice: 'private_only' };
    }
  }

  async function knownRoot(question: Question): Promise<string | undefined> {
    const known = roots.get(question.id);
    if (known !== undefined || fresh.delete(question.id)) return known;
    const { id, thread, askedAt } = question;
    return findOwn(api, { channel: thread.channel, root: undefined, type: questionType, key: id, since: askedAt });
  }

  async function postRoot({ id, thread, text }: Question, { user }: Opening): Promise<string> {
    return send(thread.channel, undefined, renderQuestion(user, text), {
      event_type: questionType,
      event_payload: { key: id },
    });
  }

  async function post(thread: ThreadRef, body: Body, key: string, again = false): Promise<MessageRef> {
    const text = renderWhole(body);
    if (isPrivate(thread)) return respond(thread, text);
    const root = isThread(thread) ? thread.thread : undefined;
    const triedAt = doubtful.get(key);
    const since = triedAt ?? (again ? clock.now() - longestAgoMs : undefined);
    const mark = { channel: thread.channel, root, type: replyType, key };
    const known = since !== undefined && (await findOwn(api, { ...mark, since }));
    if (known) {
      await edit(thread, known, body);
      doubtful.delete(key);
      return known;
    }
    try {
      const message = await send(thread.channel, root, text, replyMetadata(key));
      doubtful.delete(key);
      posted(thread);
      return message;
    } catch (error) {
      if (error instanceof PlatformError && error.arrived === 'unknown') {
        remember(() => doubtful.set(key, triedAt ?? clock.now()), doubtful);
      }
      if (thread.address === undefined || !isNotForUs(error)) throw error;
      return respond(thread, text);
    }
  }

  async function edit(thread: ThreadRef, message: MessageRef, body: Body): Promise<void> {
    const text = renderWhole(body);
    if (message === response) {
      // Nothing that was posted to a response URL can be edited, so the newer text follows.
      await respond(thread, text);
      return;
    }
    try {
      await update(thread.channel, message, text);
    } catch (error) {
      if (refusalOf(error) !== 'streaming_state_conflict') throw error;
      // Somebody who died began it, or nobody knows whether it was ended.
      await api.attempt(({ chat }) => chat.stopStream({ channel: thread.channel, ts: message }));
      await update(thread.channel, message, text);
    }
  }

  async function update(channel: string, ts: string, text: string): Promise<void> {
    await api.attempt(({ chat }) => chat.update({ channel, ts, text, parse: 'none', link_names: false }));
  }

  async function remove(thread: ThreadRef, message: MessageRef): Promise<void> {
    if (message === response) return;
    try {
      await api.attempt((client) => client.chat.delete({ channel: thread.channel, ts: message }));
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'message_gone') throw error;
    }
  }

  async function working(thread: ThreadRef, on: boolean): Promise<void> {
    if (!isThread(thread)) return;
    if (statusless.has(thread.channel)) return react(thread, on);
    if (!on && !busy.delete(thread.thread)) return;
    try {
      await api.attempt((client) =>
        client.assistant.threads.setStatus({
          channel_id: thread.channel,
          thread_ts: thread.thread,
          status: on ? status : '',
        }),
      );
      if (on) remember(() => busy.add(thread.thread), busy);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'forbidden') throw error;
      remember(() => statusless.add(thread.channel), statusless);
      await react(thread, on);
    }
  }

  /** Eyes on the thread's first message, where Slack shows no status. */
  async function react(thread: ThreadRef, on: boolean): Promise<void> {
    const reaction = { channel: thread.channel, timestamp: thread.thread, name: 'eyes' };
    try {
      await api.attempt(({ reactions }) => (on ? reactions.add(reaction) : reactions.remove(reaction)));
    } catch (error) {
      const word = refusalOf(error);
      if (word !== 'already_reacted' && word !== 'no_reaction') throw error;
    }
  }

  async function send(channel: string, root: string | undefined, text: string, metadata: Metadata): Promise<string> {
    const { ts } = await api.attempt((client) =>
      client.chat.postMessage({
        channel,
        text,
        ...(root !== undefined && { thread_ts: root }),
        metadata,
        parse: 'none',
        link_names: false,
        unfurl_links: false,
        unfurl_media: false,
      }),
    );
    if (ts === undefined) throw new PlatformError('unavailable', { arrived: 'unknown' });
    return ts;
  }

  async function respond(thread: ThreadRef, text: string): Promise<MessageRef> {
    if (thread.address === undefined) throw new PlatformError('thread_gone');
    await api.respond(thread.address, { text, forAll: !isPrivate(thread) });
    return response;
  }
}

interface Metadata {
  readonly event_type: string;
  readonly event_payload: { readonly key: string };
}

/** What names a post of a reply. */
export function replyMetadata(key: string): Metadata {
  return { event_type: replyType, event_payload: { key } };
}

function renderWhole(body: Body): string {
  const text = render(body);
  // Slack would take a longer post, and then no edit of it.
  if (text.length > maxChars) throw new PlatformError('too_long');
  return text;
}

/** Whether Slack lets us do nothing at all in this place. */
function isNotForUs(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'thread_gone');
}

/** What is remembered only to save work or to be careful must not grow for ever: the oldest is forgotten. */
function remember(add: () => unknown, store: Map<string, unknown> | Set<string>): void {
  add();
  const [oldest] = store.keys();
  if (store.size > maxRemembered && oldest !== undefined) store.delete(oldest);
}
