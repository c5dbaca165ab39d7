/** Records every ping, and every live token and link in any version of the app's messages, for tests to check. */
import { linksIn, mentionsIn, type Token } from './markdown.ts';
import type { Mentions } from './mentions.ts';
import { type Message, MessageFlag } from './message.ts';
import type { Change, World } from './state.ts';

export interface Ping {
  readonly kind: 'broadcast' | 'role' | 'person';
  /** The id of the user or role; for broadcasts, of the server. */
  readonly id: string;
  readonly channel: string;
  readonly message: string;
  /** An edit without `allowed_mentions` pings. */
  readonly by: 'post' | 'edit';
}

/** A live token in a message of the app. */
export interface LiveToken extends Token {
  readonly channel: string;
  readonly message: string;
  /** Links only: an embed unfolds. */
  readonly preview?: boolean;
}

/** Starts recording. */
export function createPingAudit(world: World) {
  const pings: Ping[] = [];
  const tokens = new Map<string, LiveToken>();
  world.onChange(record);
  return {
    pings: () => [...pings],
    tokens: () => [...tokens.values()].filter((token) => token.kind !== 'link'),
    links: () => [...tokens.values()].filter((token) => token.kind === 'link'),
  };

  function record(change: Change): void {
    if (change.kind !== 'posted' && change.kind !== 'edited') return;
    const { message } = change;
    if (message.author !== world.botUserId) return;
    const before = change.kind === 'edited' ? change.previous.mentions : undefined;
    pings.push(...pingsOf(message, before));
    for (const token of liveIn(message)) tokens.set(`${message.id} ${token.token} ${token.preview}`, token);
  }

  function pingsOf(message: Message, before: Mentions | undefined): Ping[] {
    const { users, roles, everyone } = message.mentions;
    if (message.visibleTo) return [];
    const where = { channel: message.channel, message: message.id, by: before ? ('edit' as const) : ('post' as const) };
    return [
      ...(everyone && !before?.everyone ? [{ kind: 'broadcast' as const, id: world.guildId, ...where }] : []),
      ...roles.filter((id) => !before?.roles.includes(id)).map((id) => ({ kind: 'role' as const, id, ...where })),
      ...users.filter((id) => !before?.users.includes(id)).map((id) => ({ kind: 'person' as const, id, ...where })),
    ];
  }

  function liveIn(message: Message): LiveToken[] {
    const where = { channel: message.channel, message: message.id };
    const suppressed = (message.flags & MessageFlag.suppressEmbeds) !== 0;
    const found = textsOf(message).flatMap((text): LiveToken[] => [
      ...mentionsIn(text).map((token) => ({ ...token, ...where })),
      ...linksIn(text).map((token) => ({ ...token, ...where, preview: !token.suppressed && !suppressed })),
    ]);
    return found;
  }
}

/** The content, and all text in embeds and components. */
function textsOf(message: Message): string[] {
  const inner: string[] = [];
  JSON.stringify([message.embeds, message.components], (key, value) => {
    if (['title', 'description', 'content', 'value', 'text'].includes(key) && typeof value === 'string')
      inner.push(value);
    return value;
  });
  return [message.content, ...inner];
}
