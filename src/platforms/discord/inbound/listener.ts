/**
 * Gateway events handed to the core. Discord delivers a message once, so a message waits here for a store that fails; what
 * was missed altogether is read afterwards (backfill.ts).
 */
import type { Client } from 'discord.js';
import type { MessageEvent, ReadyEvent, ServerEvent } from '../native-events.ts';
import { createBackfill } from './backfill.ts';
import { createChannelLookup, namesIn, selfIn, withCategory } from './channels.ts';
import { ignoredReason, toQuestion } from './events.ts';
import { createInteractions, type InteractionOptions, type Interactions } from './interactions.ts';
import { cursorKey, type ReadCursors, timestampOf } from './read-cursors.ts';
import { withRetries } from './retry.ts';

export interface ListenerOptions extends InteractionOptions {
  /** Aborts when no more events are wanted. */
  readonly signal: AbortSignal;
  /** undefined: missed messages are not read. */
  readonly cursors?: ReadCursors | undefined;
}

export interface Listener extends Interactions {
  onMessage(message: MessageEvent, client: Client): Promise<void>;
  onReady(ready: ReadyEvent, client: Client): Promise<void>;
  onServer(server: ServerEvent, client: Client): Promise<void>;
}

export function createListener(options: ListenerOptions): Listener {
  const { api, handlers, logger, cursors } = options;
  const channels = createChannelLookup(api);
  const backfill = cursors && createBackfill({ ...options, cursors, handle });

  return {
    ...createInteractions(options),
    onMessage,
    onReady: async (ready, client) => backfill?.onReady(ready, client),
    onServer: async (server, client) => backfill?.onServer(server, client),
  };

  async function onMessage(message: MessageEvent, client: Client): Promise<void> {
    const handled = cursors?.hold(cursorKey(message.guild_id, message.channel_id), timestampOf(message.id));
    if (!ignoredReason(message, selfIn(client, message.guild_id))) await backfill?.caughtUp(message.channel_id);
    if ((await handle(message, client)) === 'done') handled?.();
  }

  async function handle(message: MessageEvent, client: Client): Promise<'done' | 'stopped'> {
    const self = selfIn(client, message.guild_id);
    if (ignoredReason(message, self)) return 'done';
    return withRetries(options, async () => {
      const channel = await channels.of(message, client);
      const names = namesIn(client, message.guild_id);
      const question = channel === 'inaccessible' ? channel : toQuestion(message, channel, self, names);
      if (typeof question === 'string') logger.debug({ reason: question }, 'message ignored');
      else await handlers.question(withCategory(question, client));
    });
  }
}
