/** Reads and writes `Question.opens` for questions without a message of their own: from a command or a press. Pure. */
import { PermissionFlagsBits } from 'discord.js';
import type { CommandEvent } from '../../native-events.ts';
import type { ChannelInfo } from '../../thread-refs.ts';

/** What `open` needs to know about a command, stored in `Question.opens`. */
export interface CommandOpening {
  readonly token: string;
  /** Whether it was typed in a channel, and not in a thread or direct messages. */
  readonly inChannel: boolean;
  /** The answer is visible only to the asker. */
  readonly isPrivate?: true;
  /** Set when a finished answer is shared: the name of the person who shares it. */
  readonly sharedBy?: string;
  /** Whether we may post where it was typed, and start threads there. */
  readonly mayPost: boolean;
  readonly mayThread: boolean;
}

export function openingOf(event: CommandEvent, place: ChannelInfo): CommandOpening {
  const rights = BigInt(event.app_permissions ?? '0');
  const may = (...flags: readonly bigint[]): boolean =>
    flags.every((flag) => (rights & flag) === flag) || (rights & PermissionFlagsBits.Administrator) !== 0n;
  const { ViewChannel, SendMessages, SendMessagesInThreads, CreatePublicThreads } = PermissionFlagsBits;
  const inThread = may(ViewChannel, SendMessagesInThreads);
  return {
    token: event.token,
    inChannel: place.kind === 'channel',
    mayPost: place.kind === 'direct' || (place.kind === 'thread' ? inThread : may(ViewChannel, SendMessages)),
    mayThread: place.kind === 'channel' && place.threads && inThread && may(CreatePublicThreads),
  };
}

/** undefined unless `openingOf` wrote it. */
export function readOpening(opens: string): CommandOpening | undefined {
  if (!opens.startsWith('{')) return undefined;
  // The store returns what was written from openingOf, unchanged.
  return JSON.parse(opens) as CommandOpening;
}

const openingPrefix = 'pressed by ';

/** For a question that `person` asked by a button, and that is posted in the thread of its answer. */
export function openingBy(person: string): string {
  return openingPrefix + person;
}

/** The person from `openingBy`; undefined for other questions. */
export function readPresser(opens: string): string | undefined {
  return opens.startsWith(openingPrefix) ? opens.slice(openingPrefix.length) : undefined;
}
