/** Gateway failures, with the real discord.js. */

import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import type { Handlers } from '../../../../../src/bot/core/ports/handlers.ts';
import { createDiscordPlatform } from '../../../../../src/bot/platforms/discord/adapter.ts';
import type { Clock } from '../../../../../src/kit/base/clock.ts';
import type { DiscordSandbox, DiscordSandboxOptions } from '../../../../../src/sandbox/discord/sandbox.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { createFastClock, type FastClock } from '../../../../fakes/fast-clock.ts';
import { quietHandlers } from '../../../../fakes/handlers.ts';
import { silent } from '../../../../fakes/logger.ts';
import { until } from '../../../../sandbox/slack/until.ts';
import { type DiscordWorld, openDiscordWorld, userId } from '../world.ts';

let world: DiscordWorld | undefined;

afterEach(async () => {
  await world?.platform.stop();
  await world?.close();
  world = undefined;
});

interface Started {
  readonly world: DiscordWorld;
  readonly texts: string[];
}

async function open(
  sandbox: DiscordSandboxOptions = {},
  options: Parameters<typeof openDiscordWorld>[0] = {},
): Promise<DiscordWorld> {
  world = await openDiscordWorld({ sandbox, ...options });
  return world;
}

async function started(sandbox: DiscordSandboxOptions = {}, clock?: Clock): Promise<Started> {
  const texts: string[] = [];
  const opened = await open(sandbox, clock && { options: { clock } });
  await opened.platform.start(hearing(texts));
  return { world: opened, texts };
}

function hearing(texts: string[]): Handlers {
  const seen = new Set<string>();
  return {
    async question({ id, text }) {
      if (seen.has(id)) return 'duplicate';
      seen.add(id);
      texts.push(text);
      return 'accepted';
    },
    ...quietHandlers,
  };
}

function state({ platform }: DiscordWorld): string {
  return platform.health().state;
}

/** Lets seconds pass until the condition holds. */
function passing(clock: FastClock, holds: () => boolean): Promise<void> {
  return until(() => {
    void clock.skip(1_000);
    return holds();
  });
}

describe('a start', () => {
  it('names DISCORD_TOKEN when Discord rejects it', async () => {
    const { platform } = await open({}, { options: { token: 'no.such.token' } });
    const failure = platform.start(hearing([]));
    await expect(failure).rejects.toBeInstanceOf(ConfigError);
    await expect(failure).rejects.toThrow(/Discord rejects DISCORD_TOKEN.*Reset Token/);
  });

  it('continues without the Message Content intent if it is off, and reports where to switch it on', async () => {
    const clock = createFastClock(20);
    const { platform, discord, people } = await open({ messageContentIntent: false }, { options: { clock } });
    const texts: string[] = [];
    await platform.start(hearing(texts));
    await people.mention('Where are the keys?');
    await until(() => texts.length === 1);
    expect(texts).toEqual(['Where are the keys?']);
    const detail = expect.stringMatching(/“Message Content Intent”.*page “Bot”/);
    expect(platform.health()).toMatchObject({ state: 'ready', detail });
    expect(discord.connectionAttempts()).toBe(2);
  });

  it('names DISCORD_GUILD_ID when commands cannot be registered there', async () => {
    const { platform, discord } = await open({}, { options: { guildId: '100000000000000000' } });
    const failure = platform.start(hearing([]));
    await expect(failure).rejects.toBeInstanceOf(ConfigError);
    await expect(failure).rejects.toThrow(/DISCORD_GUILD_ID/);
    await until(() => discord.connections() === 0);
  });

  it('can be repeated after Discord was unreachable', async () => {
    const { platform, discord, people } = await open();
    discord.faults.failNext('GET /gateway/bot', { status: 502 });
    await expect(platform.start(hearing([]))).rejects.toMatchObject({ code: 'unavailable' });
    const texts: string[] = [];
    await platform.start(hearing(texts));
    expect(platform.health()).toEqual({ state: 'ready' });
    await people.direct('hello');
    expect(texts).toEqual(['hello']);
  });

  it('gives up after a time limit when only the gateway is unreachable', async () => {
    const { platform, discord } = await open({}, { options: { clock: createFastClock(100) } });
    discord.faults.refuseConnections(true);
    await expect(platform.start(hearing([]))).rejects.toBeInstanceOf(PlatformError);
  });

  it('leaves nothing behind when the gateway accepts connections but sends nothing', async () => {
    const clock = createManualClock();
    const sockets = new Set<Socket>();
    const silence = createServer((socket) => sockets.add(socket.resume())).listen(0, '127.0.0.1');
    await once(silence, 'listening');
    const gateway = `ws://127.0.0.1:${(silence.address() as AddressInfo).port}`;
    const api = createHttpServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ url: gateway, shards: 1, session_start_limit: { remaining: 9, max_concurrency: 1 } }),
      );
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/api`;
    const platform = createDiscordPlatform({ token: 'a.b.c', apiUrl, logger: silent, clock });
    const failure = platform.start(hearing([]));
    failure.catch(() => undefined);
    await until(() => sockets.size === 1);
    await clock.advance(31_000);
    await expect(failure).rejects.toMatchObject({ code: 'unavailable' });
    await until(() => [...sockets].every((socket) => socket.closed));
    await platform.stop();
    silence.close();
    api.close();
  });

  it('does not wait for an unavailable server, and already acknowledges commands', async () => {
    const { platform, discord } = await open();
    await registerCommands(discord);
    discord.faults.guildUnavailable(true);
    const texts: string[] = [];
    const starting = platform.start(hearing(texts));
    await until(() => discord.sessions() === 1);
    const channel = discord.channels.find(({ recipient }) => recipient === userId(discord, 'ada'))?.id ?? '';
    const command = { name: 'docs', options: { question: 'hello' }, channel, user: userId(discord, 'ada') };
    expect(await discord.command(command)).toMatchObject({ kind: 'deferred' });
    expect(platform.health().state).toBe('starting');
    await starting;
    expect(platform.health().state).toBe('ready');
    expect(texts).toEqual(['hello']);
  });
});

/** Registers the commands, as an earlier process would have. */
async function registerCommands(discord: DiscordSandbox): Promise<void> {
  const before = createDiscordPlatform({ token: discord.token, apiUrl: discord.apiUrl, logger: silent });
  await before.start(hearing([]));
  await before.stop();
}

describe('a connection', () => {
  it.each([
    ['breaks', ({ discord }: DiscordWorld) => discord.faults.dropSockets()],
    ['is asked to reconnect', ({ discord }: DiscordWorld) => discord.faults.op7()],
    ['gets an invalid session that can be resumed', ({ discord }: DiscordWorld) => discord.faults.op9(true)],
    ['is closed for an unknown reason', ({ discord }: DiscordWorld) => discord.faults.closeSockets(4000)],
  ])('loses no messages when it %s', async (_, happen) => {
    const { world, texts } = await started();
    happen(world);
    await world.discord.directMessage({ user: userId(world.discord, 'ada'), text: 'in the gap' });
    await until(() => texts.length === 1);
    await until(() => state(world) === 'ready');
    await world.people.direct('afterwards');
    expect(texts).toEqual(['in the gap', 'afterwards']);
  });

  it('survives an invalid session right after a resume', async () => {
    const { world, texts } = await started({}, createFastClock(20));
    world.discord.faults.dropSockets();
    await until(() => world.discord.sessions() === 0);
    // Both frames must arrive together, so a timer would be too late.
    while (world.discord.sessions() === 0) await new Promise((resolve) => setImmediate(resolve));
    world.discord.faults.op9(false);
    await until(() => world.discord.sessions() === 0);
    await until(() => world.discord.sessions() === 1 && state(world) === 'ready');
    await world.people.direct('still here');
    expect(texts).toEqual(['still here']);
  });

  it('starts a new session if attempts to resume are never answered', async () => {
    const clock = createFastClock(20);
    const { world, texts } = await started({}, clock);
    world.discord.faults.dropResumes(true);
    world.discord.faults.dropSockets();
    await until(() => state(world) === 'reconnecting');
    await passing(clock, () => state(world) === 'ready');
    await world.people.direct('hello again');
    expect(texts).toEqual(['hello again']);
  });

  it('is retried after 1, 2, 4 and up to 30 s while the gateway is unreachable, and then resumed', async () => {
    const clock = createFastClock(20);
    const { world, texts } = await started({}, clock);
    const { discord } = world;
    const before = discord.connectionAttempts();
    discord.faults.refuseConnections(true);
    discord.faults.dropSockets();
    await passing(clock, () => discord.connectionAttempts() - before >= 3);
    await discord.directMessage({ user: userId(discord, 'ada'), text: 'in the outage' });
    const since = clock.now();
    const attempts = discord.connectionAttempts();
    await passing(clock, () => clock.now() - since >= 120_000);
    // About six attempts: after 4, 8 and 16 s, then every 30 s.
    expect(discord.connectionAttempts() - attempts).toBeLessThanOrEqual(9);
    expect(discord.connectionAttempts() - attempts).toBeGreaterThanOrEqual(3);
    discord.faults.refuseConnections(false);
    await passing(clock, () => state(world) === 'ready');
    expect(texts).toEqual(['in the outage']);
  });
});

describe('a gateway that is connected and silent', () => {
  it('is reported within 60 s, and no longer once it delivers events again', async () => {
    const clock = createFastClock(20);
    const { world, texts } = await started({}, clock);
    const since = clock.now();
    world.discord.faults.freeze(true);
    await passing(clock, () => state(world) === 'reconnecting');
    expect(clock.now() - since).toBeLessThan(60_000);
    world.discord.faults.freeze(false);
    await until(() => state(world) === 'ready');
    await world.people.direct('awake?');
    expect(texts).toEqual(['awake?']);
  });

  it('is reconnected to until it responds', async () => {
    const clock = createFastClock(20);
    const { world, texts } = await started({}, clock);
    const before = world.discord.connectionAttempts();
    world.discord.faults.freeze(true);
    await passing(clock, () => world.discord.connectionAttempts() === before + 3);
    world.discord.faults.freeze(false);
    await passing(clock, () => state(world) === 'ready');
    await world.people.direct('hello again');
    expect(texts).toEqual(['hello again']);
    await clock.wait(5_000);
    expect(world.discord.connections()).toBe(1);
  });

  it('counts as alive while it acknowledges heartbeats', async () => {
    const clock = createFastClock(20);
    const { world } = await started({}, clock);
    const attempts = world.discord.connectionAttempts();
    const since = clock.now();
    let isAlive = true;
    await passing(clock, () => {
      isAlive &&= state(world) === 'ready';
      return clock.now() - since > 300_000;
    });
    expect(isAlive).toBe(true);
    expect(world.discord.connectionAttempts()).toBe(attempts);
  });
});

describe('a refusal', () => {
  it.each([
    [4004, /Discord rejects DISCORD_TOKEN/],
    [4011, /more servers/],
    [4013, /code 4013/],
  ])('by close code %i is reported and not retried', async (code, detail) => {
    const { world } = await started();
    world.discord.faults.closeSockets(code);
    await until(() => state(world) === 'dead');
    expect(world.platform.health().detail).toMatch(detail);
    await until(() => world.discord.connections() === 0);
  });

  it('of the intent alone is not final: the next session starts without it', async () => {
    const { world, texts } = await started({}, createFastClock(20));
    world.discord.faults.closeSockets(4014);
    await until(() => world.discord.connectionAttempts() === 2 && state(world) === 'ready');
    await world.people.mention('Where are the keys?');
    await until(() => texts.length === 1);
    expect(world.platform.health().detail).toMatch(/Message Content Intent/);
  });

  it('of the token by the API is reported after three calls in a row, not after one', async () => {
    const { world } = await started();
    const { platform, discord } = world;
    const thread = await world.thread();
    discord.faults.failNext('POST /channels/:id/typing', { status: 401 });
    await expect(platform.working.set(thread, true)).rejects.toMatchObject({ code: 'unavailable' });
    await platform.working.set(thread, true);
    expect(state(world)).toBe('ready');
    discord.faults.failNext('POST /channels/:id/typing', { status: 401 }, 3);
    for (let time = 0; time < 2; time += 1) {
      await expect(platform.working.set(thread, true)).rejects.toMatchObject({ code: 'unavailable' });
    }
    await expect(platform.working.set(thread, true)).rejects.toMatchObject({ code: 'forbidden' });
    expect(platform.health()).toMatchObject({ state: 'dead', detail: expect.stringMatching(/DISCORD_TOKEN/) });
  });
});

describe('a stop', () => {
  it('cancels a start in progress', async () => {
    const { platform, discord } = await open();
    discord.faults.guildUnavailable(true);
    const failure = platform.start(hearing([]));
    failure.catch(() => undefined);
    await until(() => discord.sessions() === 1);
    await platform.stop();
    await expect(failure).rejects.toBeInstanceOf(PlatformError);
    await until(() => discord.connections() === 0);
  });

  it('delivers no more events, and does not wait for a gateway that does not answer', async () => {
    const clock = createFastClock(20);
    const { world, texts } = await started({}, clock);
    await world.people.direct('before');
    world.discord.faults.freeze(true);
    await world.platform.stop();
    world.discord.faults.freeze(false);
    await world.discord.directMessage({ user: userId(world.discord, 'ada'), text: 'after' });
    await clock.wait(1_000);
    expect(texts).toEqual(['before']);
  });
});
