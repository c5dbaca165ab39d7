/**
 * The routes that read the server, its users and the app, and that open direct messages.
 * Source: developer docs "Resources: Guild", "Resources: User", "Events: Gateway", read 2026-11-21.
 */
import { isObject, type JsonObject } from '../../json.ts';
import type { Sessions } from '../gateway/sessions.ts';
import { channelShape, guildShape, memberShape, roleShape, serverChannels, userShape } from '../shapes/resources.ts';
import { refusal, refuseProblems } from '../world/refusal.ts';
import type { DiscordUser } from '../world/seed.ts';
import type { World } from '../world/state.ts';
import { type Call, type Outcome, ok, type Route, route } from './route.ts';

/** The flag of apps with the message content intent. Source: developer docs "Resources: Application, Flags", read 2026-11-21. */
const messageContentLimited = 1 << 19;

/** What `GET /gateway/bot` reports. */
export interface GatewayFacts {
  readonly url: () => string;
  readonly starts: Sessions['starts'];
  /** How many shards may identify within the same five seconds. */
  readonly maxConcurrency: number;
}

/** `withContent`: whether the app has the message content intent. */
export function createGuildRoutes(world: World, withContent: boolean, gateway: GatewayFacts): Route[] {
  let hasContent = withContent;
  return [
    route('GET /gateway', () => ok({ url: gateway.url() })),
    route('GET /gateway/bot', readGateway),
    route('GET /users/@me', () => ok(userShape(user(world.botUserId)))),
    route('GET /users/@me/guilds', readGuilds),
    route('GET /users/:id', (call) => ok(userShape(user(call.id(0))))),
    route('POST /users/@me/channels', openDirect),
    route('GET /applications/@me', readApplication),
    route('PATCH /applications/@me', changeApplication),
    route('GET /oauth2/applications/@me', readApplication),
    route('GET /guilds/:id', (call) => ok(guildShape(guild(call)))),
    route('GET /guilds/:id/channels', readChannels),
    route('GET /guilds/:id/roles', (call) => ok([...guild(call).roles.values()].map(roleShape))),
    route('GET /guilds/:id/members/:id', (call) => ok(member(call))),
  ];

  function readGuilds(): Outcome {
    return ok([{ id: world.guildId, name: world.guildName, owner: false }]);
  }

  function readGateway(): Outcome {
    const { total, remaining } = gateway.starts();
    return ok({
      url: gateway.url(),
      shards: 1,
      session_start_limit: { total, remaining, reset_after: 86_400_000, max_concurrency: gateway.maxConcurrency },
    });
  }

  /** As in the developer portal: a changed intent shows immediately, and applies to the gateway from the sandbox's next start. */
  function changeApplication(call: Call): Outcome {
    const flags = isObject(call.body) ? Number(call.body.flags) : 0;
    if ((flags & messageContentLimited) !== 0) hasContent = true;
    return readApplication();
  }

  function readApplication(): Outcome {
    return ok({
      ...applicationShape(world, hasContent),
      name: 'Docent',
      description: '',
      bot: userShape(user(world.botUserId)),
    });
  }

  function openDirect(call: Call): Outcome {
    const recipient = isObject(call.body) ? String(call.body.recipient_id) : '';
    const channel = [...world.channels.values()].find(
      (candidate) => candidate.kind === 'dm' && candidate.recipient === recipient,
    );
    if (!world.users.has(recipient))
      refuseProblems([{ path: ['recipient_id'], code: 'NUMBER_TYPE_COERCE', message: 'Value is not a known user.' }]);
    if (!channel) throw refusal(50007);
    return ok(channelShape(world, channel));
  }

  function readChannels(call: Call): Outcome {
    return ok(serverChannels(guild(call)));
  }

  function member(call: Call): JsonObject {
    guild(call);
    const found = world.users.get(call.id(1));
    if (!found) throw refusal(10007);
    return { ...memberShape(found), user: userShape(found) };
  }

  function guild(call: Call): World {
    if (call.id(0) !== world.guildId) throw refusal(10004);
    return world;
  }

  function user(id: string): DiscordUser {
    const found = world.users.get(id);
    if (!found) throw refusal(10013);
    return found;
  }
}

/** The app, as in READY. */
export function applicationShape(world: World, withContent: boolean): JsonObject {
  return { id: world.applicationId, flags: withContent ? messageContentLimited : 0 };
}
