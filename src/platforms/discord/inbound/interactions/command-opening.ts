/** Reads and writes `Question.opens` for a question without a message of its own: from a command or a press. Pure. */
import { PermissionFlagsBits } from 'discord.js';
import type { CommandEvent } from '../../native-events.ts';
import type { ChannelInfo } from '../../thread-refs.ts';

/** What `open` needs to know of a command, kept in `Question.opens`. */
export interface CommandOpening {
  readonly token: string;
  /** Whether it was typed in a channel, so that there is no thread or direct conversation yet. */
  readonly inChannel: boolean;
  /** It is answered for its asker only. */
  readonly isPrivate?: true;
  /** It shares a known answer; the name of the person who shares it. */
  readonly sharedBy?: string;
  /** Whether we may post where it was typed, and make threads there. */
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

/** What `toCommand` kept for `open`; undefined for the opening of a message. */
export function readOpening(opens: string): CommandOpening | undefined {
  if (!opens.startsWith('{')) return undefined;
  // Written by openingOf above and kept by the store as it is.
  return JSON.parse(opens) as CommandOpening;
}

const openingPrefix = 'pressed by ';

/** For a question of somebody that is posted where it is answered. */
export function openingBy(person: string): string {
  return openingPrefix + person;
}

/** The person from `openingBy`; undefined for other questions. */
export function readPresser(opens: string): string | undefined {
  return opens.startsWith(openingPrefix) ? opens.slice(openingPrefix.length) : undefined;
}
