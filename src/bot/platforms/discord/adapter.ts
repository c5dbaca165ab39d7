/** The Platform for Discord, assembled from its rooms: connection, inbound, outbound, limits. */
import { type Client, RequestMethod, type RouteLike, Routes } from 'discord.js';
import { type Clock, systemClock } from '../../../kit/base/clock.ts';
import type { Logger } from '../../../kit/base/logger.ts';
import { StoreError } from '../../../kit/sql/store-errors.ts';
import { draftKinds } from '../../core/model/draft.ts';
import { ConfigError, PlatformError } from '../../core/model/errors.ts';
import type { Handlers } from '../../core/ports/handlers.ts';
import type { Health, Platform } from '../../core/ports/platform.ts';
import { channelOf, rightsIn } from './connection/cached-channels.ts';
import type { Shards } from './connection/client.ts';
import { type Connection, createConnection } from './connection/connection.ts';
import { ContentIntent, contentAdvice } from './connection/content-intent.ts';
import { readFile } from './connection/files.ts';
import { missingTag, missingThreads, noticeFor } from './connection/missing-rights.ts';
import { createReaders } from './connection/readers.ts';
import { type Api, createApi } from './connection/rest.ts';
import { canSee } from './connection/visibility.ts';
import { createReadCursors, type ReadCursors } from './inbound/backfill/read-cursors.ts';
import { CommandRegistration } from './inbound/interactions/register-commands.ts';
import { editAnswer } from './inbound/interactions/responses.ts';
import { createListener, type Listener } from './inbound/listener.ts';
import { createMembership, nameOf } from './inbound/messages/members.ts';
import { createBudgets } from './limits/budgets.ts';
import { createLimits } from './limits/learned-limits.ts';
import { markAnswered } from './outbound/answered-tag.ts';
import { removeIfEmpty } from './outbound/empty-thread.ts';
import { createMessages } from './outbound/messages.ts';
import { fits, renderMarkdown } from './outbound/render.ts';
import { earlierIn } from './outbound/thread-history.ts';
import { readObject } from './read-json.ts';
import { linkTo } from './thread-refs.ts';

export interface DiscordOptions {
  readonly token: string;
  /** Registers the commands in this server only, where they become available immediately. */
  readonly guildId?: string;
  /** Ends in /api, without a version. */
  readonly apiUrl?: string;
  /** The shards that this process serves, by default all of `count`. undefined: a single shard. */
  readonly shards?: { readonly ids?: readonly number[]; readonly count: number | 'auto' };
  readonly logger: Logger;
  readonly clock?: Clock;
}

const wrongToken = 'Discord rejects DISCORD_TOKEN; create a new one and restart Docent.';

/** Does nothing before `start`, which may be called again after it failed. */
export function createDiscordPlatform(options: DiscordOptions): Platform {
  const { token, guildId, apiUrl, shards, logger, clock = systemClock } = options;
  const limits = createLimits(clock);
  let activeHandlers: Handlers | undefined;
  const api = createApi(token, apiUrl, limits, clock, (method, route, error) => {
    const notice = noticeFor(method, route, error, (id) => channelOf(clients(), id));
    if (notice) activeHandlers?.tellOperators(notice);
  });
  const content = new ContentIntent(() => activeHandlers?.tellOperators({ id: 'intent', detail: contentAdvice }));
  const stopping = new AbortController();
  let connection: Connection | undefined;
  let listener: Listener | undefined;
  let cursors: ReadCursors | undefined;
  let registration: CommandRegistration | undefined;
  let background: readonly Promise<void>[] = [];
  const clients = (): readonly Client[] => connection?.clients() ?? [];
  const ourId = (): string | undefined => clients().find(({ user }) => user)?.user?.id;
  const messages = createMessages({
    api,
    clock,
    applicationId,
    rightsIn: (channel) => rightsIn(clients(), channel),
    acknowledged: (questionId) => listener?.acknowledged(questionId),
    onNoThreads: (channel) => activeHandlers?.tellOperators(missingThreads(channelOf(clients(), channel))),
  });
  const { kindOf, mayRead } = createReaders(api, clock, clients);

  return {
    name: 'discord',
    isolatesWorkspaces: false,
    start,
    stop,
    health,
    silentMs: () => connection?.silentMs(),
    ...messages,
    fits,
    budgets: createBudgets(limits),
    isLive: () => true,
    places: { kindOf, canSee: (kind, id) => canSee(api, kind, id) },
    people: { nameOf: (person) => nameOf(api, person), mayRead, isMember: createMembership(api, clock) },
    files: {
      describe: async (file) => file,
      read: (file, maxBytes) => readFile(file, maxBytes, { apiUrl, clock, logger }),
    },
    threads: {
      earlierIn: (thread, question) =>
        earlierIn(thread, question, {
          api,
          mayRead: () => !content.isRefused,
          ourId,
        }),
      removeIfEmpty: (thread) =>
        removeIfEmpty(thread, { api, ourId, rightsIn: (channel) => rightsIn(clients(), channel) }),
      linkTo,
      markAnswered: (thread, tag) =>
        markAnswered(thread, tag, {
          api,
          onNoTag: (forum) => activeHandlers?.tellOperators(missingTag(channelOf(clients(), forum), tag)),
        }),
    },
    deployCommand: {
      field: (name, value) => `${name}:${value}`,
      async tellRequester({ replyAddress: token }, reply) {
        if (token !== undefined) await editAnswer(applicationId(), token, reply, { api, renderMarkdown });
      },
    },
  };

  async function start(handlers: Handlers): Promise<void> {
    const { signal } = stopping;
    activeHandlers = handlers;
    const read = await loadCursors(handlers, logger);
    cursors = read;
    listener = createListener({ api, handlers, logger, clock, signal, cursors: read, renderMarkdown });
    connection = createConnection({
      token,
      shards: await wantedShards(),
      apiUrl,
      limits,
      content,
      logger,
      clock,
      ...listener,
    });
    await connection.connect();
    try {
      const place = { platform: 'discord', installation: guildId ?? '', channel: '', thread: '' };
      const wordingOf = (locale: string) => handlers.wordingFor(place, locale);
      const drafts = draftKinds.filter((kind) => handlers.drafting[kind]);
      const options = { api, applicationId: applicationId(), guildId, wordingOf, drafts, logger, clock, signal };
      registration = new CommandRegistration(options);
      await registration.start();
      background = [registration.keepTrying(), read.keepSaving(clock, signal)];
    } catch (error) {
      await connection.close();
      connection = undefined;
      throw error;
    }
  }

  async function wantedShards(): Promise<Shards | undefined> {
    if (!shards) return undefined;
    const count =
      shards.count === 'auto'
        ? (readObject<{ readonly shards?: number }>(await lookUp(api, Routes.gatewayBot())).shards ?? 1)
        : shards.count;
    return { ids: shards.ids ?? Array.from({ length: count }, (_, id) => id), count };
  }

  async function stop(): Promise<void> {
    stopping.abort();
    api.close();
    await connection?.close();
    await Promise.all(background);
    await cursors?.save();
  }

  function health(): Health {
    if (api.refused()) return { state: 'dead', detail: wrongToken };
    const found = connection?.health() ?? { state: 'starting' };
    if (found.state !== 'ready') return found;
    const advice = [content.isRefused ? contentAdvice : undefined, registration?.detail].filter((one) => one);
    return advice.length === 0 ? found : { ...found, detail: advice.join(' ') };
  }

  function applicationId(): string {
    const id = clients()[0]?.application?.id;
    if (id === undefined) throw new PlatformError('unavailable');
    return id;
  }
}

async function lookUp(api: Api, route: RouteLike): Promise<unknown> {
  try {
    return await api.call(RequestMethod.Get, route);
  } catch (error) {
    throw api.refused() ? new ConfigError([wrongToken]) : error;
  }
}

/** Without the cursors nothing shows which messages were missed, so the start fails and is retried. */
async function loadCursors(handlers: Handlers, logger: Logger): Promise<ReadCursors> {
  try {
    return await createReadCursors(handlers.readCursors, logger);
  } catch (error) {
    throw error instanceof StoreError ? new PlatformError('unavailable', { cause: error }) : error;
  }
}
