/** What a Web API method is (quota, scope, arguments, action), and the look-ups that many methods share. */

import type { SlackChannel, SlackUser } from '../world/seed.ts';
import type { JsonObject, Message, Workspace } from '../world/state.ts';
import { type Checked, check, Refusal, type Rules } from '../world/validation.ts';
import type { Tier } from './limits.ts';

/** What a method may ask of the call it serves. */
export interface Call {
  /** Refuses with `missing_scope` when the token lacks it. */
  need(scope: string): void;
  /** Notes something that Slack would let pass and that Docent must not do. */
  note(detail: string): void;
}

export interface Method {
  readonly tier: Tier;
  readonly scope: string | undefined;
  /** Called with the app-level token instead of the bot's. */
  readonly appLevel: boolean;
  readonly rules: Rules;
  run(sent: JsonObject, call: Call): JsonObject;
}

export type Methods = Readonly<Record<string, Method>>;

interface Spec<R extends Rules> {
  readonly tier: Tier;
  readonly scope?: string;
  readonly appLevel?: boolean;
  readonly rules: R;
  run(given: Checked<R>, call: Call): JsonObject;
}

export function method<R extends Rules>(spec: Spec<R>): Method {
  const { tier, scope, appLevel = false, rules } = spec;
  return { tier, scope, appLevel, rules, run: (sent, call) => spec.run(check(rules, sent), call) };
}

/** The channel as the app may see it: a private one without the app does not exist for it. */
export function visibleChannel(workspace: Workspace, id: string): SlackChannel {
  const channel = workspace.channels.get(id);
  const hidden = channel && channel.kind !== 'channel' && !channel.members.includes(workspace.botUserId);
  if (!channel || hidden) throw new Refusal('channel_not_found');
  return channel;
}

/** The channel, when the app is in it. A user's id stands for the direct messages with that person. */
export function joinedChannel(workspace: Workspace, id: string): SlackChannel {
  const channel = directChannel(workspace, id) ?? visibleChannel(workspace, id);
  if (!channel.members.includes(workspace.botUserId)) throw new Refusal('not_in_channel');
  return channel;
}

export function directChannel(workspace: Workspace, userId: string): SlackChannel | undefined {
  return [...workspace.channels.values()].find(
    (one) => one.kind === 'im' && one.members.includes(userId) && userId !== workspace.botUserId,
  );
}

export function knownUser(workspace: Workspace, id: string): SlackUser {
  const user = workspace.users.get(id);
  if (!user) throw new Refusal('user_not_found');
  return user;
}

/** Any message that all may see, or the refusal. */
export function knownMessage(workspace: Workspace, channel: string, ts: string): Message {
  const message = workspace.find(channel, ts);
  if (!message || message.visibleTo) throw new Refusal('message_not_found');
  return message;
}

/** What `cursor` and `limit` ask for, and where it goes on. Cursors are opaque: base64 of the next item's place. */
export function page<T>(items: readonly T[], limit: number, cursor: string | undefined): { items: T[]; next: string } {
  const from = cursor ? Number(Buffer.from(cursor, 'base64').toString()) : 0;
  if (!Number.isInteger(from) || from < 0) throw new Refusal('invalid_cursor');
  const to = from + limit;
  return { items: items.slice(from, to), next: to < items.length ? Buffer.from(String(to)).toString('base64') : '' };
}
