/**
 * Who can see a channel: its kind, named by events or looked up in Slack and cached, and whether the bot can, which sees only
 * its own workspace, and channels whose messages it may read.
 */
import { BoundedCache, createLookUps } from '../../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../../kit/base/clock.ts';
import type { PlaceKind, Question } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { WebApi } from './web-api.ts';

/** How events name a channel: the id, and the type or the name if they say. */
export interface NamedChannel {
  readonly id: string;
  readonly type?: string | undefined;
  readonly name?: unknown;
}

/** Source: docs.slack.dev reference/events/message (channel_type), 2026-11-21. */
const types: Readonly<Record<string, PlaceKind>> = {
  im: 'direct',
  app_home: 'direct',
  mpim: 'group',
  group: 'private',
  channel: 'public',
};

/**
 * What an event says about its channel; undefined for a public one in a command or press, whose name could also be that of a
 * private channel. Pure.
 */
export function kindOf({ id, type = '', name }: NamedChannel): PlaceKind | undefined {
  if (id.startsWith('D') || name === 'directmessage') return 'direct';
  // `mpdm-ada--bob-1` names a group direct message.
  if (typeof name === 'string' && name.startsWith('mpdm-')) return 'group';
  return name === 'privategroup' ? 'private' : types[type];
}

/** The field of a question asked there. */
export function placeIn(channel: NamedChannel): Pick<Question, 'place'> {
  const place = kindOf(channel);
  return place ? { place } : {};
}

export interface ChannelKinds {
  /** Keeps what an event says. */
  note(channel: NamedChannel): void;
  /** undefined if Slack does not say in time. Never fails. */
  of(channel: string): Promise<PlaceKind | undefined>;
}

const maxChannels = 5_000;
/** A channel can become private. */
const keptMs = 10 * 60_000;

export function createChannelKinds(api: WebApi, clock: Clock): ChannelKinds {
  const known = new BoundedCache<string, { readonly kind: PlaceKind; readonly at: number }>(maxChannels);

  const lookUp = createLookUps<PlaceKind>(clock, { max: maxChannels, keptMs });
  const waiting = new Map<string, PromiseWithResolvers<PlaceKind>>();

  return {
    note,
    async of(id) {
      if (id === '') return undefined;
      const said = kindOf({ id });
      const kept = known.get(id);
      if (said || (kept && clock.now() - kept.at < keptMs)) return said ?? kept?.kind;
      // Of the two events of a mention, the one that names the kind may come second, but before Slack answers.
      const named = waiting.get(id) ?? Promise.withResolvers<PlaceKind>();
      waiting.set(id, named);
      try {
        return await Promise.race([named.promise, lookUp(id, () => ask(id))]);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        return undefined;
      } finally {
        waiting.delete(id);
      }
    },
  };

  /** Fails with PlatformError, also if Slack does not say. */
  async function ask(id: string): Promise<PlaceKind> {
    const { channel } = await api.attemptQuickly(({ conversations }) => conversations.info({ channel: id }));
    if (!channel) throw new PlatformError('unavailable');
    return channel.is_im ? 'direct' : channel.is_mpim ? 'group' : channel.is_private ? 'private' : 'public';
  }

  function note(channel: NamedChannel): void {
    const kind = kindOf(channel);
    if (!kind) return;
    known.set(channel.id, { kind, at: clock.now() });
    waiting.get(channel.id)?.resolve(kind);
  }
}

/** Fails with PlatformError when Slack does not say. */
export async function canSee(api: WebApi, kind: 'server' | 'channel', id: string): Promise<boolean> {
  if (kind === 'server') {
    const { team_id, enterprise_id } = await api.whoAmI();
    return id === team_id || id === enterprise_id;
  }
  try {
    await api.attempt(({ conversations }) => conversations.history({ channel: id, limit: 1 }));
    return true;
  } catch (error) {
    if (error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'thread_gone')) return false;
    throw error;
  }
}
