/** The message shortcut "Ask Docent about this" -> a Question: the message's text, answered in the message's thread. Pure. */

import type { Question } from '../../../core/model/conversation.ts';
import { toAskedAbout } from '../../../core/model/people.ts';
import { toPerson } from '../connection/person.ts';
import { placeIn } from '../connection/visibility.ts';
import type { ButtonPress } from './buttons.ts';
import { installationOf, type Opening } from './commands.ts';
import { threadRef, wordsOfOthers } from './events.ts';
import { questionIn, readMessage } from './message-reader.ts';

export const askShortcut = 'ask_docent';

/** The fields of a `message_action` that we read. Source: docs.slack.dev interactivity/implementing-shortcuts, 2026-11-21. */
export interface Shortcut extends Omit<ButtonPress, 'actions' | 'message'> {
  readonly message: {
    readonly ts: string;
    readonly thread_ts?: string;
    readonly user?: string;
    readonly team?: string;
    readonly text?: string;
    readonly bot_id?: string;
    readonly blocks?: unknown;
    readonly attachments?: unknown;
    readonly files?: unknown;
  };
}

/**
 * Each person can ask about a message once; undefined when there is nothing to ask about. Where we may not post, the answer is
 * shown only to the asker, over the response URL.
 */
export function toQuestion(shortcut: Shortcut, self: string, now: number): Question | undefined {
  const { channel, message, user, team, enterprise, is_enterprise_install, trigger_id: eventId } = shortcut;
  const read = readMessage(message, self);
  const text = questionIn(read);
  if (!channel || (text === '' && read.files.length === 0)) return undefined;
  const installation = installationOf({ team_id: team?.id, enterprise_id: enterprise?.id, is_enterprise_install });
  const root = message.thread_ts ?? message.ts;
  const opening: Opening = {
    user: user.id,
    responseUrl: shortcut.response_url,
    ...(root === message.ts && { isRoot: true }),
  };
  return {
    id: toAskedAbout(`slack:${installation}:${channel.id}:${message.ts}`, user.id),
    eventId,
    thread: threadRef(installation, channel.id, root),
    asker: toPerson(user.id, installation, user.team_id),
    addressed: 'mention',
    text,
    askedAt: now,
    ...wordsOfOthers(
      read,
      channel.id,
      installation,
      message.user === undefined ? undefined : toPerson(message.user, installation, message.team),
    ),
    ...(read.files.length > 0 && { files: read.files }),
    ...(read.unread.length > 0 && { reading: { unread: read.unread } }),
    ...placeIn(channel),
    opens: JSON.stringify(opening),
  };
}
