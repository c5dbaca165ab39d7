/**
 * What we do in Slack's threads: open, post, edit, remove. In: places and bodies. Out: Slack's
 * messages. Fails with PlatformError.
 *
 * A post carries its key as metadata. When its answer was lost, the thread is read before the same post goes again, so
 * that it is not made twice; likewise the root message of a command's thread. Metadata is seen by apps, not by people.
 */
import type { Clock } from '../../../base/clock.ts';
import type { Body } from '../../../core/model/body.ts';
import type { MessageRef, OpenNotice, Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { WebApi } from '../connection/web-api.ts';
import { refusalOf, toEditError } from '../errors.ts';
import { type Opening, readOpening } from '../inbound/commands.ts';
import { type Self, threadRef } from '../inbound/events.ts';
import type { People } from '../inbound/people.ts';
import { remember } from './bounded-cache.ts';
import { escapeText } from './escape.ts';
import { findOwn } from './find-posted.ts';
import { type Content, maxChars, renderQuestion, toContent } from './render.ts';
import { isPrivate, isThread, privatePlace } from './thread-refs.ts';

export interface MessagesOptions {
  readonly api: WebApi;
  readonly people: People;
  readonly clock: Clock;
  self(): Self;
  /** Called when a message of ours appears in a thread. */
  posted(thread: ThreadRef): void;
}

export interface Messages {
  open(question: Question): Promise<{ readonly thread: ThreadRef; readonly notice?: OpenNotice }>;
  post(thread: ThreadRef, body: Body, key: string, since?: number): Promise<MessageRef>;
  edit(thread: ThreadRef, message: MessageRef, body: Body): Promise<void>;
  remove(thread: ThreadRef, message: MessageRef): Promise<void>;
  /** Nobody knows whether the message with this key was made. */
  doubted(key: string): void;
  /** A question without a message of its own came just now, so nothing was posted for it yet. */
  onUnposted(questionId: string): void;
}

/** Slack ends a stream by then. Source: github.com/slackapi/python-slack-sdk/issues/1859, read 2026-11-21. */
export const streamLastsMs = 5 * 60_000;
/** How much later that may be by our clock. */
const lateMs = 15_000;

const replyType = 'docent_reply';
const questionType = 'docent_question';
/** Stands for what was posted to a response URL, which gives no message back. */
const response: MessageRef = 'response';
/** Stands where one person alone will see the answer, until it does. */
const looking = '_Reading the docs…_';
/** Words that mean: these blocks not. */
const blockRefusals: ReadonlySet<string> = new Set(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long']);

export function createMessages({ api, people, clock, self, posted }: MessagesOptions): Messages {
  /** Posts whose outcome is not known, with the time of the first try. */
  const doubtful = new Map<string, number>();
  /** Questions without a message that came to this process and for which nothing was posted yet. */
  const fresh = new Set<string>();
  const questions = new Map<string, string>();
  /** Private places in which this process said more than that it is at work. */
  const answered = new Set<string>();

  return { open, post, edit, remove, doubted, onUnposted };

  function doubted(key: string): void {
    const since = doubtful.get(key) ?? clock.now();
    remember(() => doubtful.set(key, since), doubtful);
  }

  function onUnposted(questionId: string): void {
    remember(() => fresh.add(questionId), fresh);
  }

  async function open(question: Question): Promise<{ readonly thread: ThreadRef; readonly notice?: OpenNotice }> {
    const { thread, opens } = question;
    if (opens === undefined) return { thread };
    const opening = readOpening(opens);
    try {
      const message = (await knownQuestion(question)) ?? (await postQuestion(question, opening));
      remember(() => questions.set(question.id, message), questions);
      // That of a button stands in the thread of its answer; that of a command is the root of one.
      return { thread: isThread(thread) ? thread : threadRef(thread.installation, thread.channel, message) };
    } catch (error) {
      if (opening.responseUrl === undefined || !isNotForUs(error)) throw error;
      await sayLooking(opening.responseUrl);
      return { thread: privatePlace(question, opening.responseUrl), notice: 'private_only' };
    }
  }

  /** A sign of work is not worth a failure. */
  async function sayLooking(responseUrl: string): Promise<void> {
    try {
      await api.respond(responseUrl, { text: looking, forAll: false, replaces: true });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
  }

  async function knownQuestion(question: Question): Promise<string | undefined> {
    const known = questions.get(question.id);
    if (known !== undefined || fresh.delete(question.id)) return known;
    const { id, thread, askedAt } = question;
    return findOwn(api, { channel: thread.channel, root: rootOf(thread), type: questionType, key: id, since: askedAt });
  }

  /** Who typed a command is mentioned, and so follows the thread; who pressed a button is in it already. */
  async function postQuestion({ id, thread, text }: Question, opening: Opening): Promise<string> {
    const user = `<@${opening.user}>`;
    const who = opening.responseUrl === undefined ? escapeText(await people.named(user)) : user;
    const content = { text: renderQuestion(who, await people.named(text)), blocks: [] };
    return send(thread.channel, rootOf(thread), content, { event_type: questionType, event_payload: { key: id } });
  }

  async function post(thread: ThreadRef, body: Body, key: string, earliest?: number): Promise<MessageRef> {
    const content = renderWhole(body);
    if (isPrivate(thread)) return respond(thread, content.text);
    const root = rootOf(thread);
    const since = doubtful.get(key) ?? earliest;
    const mark = { channel: thread.channel, root, type: replyType, key, growing: self() };
    const known = since !== undefined && (await findOwn(api, { ...mark, since }));
    if (known) {
      await edit(thread, known, body);
      doubtful.delete(key);
      return known;
    }
    try {
      const message = await send(thread.channel, root, content, replyMetadata(key));
      doubtful.delete(key);
      posted(thread);
      return message;
    } catch (error) {
      if (error instanceof PlatformError && error.arrived === 'unknown') doubted(key);
      if (thread.address === undefined || !isNotForUs(error)) throw error;
      return respond(thread, content.text);
    }
  }

  async function edit(thread: ThreadRef, message: MessageRef, body: Body): Promise<void> {
    const content = renderWhole(body);
    if (message === response) {
      // What all see cannot be edited over a response URL, so the newer text follows.
      answered.delete(thread.thread);
      await respond(thread, content.text);
      return;
    }
    try {
      await update(thread.channel, message, content);
    } catch (error) {
      if (refusalOf(error) !== 'streaming_state_conflict') throw error;
      // Somebody who died began it, or nobody knows whether it was ended.
      await stopStream(thread.channel, message);
      await update(thread.channel, message, content);
    }
  }

  /** A stream whose reader is of another team cannot be ended: its edit waits until Slack has ended it. */
  async function stopStream(channel: string, ts: string): Promise<void> {
    try {
      await api.attempt(({ chat }) => chat.stopStream({ channel, ts }));
    } catch (error) {
      if (refusalOf(error) !== 'user_not_found') throw error;
      const leftMs = Number(ts) * 1_000 + streamLastsMs + lateMs - clock.now();
      throw new PlatformError('unavailable', { waitMs: Math.max(lateMs, leftMs), cause: error });
    }
  }

  async function update(channel: string, ts: string, content: Content): Promise<void> {
    const manners = { parse: 'none', link_names: false } as const;
    try {
      await withBlocks(content, (shown) =>
        api.attempt(({ chat }) => chat.update({ channel, ts, ...shown, ...manners })),
      );
    } catch (error) {
      throw toEditError(error);
    }
  }

  async function remove(thread: ThreadRef, message: MessageRef): Promise<void> {
    if (message === response) return;
    try {
      await api.attempt((client) => client.chat.delete({ channel: thread.channel, ts: message }));
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'message_gone') throw error;
    }
  }

  async function send(
    channel: string,
    root: string | undefined,
    content: Content,
    metadata: Metadata,
  ): Promise<string> {
    const { ts } = await withBlocks(content, (shown) =>
      api.attempt(({ chat }) =>
        chat.postMessage({
          channel,
          ...shown,
          ...(root !== undefined && { thread_ts: root }),
          metadata,
          parse: 'none',
          link_names: false,
          unfurl_links: false,
          unfurl_media: false,
        }),
      ),
    );
    if (ts === undefined) throw new PlatformError('unavailable', { arrived: 'unknown' });
    return ts;
  }

  async function respond(thread: ThreadRef, text: string): Promise<MessageRef> {
    if (thread.address === undefined) throw new PlatformError('thread_gone');
    const isAlone = isPrivate(thread);
    // What stands there is the sign of work, or what a process before us said.
    await api.respond(thread.address, { text, forAll: !isAlone, replaces: isAlone && !answered.has(thread.thread) });
    if (isAlone) remember(() => answered.add(thread.thread), answered);
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

function renderWhole(body: Body): Content {
  const content = toContent(body);
  // Slack would take a longer post, and then no edit of it.
  if (content.text.length > maxChars) throw new PlatformError('too_long');
  return content;
}

/** A call with the blocks, and where Slack will not have them without. */
async function withBlocks<T>(
  { text, blocks }: Content,
  call: (shown: { readonly text: string; readonly blocks?: Content['blocks'] }) => Promise<T>,
): Promise<T> {
  if (blocks.length === 0) return call({ text });
  try {
    return await call({ text, blocks });
  } catch (error) {
    if (!blockRefusals.has(refusalOf(error) ?? '')) throw error;
    return call({ text });
  }
}

function rootOf(thread: ThreadRef): string | undefined {
  return isThread(thread) ? thread.thread : undefined;
}

/** Whether Slack lets us do nothing at all in this place. */
function isNotForUs(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'thread_gone');
}
