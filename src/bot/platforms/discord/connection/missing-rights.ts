/**
 * Notices for the operator about permissions that the bot lacks in a channel, and about what the server's moderation refused, with
 * the step that fixes each. Pure.
 */
import { RESTJSONErrorCodes, RequestMethod } from 'discord.js';
import type { PlatformError } from '../../../core/model/errors.ts';
import type { OperatorNotice } from '../../../core/ports/handlers.ts';
import { discordCodeOf } from '../errors.ts';

/** A channel; for a thread, its parent channel. */
export interface NamedChannel {
  readonly id: string;
  readonly name?: string | undefined;
}

const refusals: readonly (number | undefined)[] = [
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
];

/** The permissions that a call needs, by method and route below `/channels/:id`. */
const rights: Readonly<Record<string, readonly [id: string, names: string]>> = {
  [`${RequestMethod.Post} /messages`]: ['write', '“View Channel”, “Send Messages” and “Send Messages in Threads”'],
  [`${RequestMethod.Post} /typing`]: ['write', '“View Channel”, “Send Messages” and “Send Messages in Threads”'],
  [`${RequestMethod.Post} /messages/:id/threads`]: ['threads', '“Create Public Threads”'],
  [`${RequestMethod.Patch} `]: ['tags', '“Manage Threads”'],
};

/** What the server's moderation refused. Source: developer docs "Topics: Opcodes and Status Codes, JSON", read 2026-11-28. */
const moderated: Readonly<Record<number, string>> = {
  [RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration]: 'a message',
  [RESTJSONErrorCodes.TitleWasBlockedByAutomaticModeration]: 'the title of a thread',
  [RESTJSONErrorCodes.MessageBlockedByHarmfulLinksFilter]: 'a link that it takes for harmful',
  [RESTJSONErrorCodes.ExplicitContentCannotBeSentToTheDesiredRecipient]: 'a message as explicit',
};

/** Why a call was refused, if an operator can change that: a permission that it lacked, or the server's moderation. */
export function noticeFor(
  method: RequestMethod,
  route: string,
  error: PlatformError,
  channelOf: (id: string) => NamedChannel,
): OperatorNotice | undefined {
  const [, id = '', rest = ''] = /^\/channels\/(\d+)(.*)$/.exec(route) ?? [];
  const code = discordCodeOf(error);
  const what = code === undefined ? undefined : moderated[code];
  if (what !== undefined) return moderatedIn(channelOf(id), code, what);
  const right = rights[`${method} ${rest.replace(/\d+/g, ':id')}`];
  if (!right || !refusals.includes(code)) return undefined;
  return missingIn(channelOf(id), ...right);
}

function moderatedIn(channel: NamedChannel, code: number | undefined, what: string): OperatorNotice {
  const step = 'allow Docent’s role in Server Settings, AutoMod, or change what the answer quotes from your docs';
  const detail = `Discord’s moderation refused ${what} of Docent in ${nameOf(channel)} (${code}): ${step}.`;
  return { id: `moderation:${code}:${channel.id}`, detail };
}

/** The bot may not open threads in the channel, or may not write in them. */
export function missingThreads(channel: NamedChannel): OperatorNotice {
  return missingIn(channel, 'threads', '“Create Public Threads” and “Send Messages in Threads”');
}

/** docent.yaml names a tag that the forum does not have. */
export function missingTag(channel: NamedChannel, tag: string): OperatorNotice {
  const step = 'create it in the forum’s settings, or change answeredTag in docent.yaml';
  return { id: `tag:${channel.id}:${tag}`, detail: `There is no tag “${tag}” in ${nameOf(channel)}: ${step}.` };
}

function missingIn(channel: NamedChannel, right: string, names: string): OperatorNotice {
  const step = 'open the channel’s settings, Permissions, and allow it for Docent’s role';
  return { id: `${right}:${channel.id}`, detail: `Docent lacks ${names} in ${nameOf(channel)}: ${step}.` };
}

function nameOf({ id, name }: NamedChannel): string {
  return name === undefined ? `the channel ${id}` : `#${name} (${id})`;
}
