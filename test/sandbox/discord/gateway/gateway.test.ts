/** The simulated gateway: sessions that resume, sessions that end, and what is withheld from an app. */
import { type Client, Events } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import {
  createDiscordSandbox,
  type DiscordSandbox,
  type DiscordSandboxOptions,
} from '../../../../src/sandbox/discord/sandbox.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { until } from '../../slack/until.ts';
import { connect, createClient } from '../client.ts';
import { allIntents, channelId, identify, named, open, type RawSocket, userId } from '../raw.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: DiscordSandboxOptions = {}): Promise<DiscordSandbox> {
  const discord = await createDiscordSandbox(options);
  closing.push(() => discord.stop());
  return discord;
}

/** A client and the texts that it receives. */
async function listen(discord: DiscordSandbox): Promise<{ client: Client<true>; received: string[]; life: string[] }> {
  const client = await connect(discord);
  closing.push(() => client.destroy());
  const received: string[] = [];
  const life: string[] = [];
  client.on(Events.MessageCreate, (message) => received.push(message.content));
  client.on(Events.ShardResume, (_, replayed) => life.push(`resumed ${replayed}`));
  client.on(Events.ShardReady, () => life.push('identified'));
  return { client, received, life };
}

function say(discord: DiscordSandbox, text: string): Promise<{ id: string }> {
  return discord.say({ channel: channelId(discord, 'general'), user: userId(discord, 'ada'), text });
}

test('messages sent while the socket was broken arrive in order when the session is resumed', async () => {
  const discord = await start();
  const { received, life } = await listen(discord);
  discord.faults.dropSockets();
  await until(() => discord.sessions() === 0);
  await say(discord, 'one');
  await say(discord, 'two');
  await until(() => received.length === 2);
  expect(received).toEqual(['one', 'two']);
  expect(life).toEqual(['resumed 3']);
});

test('op 7 and a close with an unknown code are followed by a resume', async () => {
  const discord = await start();
  const { life } = await listen(discord);
  discord.faults.op7();
  await until(() => life.length === 1);
  discord.faults.closeSockets(4000);
  await until(() => life.length === 2);
  expect(life).toEqual([expect.stringMatching('resumed'), expect.stringMatching('resumed')]);
});

test('a resumable op 9 resumes on the same socket', async () => {
  const discord = await start();
  const { life } = await listen(discord);
  discord.faults.op9(true);
  await until(() => life.length === 1);
  expect(life).toEqual([expect.stringMatching('resumed')]);
  expect([discord.connections(), discord.sessions()]).toEqual([1, 1]);
});

test('after op 9 the old session is over: a new one starts, and events in between are lost', async () => {
  const discord = await start();
  const socket = await ready(discord);
  const id = socket.frames.find(named('READY'))?.d.session_id;
  discord.faults.op9(false);
  await socket.next((frame) => frame.op === 9 && Object.is(frame.d, false));
  await say(discord, 'lost');
  identify(socket, discord);
  await until(() => socket.frames.filter(named('READY')).length === 2);
  expect(socket.frames.filter(named('READY'))[1]?.d.session_id).not.toBe(id);
  expect(socket.frames.filter(named('MESSAGE_CREATE'))).toEqual([]);
});

test('a session that the app closed with 1000 cannot be resumed', async () => {
  const discord = await start();
  const first = await ready(discord);
  const { session_id } = first.frames.find(named('READY'))?.d ?? {};
  await first.close(1000);
  await until(() => discord.connections() === 0);
  const second = await socketOf(discord);
  second.send(6, { token: discord.token, session_id, seq: 2 });
  expect((await second.next((frame) => frame.op === 9)).d).toBe(false);
});

test('a resume replays exactly the events after the last sequence number, then sends RESUMED', async () => {
  const discord = await start();
  const first = await ready(discord);
  const { session_id } = first.frames.find(named('READY'))?.d ?? {};
  await say(discord, 'seen');
  const { s: seq } = await first.next(named('MESSAGE_CREATE'));
  await first.close(4000);
  await until(() => discord.connections() === 0);
  await say(discord, 'missed');
  const second = await socketOf(discord);
  second.send(6, { token: discord.token, session_id, seq });
  await second.next(named('RESUMED'));
  const [, missed, resumed] = second.frames;
  expect([missed?.d.content, missed?.s]).toEqual(['missed', (seq ?? 0) + 1]);
  expect([resumed?.t, resumed?.s]).toEqual(['RESUMED', (seq ?? 0) + 2]);
});

test('a session that disconnected more than three minutes ago has expired', async () => {
  const clock = createManualClock();
  const discord = await start({ clock });
  const first = await ready(discord);
  const { session_id } = first.frames.find(named('READY'))?.d ?? {};
  discord.faults.dropSockets();
  await until(() => discord.connections() === 0);
  await clock.advance(180_001);
  const second = await socketOf(discord);
  second.send(6, { token: discord.token, session_id, seq: 1 });
  expect((await second.next((frame) => frame.op === 9)).d).toBe(false);
});

test('a frozen gateway ignores heartbeats and sends nothing; the client notices, and held frames follow', async () => {
  const discord = await start({ heartbeatMs: 60 });
  const { client, received, life } = await listen(discord);
  const beats = () => client.ws.shards.get(0)?.lastPingTimestamp ?? 0;
  await until(() => beats() > 0);
  discord.faults.freeze(true);
  await say(discord, 'anybody?');
  const last = beats();
  await until(() => discord.sessions() === 0);
  expect([received, client.isReady(), beats()]).toEqual([[], true, last]);
  discord.faults.freeze(false);
  await until(() => received.length === 1 && life.length > 0);
  expect(life[0]).toMatch('resumed');
});

test('a gateway that breaks every resume is retried until it no longer does', async () => {
  const discord = await start();
  const { received } = await listen(discord);
  discord.faults.dropResumes(true);
  discord.faults.dropSockets();
  await say(discord, 'one');
  await until(() => discord.calls.length > 0 && discord.connections() === 0);
  discord.faults.dropResumes(false);
  await until(() => received.length === 1);
  expect(received).toEqual(['one']);
});

test('a gateway that refuses connections breaks each before hello', async () => {
  const discord = await start();
  discord.faults.refuseConnections(true);
  const socket = await socketOf(discord);
  await until(() => socket.closed() > 0);
  expect([socket.closed(), socket.frames, discord.connections()]).toEqual([1006, [], 0]);
  discord.faults.refuseConnections(false);
  await ready(discord);
});

test('a duplicated dispatch has two sequence numbers; a repeated one follows others', async () => {
  const discord = await start();
  const socket = await ready(discord);
  discord.faults.duplicateDispatch(true);
  await say(discord, 'twice');
  discord.faults.duplicateDispatch(false);
  discord.faults.repeatLast();
  await until(() => socket.frames.filter(named('MESSAGE_CREATE')).length === 3);
  const created = socket.frames.filter(named('MESSAGE_CREATE'));
  expect(new Set(created.map((frame) => frame.d.id)).size).toBe(1);
  expect(new Set(created.map((frame) => frame.s)).size).toBe(3);
});

test('the message content intent is refused if the app does not have it', async () => {
  const discord = await start({ messageContentIntent: false });
  const client = createClient(discord);
  closing.push(() => client.destroy());
  await expect(client.login(discord.token)).rejects.toThrow('disallowed intents');
  expect(discord.violations).toEqual([{ kind: 'gateway', route: 'gateway', detail: 'closed with 4014' }]);
});

test('without the intent, content is empty, except in messages to the bot, by the bot or in direct messages', async () => {
  const discord = await start();
  const socket = await socketOf(discord);
  identify(socket, discord, { intents: allIntents & ~(1 << 15) });
  await socket.next(named('GUILD_CREATE'));
  const general = channelId(discord, 'general');
  const ada = userId(discord, 'ada');
  const { id } = await say(discord, 'private https://example.com');
  await say(discord, `<@${discord.botUserId}> to you`);
  await discord.say({ channel: general, user: ada, text: 'reply to somebody', replyTo: id });
  await discord.directMessage({ user: ada, text: 'direct' });
  await until(() => socket.frames.filter(named('MESSAGE_CREATE')).length === 4);
  const messages = socket.frames.filter(named('MESSAGE_CREATE')).map((frame) => frame.d);
  expect(messages.map((one) => one.content)).toEqual(['', `<@${discord.botUserId}> to you`, '', 'direct']);
  expect(messages[2]?.referenced_message.content).toBe('');
});

test('each intent subscribes to its events and no others', async () => {
  const discord = await start();
  const socket = await socketOf(discord);
  identify(socket, discord, { intents: 1 << 12 });
  await socket.next(named('READY'));
  await say(discord, 'on the server');
  await discord.directMessage({ user: userId(discord, 'ada'), text: 'direct' });
  await socket.next(named('MESSAGE_CREATE'));
  expect(socket.frames.slice(1).map((frame) => frame.t)).toEqual(['READY', 'MESSAGE_CREATE']);
});

test('messages that the bot cannot see do not arrive', async () => {
  const discord = await start();
  const { received } = await listen(discord);
  const hidden = channelId(discord, 'maintainers');
  await discord.say({ channel: hidden, user: userId(discord, 'grace'), text: `<@${discord.botUserId}> secret` });
  await say(discord, 'open');
  await until(() => received.length > 0);
  expect(received).toEqual(['open']);
});

test('the server belongs to one shard, and direct messages to the first', async () => {
  const discord = await start();
  const mine = Number((BigInt(discord.guildId) >> 22n) % 3n);
  const sockets: RawSocket[] = [];
  for (const index of [0, 1, 2]) {
    const socket = await socketOf(discord);
    identify(socket, discord, { shard: [index, 3] });
    await socket.next(named('READY'));
    sockets.push(socket);
  }
  await say(discord, 'server');
  await discord.directMessage({ user: userId(discord, 'ada'), text: 'direct' });
  await until(() => sockets[0]?.frames.some((frame) => frame.d?.content === 'direct') === true);
  const shardsWith = (text: string) =>
    sockets.flatMap((socket, index) => (socket.frames.some((frame) => frame.d?.content === text) ? index : []));
  expect([shardsWith('server'), shardsWith('direct')]).toEqual([[mine], [0]]);
  expect(sockets.map((socket) => socket.frames.find(named('READY'))?.d.guilds.length)).toEqual(
    [0, 1, 2].map((index) => (index === mine ? 1 : 0)),
  );
});

test('two processes on one shard each receive everything', async () => {
  const discord = await start();
  const one = await listen(discord);
  const other = await listen(discord);
  await say(discord, 'both');
  await until(() => one.received.length === 1 && other.received.length === 1);
  expect(discord.sessions()).toBe(2);
});

test('discord.js runs with two shards if two may identify at the same time', async () => {
  const discord = await start({ maxConcurrency: 2 });
  const client = await connect(discord, { shardCount: 2 });
  closing.push(() => client.destroy());
  expect([discord.sessions(), client.guilds.cache.size]).toEqual([2, 1]);
});

test.each([
  ['an unknown op', 4001, (socket: RawSocket) => socket.send(99, null)],
  ['presence before identifying', 4003, (socket: RawSocket) => socket.send(3, {})],
  ['a wrong token', 4004, (socket: RawSocket, discord: DiscordSandbox) => identify(socket, discord, { token: 'x' })],
  ['an invalid shard', 4010, (socket: RawSocket, d: DiscordSandbox) => identify(socket, d, { shard: [2, 2] })],
  ['invalid intents', 4013, (socket: RawSocket, d: DiscordSandbox) => identify(socket, d, { intents: 1 << 30 })],
  [
    'the members intent without approval',
    4014,
    (socket: RawSocket, d: DiscordSandbox) => identify(socket, d, { intents: 2 }),
  ],
  ['a frame over 4,096 bytes', 4002, (socket: RawSocket) => socket.send(1, 'x'.repeat(4_100))],
])('%s closes the connection with %i', async (_, code, act) => {
  const discord = await start();
  const socket = await socketOf(discord);
  act(socket, discord);
  await until(() => socket.closed() > 0);
  expect(socket.closed()).toBe(code);
});

test('more than 120 frames a minute, a second identify and another version close it as well', async () => {
  const discord = await start();
  const fast = await ready(discord);
  for (let count = 0; count < 121; count += 1) fast.send(1, null);
  await until(() => fast.closed() > 0);
  const twice = await ready(discord);
  identify(twice, discord);
  await until(() => twice.closed() > 0);
  const old = await socketOf(discord, 'v=9&encoding=json');
  await until(() => old.closed() > 0);
  expect([fast.closed(), twice.closed(), old.closed()]).toEqual([4008, 4005, 4012]);
});

test('the remaining session starts are reported, and none beyond them succeeds', async () => {
  const discord = await start({ sessionStarts: 1 });
  await ready(discord);
  const client = createClient(discord);
  closing.push(() => client.destroy());
  await expect(client.login(discord.token)).rejects.toThrow('session');
});

test('an unavailable server keeps a client waiting until it comes back', async () => {
  const discord = await start();
  discord.faults.guildUnavailable(true);
  const client = createClient(discord, { waitGuildTimeout: 50 });
  closing.push(() => client.destroy());
  const isReady = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.token);
  await isReady;
  expect(client.guilds.cache.get(discord.guildId)?.available).toBe(false);
  discord.faults.guildUnavailable(false);
  await until(() => client.guilds.cache.get(discord.guildId)?.available === true);
});

test('link embeds unfold a moment later, as an update that is not an edit', async () => {
  const clock = createManualClock();
  const discord = await start({ clock });
  const socket = await ready(discord);
  await say(discord, 'see https://example.com and <https://example.org>');
  await clock.advance(100);
  const { d } = await socket.next(named('MESSAGE_UPDATE'));
  expect([d.embeds.map((one: { url: string }) => one.url), d.edited_timestamp]).toEqual([
    ['https://example.com'],
    null,
  ]);
});

async function socketOf(discord: DiscordSandbox, query?: string): Promise<RawSocket> {
  const socket = await open(discord, query);
  closing.push(() => (socket.closed() > 0 ? Promise.resolve() : socket.close()));
  return socket;
}

/** A socket with a session. */
async function ready(discord: DiscordSandbox): Promise<RawSocket> {
  const socket = await socketOf(discord);
  identify(socket, discord);
  await socket.next(named('GUILD_CREATE'));
  return socket;
}
