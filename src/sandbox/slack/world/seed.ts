/** The initial people and channels. The ids look like Slack's and never change, since tests and configurations use them. */

export interface SlackUser {
  readonly id: string;
  /** The handle, without @. */
  readonly name: string;
  readonly realName: string;
  readonly role: 'owner' | 'admin' | 'member' | 'guest' | 'single_channel_guest' | 'bot';
  /** Only for people from another workspace, who see shared channels. */
  readonly teamId?: string;
  /** Organisations only: the person's workspaces. Default: this one. */
  readonly teams?: readonly string[];
  /** From another workspace, and not in any channel that the app can see. */
  readonly isStranger?: true;
  readonly deactivated?: true;
  /** Their language in Slack. Default: `en-US`. */
  readonly locale?: string;
  /** Apps only: marks their messages. */
  readonly botId?: string;
  /** Six hex digits, for the avatar. */
  readonly colour: string;
}

export type ChannelKind = 'channel' | 'private' | 'im';

export interface SlackChannel {
  readonly id: string;
  /** Without #; for an im, the person's handle. */
  readonly name: string;
  readonly kind: ChannelKind;
  readonly topic: string;
  readonly members: readonly string[];
  readonly archived: boolean;
}

export interface UserGroup {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly members: readonly string[];
}

/** A workspace as outsiders see it. */
export interface Team {
  readonly id: string;
  readonly name: string;
  /** `https://DOMAIN.slack.com/` */
  readonly domain: string;
  /** Set if the app is installed in the whole organisation of this id. */
  readonly organization?: string;
}

export const teamId = 'T0DOCENT01';
export const seededTeam: Team = { id: teamId, name: 'Example Docs', domain: 'example-docs' };
export const appId = 'A0DOCENT01';
export const botUserId = 'U0DOCENT01';
export const botId = 'B0DOCENT01';

export const seededUsers: readonly SlackUser[] = [
  { id: 'U0ADA00001', name: 'ada', realName: 'Ada Byron', role: 'admin', colour: '9f69e7' },
  { id: 'U0GRACE001', name: 'grace', realName: 'Grace Murray', role: 'member', colour: '4bbe2e' },
  { id: 'U0LINUS001', name: 'linus', realName: 'Linus Berg', role: 'member', colour: 'e7392d' },
  { id: 'U0GUEST001', name: 'noor', realName: 'Noor Visser', role: 'guest', colour: '3c989f' },
  { id: botUserId, name: 'docent', realName: 'Docent', role: 'bot', botId, colour: '2f6feb' },
  { id: 'U0BUILD001', name: 'buildbot', realName: 'Build bot', role: 'bot', botId: 'B0BUILD001', colour: '8a6d3b' },
];

const bots = seededUsers.filter((user) => user.role === 'bot').map((user) => user.id);
const people = seededUsers.filter((user) => user.role !== 'bot').map((user) => user.id);

export const seededChannels: readonly SlackChannel[] = [
  channel('C0GENERAL1', 'general', 'channel', 'Company-wide announcements', [...people, ...bots]),
  channel('C0DOCSHELP', 'docs-help', 'channel', 'Ask anything about the documentation', [...people, ...bots]),
  channel('G0WRITERS1', 'docs-writers', 'private', 'Drafts and reviews', ['U0ADA00001', 'U0GRACE001', botUserId]),
  channel('C0NOBOT001', 'no-bot-here', 'channel', 'Docent has not been invited', people),
  ...seededUsers
    .filter((user) => user.role !== 'bot')
    .map((user) => channel(`D0${user.id.slice(2)}`, user.name, 'im', '', [user.id, botUserId])),
];

export const seededGroups: readonly UserGroup[] = [
  { id: 'S0DEPLOY01', handle: 'docs-deployers', name: 'Docs deployers', members: ['U0ADA00001', 'U0GRACE001'] },
];

function channel(id: string, name: string, kind: ChannelKind, topic: string, members: readonly string[]): SlackChannel {
  return { id, name, kind, topic, members, archived: false };
}
