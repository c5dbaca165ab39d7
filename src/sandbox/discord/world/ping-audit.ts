/**
 * What the app's messages would have done to people: an oracle for tests. In: changes. Out: every ping, and every live
 * token and link of every version of every message that the app posted, each once.
 */
import { linksIn, mentionsIn, type Token } from './markdown.ts';
import type { Mentions } from './mentions.ts';
import { type Message, MessageFlag } from './message.ts';
import type { Change, World } from './state.ts';

/** Somebody was really pinged. */
export interface Ping {
  readonly kind: 'broadcast' | 'role' | 'person';
  /** Whose; of broadcasts the server's. */
  readonly id: string;
  readonly channel: string;
  readonly message: string;
  /** An edit that pings because it said nothing of mentions. */
  readonly by: 'post' | 'edit';
}

/** Something live in what the app posted, and where. */
export interface LiveToken extends Token {
  readonly channel: string;
  readonly message: string;
  /** Of links: a card unfolds. */
  readonly preview?: boolean;
}

/** Watches from now on. */
export function createPingAudit(world: World) {
  const pings: Ping[] = [];
  const tokens = new Map<string, LiveToken>();
  world.onChange(see);
  return {
    pings: () => [...pings],
    tokens: () => [...tokens.values()].filter((token) => token.kind !== 'link'),
    links: () => [...tokens.values()].filter((token) => token.kind === 'link'),
  };

  function see(change: Change): void {
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
      ...linksIn(text).map((token) => ({ ...token, ...where, preview: !token.quiet && !suppressed })),
    ]);
    return found;
  }
}

/** The content, and whatever text stands in embeds and components. */
function textsOf(message: Message): string[] {
  const inner: string[] = [];
  JSON.stringify([message.embeds, message.components], (key, value) => {
    if (['title', 'description', 'content', 'value', 'text'].includes(key) && typeof value === 'string')
      inner.push(value);
    return value;
  });
  return [message.content, ...inner];
}
