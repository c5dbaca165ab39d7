/**
 * Events of the Events API: a message or mention -> a Question, or the reason to ignore it.
 *
 * A message that mentions us arrives twice, as `app_mention` and as `message`, with different event ids and in any order.
 * Both have the same question id, which consists of the message's channel and ts.
 */

import type { Addressed, Question, ThreadRef } from '../../../core/model/conversation.ts';
import type { IgnoredReason } from '../../../core/model/ignored-reason.ts';
import { toPerson } from '../connection/person.ts';
import { placeIn } from '../connection/visibility.ts';
import { isToPeople, mentions } from './inbound-text.ts';
import { questionIn, type ReadMessage, readMessage } from './message-reader.ts';

/** Our ids in the workspace. */
export interface Self {
  readonly userId: string;
  readonly botId: string;
  /** The workspace's id; undefined before start. */
  readonly teamId?: string | undefined;
  /** The organisation that the workspace belongs to, in Enterprise Grid. */
  readonly organisation?: string | undefined;
  /** The workspace's URL; ends in a slash. */
  readonly url?: string | undefined;
}

/** The fields of an `event_callback` that we read. Source: docs.slack.dev apis/events-api, 2026-11-21. */
export interface Delivery extends Authorization {
  readonly event_id: string;
  readonly team_id?: string;
  readonly authorizations?: readonly Authorization[];
  readonly event: Message;
}

interface Authorization {
  readonly team_id?: string | null;
  readonly enterprise_id?: string | null;
  readonly is_enterprise_install?: boolean;
}

/** An `app_mention` or a `message`. Source: docs.slack.dev reference/events/message, app_mention; 2026-11-21. */
export interface Message {
  readonly type: string;
  readonly subtype?: string | undefined;
  readonly hidden?: boolean | undefined;
  readonly channel?: string | undefined;
  readonly channel_type?: string | undefined;
  readonly user?: string | undefined;
  readonly bot_id?: string | undefined;
  readonly text?: string | undefined;
  readonly ts?: string | undefined;
  readonly thread_ts?: string | undefined;
  readonly team?: string | undefined;
  readonly user_team?: string | undefined;
  /** Present when a person edited the message. */
  readonly edited?: { readonly ts: string } | undefined;
  /** In `message_changed`: the new version. */
  readonly message?: Message | undefined;
  /** In `message_changed` and `message_deleted`: the old version. */
  readonly previous_message?: Message | undefined;
  readonly deleted_ts?: string | undefined;
  readonly blocks?: unknown;
  readonly attachments?: unknown;
  readonly files?: unknown;
  /** The name under which an app posted. */
  readonly username?: string | undefined;
}

/** Subtypes of messages that people write; all others report events. */
const writtenSubtypes: ReadonlySet<string | undefined> = new Set([undefined, 'file_share', 'thread_broadcast']);

const ignoredSubtypes: ReadonlyMap<string | undefined, IgnoredReason> = new Map([
  ['message_changed', 'edited'],
  ['message_deleted', 'deleted'],
  ['message_replied', 'hidden'],
  ['bot_message', 'bot'],
]);

/** The question, or the reason to ignore the event. */
export function toQuestion(delivery: Delivery, self: Self): Question | IgnoredReason {
  const { event } = delivery;
  const reason = reasonToIgnore(event, self);
  if (reason) return reason;
  const { channel, user, ts, text = '', edited } = event;
  if (!channel || !user || !ts) return 'incomplete';
  const addressed = addressedAs(event, self);
  const isUnaddressed = addressed === 'follow_up' || addressed === 'auto';
  // Slack sends a mention again when it is edited, however old it is.
  if (edited && Number(edited.ts) - Number(ts) > maxEditS) return 'edited';
  const read = readMessage(event, self.userId);
  const question = questionIn(read);
  if (question === '' && read.files.length === 0 && isUnaddressed) return 'empty';
  const installation = installationOf(delivery);
  return {
    ...questionAt(delivery, channel, ts, event.thread_ts),
    eventId: delivery.event_id,
    asker: toPerson(user, installation, event.user_team, event.team),
    addressed,
    text: question,
    askedAt: Math.round(Number(ts) * 1_000),
    ...(read.files.length > 0 && { files: read.files }),
    ...(read.unread.length > 0 && { reading: { unread: read.unread } }),
    ...wordsOfOthers(read, channel, installation),
    ...placeIn({ id: channel, type: event.channel_type }),
    ...(isUnaddressed && isToPeople(text) && { isToSomebody: true }),
  };
}

/** How long after it was written a message that an edit addresses to us is still answered, in seconds. */
const maxEditS = 10 * 60;

/**
 * Whose words a message contains besides its author's, and where they were written: what was forwarded from a private channel
 * stays private. `author`: who wrote the message, if somebody else asks about it.
 */
export function wordsOfOthers(
  { quoted }: Pick<ReadMessage, 'quoted'>,
  channel: string,
  installation: string,
  author?: string,
): Pick<Question, 'about' | 'quotedFrom'> {
  const authors = quoted.flatMap((quote) => (quote.author === undefined ? [] : [toPerson(quote.author, installation)]));
  const about = new Set([...(author === undefined ? [] : [author]), ...authors]);
  // A forward that does not say where it is from has no known place.
  const elsewhere = new Set(quoted.map((quote) => quote.channel ?? '').filter((id) => id !== channel));
  return {
    ...(about.size > 0 && { about: [...about] }),
    ...(elsewhere.size > 0 && { quotedFrom: [...elsewhere].map((id) => threadRef(installation, id, '')) }),
  };
}

/** The id and thread of the question in a message. `root` defaults to the message itself. */
export function questionAt(
  delivery: Delivery,
  channel: string,
  ts: string,
  root: string = ts,
): Pick<Question, 'id' | 'thread'> {
  const installation = installationOf(delivery);
  return { id: `slack:${installation}:${channel}:${ts}`, thread: threadRef(installation, channel, root) };
}

/** A place in Slack. `thread` is the ts of the thread's root; '' means the channel itself. */
export function threadRef(installation: string, channel: string, thread: string, address?: string): ThreadRef {
  return { platform: 'slack', installation, channel, thread, ...(address !== undefined && { address }) };
}

/** The workspace or organisation whose installation sees the event; in shared channels `team_id` may be another team. */
export function installationOf(delivery: Omit<Delivery, 'event' | 'event_id'>): string {
  // After an uninstall there are no authorizations.
  const seenBy = delivery.authorizations?.[0] ?? delivery;
  const organisation = seenBy.is_enterprise_install ? seenBy.enterprise_id : undefined;
  return organisation ?? seenBy.team_id ?? delivery.team_id ?? '';
}

/** Edits are ruled out first: each edit of ours is such an event, and answering those would loop for ever. */
function reasonToIgnore(event: Message, self: Self): IgnoredReason | undefined {
  if (!writtenSubtypes.has(event.subtype)) return ignoredSubtypes.get(event.subtype) ?? 'system';
  if (event.hidden) return 'hidden';
  if (event.user === self.userId || event.bot_id === self.botId) return 'own';
  if (event.bot_id || event.user?.startsWith('USLACK')) return 'bot';
  return undefined;
}

function addressedAs(event: Message, self: Self): Addressed {
  if (event.type === 'app_mention') return 'mention';
  if (event.channel_type === 'im') return 'direct';
  if (mentions(event.text ?? '', self.userId)) return 'mention';
  const inThread = event.thread_ts !== undefined && event.thread_ts !== event.ts;
  return inThread ? 'follow_up' : 'auto';
}
