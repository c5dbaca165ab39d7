/** The REST API without an SDK: what it refuses, and with which errors. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDiscordSandbox, type DiscordSandbox } from '../../../../src/sandbox/discord/sandbox.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { until } from '../../slack/until.ts';
import { call, channelId, codes, type RawResponse, userId } from '../raw.ts';

let discord: DiscordSandbox;
let clock: ManualClock;
let general: string;
let ada: string;

beforeEach(async () => {
  clock = createManualClock();
  discord = await createDiscordSandbox({ clock, limits: { enforce: false } });
  general = channelId(discord, 'general');
  ada = userId(discord, 'ada');
});

afterEach(() => discord.stop());

function send(body: unknown, channel = general): Promise<RawResponse> {
  return call(discord, 'POST', `/channels/${channel}/messages`, body);
}

function edit(id: string, body: unknown, channel = general): Promise<RawResponse> {
  return call(discord, 'PATCH', `/channels/${channel}/messages/${id}`, body);
}

async function threadOfAda(): Promise<string> {
  const { id } = await discord.say({ channel: general, user: ada, text: 'hi' });
  const { threadId } = await discord.startThread({ channel: general, user: ada, name: 'T', from: id });
  return threadId;
}

describe('a message', () => {
  test('may have 2,000 code points; 2,001 are refused with an error for the field', async () => {
    expect((await send({ content: '😀'.repeat(2_000) })).status).toBe(200);
    const { status, body } = await send({ content: 'x'.repeat(2_001) });
    expect([status, body]).toEqual([
      400,
      {
        code: 50035,
        message: 'Invalid Form Body',
        errors: {
          content: {
            _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }],
          },
        },
      },
    ]);
    expect(discord.violations).toMatchObject([{ kind: 'invalid', route: 'POST /channels/:id/messages' }]);
  });

  test('is trimmed, and refused if nothing is left', async () => {
    expect((await send({ content: '  hello\n' })).body.content).toBe('hello');
    expect(codes(await send({ content: ' \n ' }))).toEqual([400, 50006]);
    expect(codes(await send({}))).toEqual([400, 50006]);
  });

  test('is returned again when the same nonce is sent within minutes and nonces are enforced', async () => {
    const first = await send({ content: 'one', nonce: 'turn-1-0', enforce_nonce: true });
    const again = await send({ content: 'one, again', nonce: 'turn-1-0', enforce_nonce: true });
    const loose = await send({ content: 'two', nonce: 'turn-1-0' });
    expect([again.body.id === first.body.id, loose.body.id === first.body.id]).toEqual([true, false]);
    await clock.advance(300_001);
    const later = await send({ content: 'three', nonce: 'turn-1-0', enforce_nonce: true });
    expect(later.body.content).toBe('three');
    expect(discord.messages(general).map((one) => one.content)).toEqual(['one', 'two', 'three']);
    expect(codes(await send({ content: 'x', nonce: 'n'.repeat(26) }))).toEqual([400, 50035]);
  });

  test('can be a reply; a reply to a deleted message fails or becomes an ordinary one, as requested', async () => {
    const { id } = await discord.say({ channel: general, user: ada, text: 'question' });
    const reply = await send({ content: 'answer', message_reference: { message_id: id } });
    expect([reply.body.type, reply.body.referenced_message.content]).toEqual([19, 'question']);
    discord.deleteMessage(general, id);
    const strict = await send({ content: 'late', message_reference: { message_id: id } });
    expect(strict.body.errors.message_reference?._errors[0].code).toBe('REPLIES_UNKNOWN_MESSAGE');
    const lax = await send({ content: 'late', message_reference: { message_id: id, fail_if_not_exists: false } });
    expect([lax.status, lax.body.type]).toEqual([200, 0]);
    discord.setPermission(general, 'readMessageHistory', false);
    expect(codes(await send({ content: 'x', message_reference: { message_id: id } }))).toEqual([400, 160002]);
  });

  test('of another author cannot be edited, and a deleted one is unknown', async () => {
    const { id } = await discord.say({ channel: general, user: ada, text: 'mine' });
    expect(codes(await edit(id, { content: 'yours' }))).toEqual([403, 50005]);
    expect(codes(await call(discord, 'DELETE', `/channels/${general}/messages/${id}`))).toEqual([403, 50013]);
    discord.deleteMessage(general, id);
    expect(codes(await edit(id, { content: 'x' }))).toEqual([404, 10008]);
    expect(codes(await call(discord, 'GET', `/channels/${general}/messages/${id}`))).toEqual([404, 10008]);
  });

  test('keeps fields that an edit omits, and suppresses its embeds by a flag', async () => {
    const { body } = await send({ content: 'see https://example.com', flags: 4 });
    const edited = await edit(body.id, { content: 'see https://example.org' });
    expect([edited.body.flags, edited.body.edited_timestamp === null]).toEqual([4, false]);
    expect(discord.messages(general)).toMatchObject([{ embedsSuppressed: true, previews: [] }]);
    await edit(body.id, { flags: 0 });
    expect(discord.messages(general)).toMatchObject([{ previews: ['https://example.org'] }]);
    expect(codes(await edit(body.id, { content: '' }))).toEqual([400, 50006]);
  });

  test('has all of its components checked', async () => {
    const row = (...buttons: object[]) => ({ type: 1, components: buttons });
    const good = { type: 2, style: 1, label: 'Go', custom_id: 'go' };
    const { status } = await send({ content: 'x', components: [row(good)] });
    const { body } = await send({
      content: 'x',
      components: [row({ ...good, custom_id: 'a'.repeat(101) }, good), row(good, { type: 2, style: 5, label: 'Link' })],
    });
    expect(status).toBe(200);
    expect(body.errors.components).toMatchObject({
      _errors: [{ code: 'COMPONENT_CUSTOM_ID_DUPLICATED' }],
      0: { components: { 0: { custom_id: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH' }] } } } },
      1: { components: { 1: { url: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } } },
    });
    expect(codes(await send({ content: 'x', components: [good] }))).toEqual([400, 50035]);
  });

  test('with components V2 has no content', async () => {
    const text = { type: 10, content: 'hello' };
    expect((await send({ components: [text], flags: 1 << 15 })).status).toBe(200);
    expect(codes(await send({ content: 'x', components: [text], flags: 1 << 15 }))).toEqual([400, 50035]);
    expect(codes(await send({ content: 'x', components: [text] }))).toEqual([400, 50035]);
    const long = { type: 10, content: 'x'.repeat(3_000) };
    expect(codes(await send({ components: [long, long], flags: 1 << 15 }))).toEqual([400, 50035]);
  });

  test('with a file is recorded as unsupported', async () => {
    await send({ content: 'x', attachments: [{ id: 0, filename: 'a.txt' }] });
    expect(discord.violations).toMatchObject([{ kind: 'doubtful', detail: expect.stringContaining('attachments') }]);
  });

  test('is listed newest first, before, after or around an id', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await discord.say({ channel: general, user: ada, text });
    const [, b, c] = discord.messages(general);
    const read = async (query: string) =>
      (await call(discord, 'GET', `/channels/${general}/messages?${query}`)).body.map(
        (one: { content: string }) => one.content,
      );
    expect(await read('limit=2')).toEqual(['d', 'c']);
    expect(await read(`after=${b?.id}`)).toEqual(['d', 'c']);
    expect(await read(`after=${b?.id}&limit=1`)).toEqual(['c']);
    expect(await read(`before=${c?.id}`)).toEqual(['b', 'a']);
    expect(codes(await call(discord, 'GET', `/channels/${general}/messages?limit=101`))).toEqual([400, 50035]);
    expect(codes(await call(discord, 'GET', `/channels/${general}/messages?after=last`))).toEqual([400, 50035]);
  });

  test('can get a reaction from the bot, and lose it again', async () => {
    const { id } = await discord.say({ channel: general, user: ada, text: 'x' });
    const route = `/channels/${general}/messages/${id}/reactions/%F0%9F%91%80/@me`;
    expect((await call(discord, 'PUT', route)).status).toBe(204);
    expect(discord.messages(general)[0]?.reactions).toEqual([{ emoji: '👀', users: [discord.botUserId] }]);
    expect((await call(discord, 'DELETE', route)).status).toBe(204);
    expect(discord.messages(general)[0]?.reactions).toEqual([]);
  });
});

describe('pings', () => {
  test('depend on allowed_mentions and the bot’s permissions', async () => {
    const role = discord.roles.find((one) => one.name === 'Maintainer')?.id ?? '';
    const content = `@everyone <@${ada}> <@&${role}>`;
    await send({ content, allowed_mentions: { parse: [] } });
    expect(discord.pings()).toEqual([]);
    expect(discord.tokens().map((one) => one.kind)).toEqual(['broadcast', 'person', 'role']);
    await send({ content });
    expect(discord.pings().map((one) => [one.kind, one.by])).toEqual([
      ['broadcast', 'post'],
      ['role', 'post'],
      ['person', 'post'],
    ]);
    discord.setPermission(general, 'mentionEveryone', false);
    const { body } = await send({ content });
    expect([body.mention_everyone, body.mention_roles]).toEqual([false, [role]]);
  });

  test('are sent by an edit without allowed_mentions, whatever the message allowed', async () => {
    const { body } = await send({ content: 'quiet', allowed_mentions: { parse: [] } });
    await edit(body.id, { content: `now <@${ada}>` });
    expect(discord.pings()).toMatchObject([{ kind: 'person', id: ada, by: 'edit', message: body.id }]);
    const other = await send({ content: 'quiet', allowed_mentions: { parse: [] } });
    await edit(other.body.id, { content: `now <@${ada}>`, allowed_mentions: { parse: [] } });
    expect(discord.pings()).toHaveLength(1);
  });

  test('reach the author of the message replied to, unless replied_user is false', async () => {
    const { id } = await discord.say({ channel: general, user: ada, text: 'question' });
    await send({ content: 'a', message_reference: { message_id: id }, allowed_mentions: { parse: [] } });
    expect(discord.pings()).toEqual([]);
    await send({ content: 'b', message_reference: { message_id: id } });
    expect(discord.pings()).toMatchObject([{ kind: 'person', id: ada }]);
  });

  test('cannot be both parsed from the text and listed', async () => {
    const { body } = await send({ content: 'x', allowed_mentions: { parse: ['users'], users: [ada] } });
    expect(body.errors.allowed_mentions?._errors[0].code).toBe('MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE');
  });
});

describe('a thread', () => {
  test('starts once from a message, with 201 and the message’s id', async () => {
    const { id } = await discord.say({ channel: general, user: ada, text: 'question' });
    const start = () => call(discord, 'POST', `/channels/${general}/messages/${id}/threads`, { name: ' Title ' });
    const made = await start();
    expect([made.status, made.body]).toMatchObject([
      201,
      { id, name: 'Title', type: 11, owner_id: discord.botUserId, parent_id: general },
    ]);
    expect(codes(await start())).toEqual([400, 160004]);
  });

  test('has a name of 1 to 100 characters and one of four archive durations', async () => {
    const start = (body: object) => call(discord, 'POST', `/channels/${general}/threads`, body);
    expect(codes(await start({ name: '  ' }))).toEqual([400, 50035]);
    expect(codes(await start({ name: 'x'.repeat(101) }))).toEqual([400, 50035]);
    expect(codes(await start({ name: 'x', auto_archive_duration: 61 }))).toEqual([400, 50035]);
    expect((await start({ name: 'x', auto_archive_duration: 60, type: 11 })).status).toBe(201);
    expect(codes(await start({ name: 'x', rate_limit_per_user: 0 }))).toEqual([403, 50013]);
    expect(discord.messages(general)).toMatchObject([{ system: true, content: 'x' }]);
  });

  test('cannot start in a thread, in direct messages, or without the permission', async () => {
    const thread = await threadOfAda();
    const { id } = await discord.say({ channel: thread, user: ada, text: 'x' });
    expect(codes(await call(discord, 'POST', `/channels/${thread}/messages/${id}/threads`, { name: 'x' }))).toEqual([
      400, 50024,
    ]);
    const [starter] = discord.messages(thread);
    await discord.startThread({ channel: general, user: ada, name: 'alone' });
    const line = discord.messages(general).at(-1)?.id;
    expect(codes(await call(discord, 'POST', `/channels/${general}/messages/${line}/threads`, { name: 'x' }))).toEqual([
      403, 50021,
    ]);
    expect(starter?.system).toBe(true);
    const quiet = channelId(discord, 'no-threads');
    const { id: other } = await discord.say({ channel: quiet, user: ada, text: 'x' });
    expect(codes(await call(discord, 'POST', `/channels/${quiet}/messages/${other}/threads`, { name: 'x' }))).toEqual([
      403, 50013,
    ]);
  });

  test('is unarchived by a message, but accepts no edits while archived', async () => {
    const thread = await threadOfAda();
    const { body } = await send({ content: 'one' }, thread);
    discord.archiveThread(thread);
    expect(codes(await edit(body.id, { content: 'two' }, thread))).toEqual([400, 50083]);
    expect((await send({ content: 'three' }, thread)).status).toBe(200);
    expect(discord.thread(thread)?.archived).toBe(false);
    expect((await edit(body.id, { content: 'two' }, thread)).status).toBe(200);
  });

  test('accepts messages only from those who manage threads while it is locked', async () => {
    const thread = await threadOfAda();
    discord.lockThread(thread);
    expect(codes(await send({ content: 'x' }, thread))).toEqual([400, 160005]);
    await expect(discord.say({ channel: thread, user: userId(discord, 'linus'), text: 'x' })).rejects.toMatchObject({
      code: 160005,
    });
    discord.setPermission(general, 'manageThreads', true);
    expect((await send({ content: 'x' }, thread)).status).toBe(200);
  });

  test('requires the permission to send messages in threads, not that of its channel', async () => {
    const thread = await threadOfAda();
    discord.setPermission(general, 'sendMessages', false);
    expect((await send({ content: 'x' }, thread)).status).toBe(200);
    discord.setPermission(general, 'sendMessagesInThreads', false);
    expect(codes(await send({ content: 'x' }, thread))).toEqual([403, 50013]);
  });

  test('can be renamed by its owner, with a system message, at most twice in ten minutes', async () => {
    const { body } = await call(discord, 'POST', `/channels/${general}/threads`, { name: 'one' });
    const limited = await createDiscordSandbox({ clock });
    try {
      const there = channelId(limited, 'general');
      const made = await call(limited, 'POST', `/channels/${there}/threads`, { name: 'one' });
      const rename = (name: string) => call(limited, 'PATCH', `/channels/${made.body.id}`, { name });
      expect([(await rename('two')).status, (await rename('three')).status]).toEqual([200, 200]);
      expect((await rename('four')).headers.get('retry-after')).toBe('600.000');
    } finally {
      await limited.stop();
    }
    expect((await call(discord, 'PATCH', `/channels/${body.id}`, { name: 'two' })).body.name).toBe('two');
    expect(discord.messages(body.id)).toMatchObject([{ system: true, content: 'two' }]);
    const thread = await threadOfAda();
    expect(codes(await call(discord, 'PATCH', `/channels/${thread}`, { name: 'no' }))).toEqual([403, 50013]);
  });

  test('is joined by everyone who writes in it', async () => {
    const thread = await threadOfAda();
    await send({ content: 'x' }, thread);
    const { body } = await call(discord, 'GET', `/channels/${thread}/thread-members`);
    expect(body.map((one: { user_id: string }) => one.user_id)).toEqual([ada, discord.botUserId]);
  });

  test('is listed as active or as archived', async () => {
    const thread = await threadOfAda();
    const active = async () =>
      (await call(discord, 'GET', `/guilds/${discord.guildId}/threads/active`)).body.threads.length;
    const archived = async () =>
      (await call(discord, 'GET', `/channels/${general}/threads/archived/public`)).body.threads.length;
    expect([await active(), await archived()]).toEqual([1, 0]);
    discord.archiveThread(thread);
    expect([await active(), await archived()]).toEqual([0, 1]);
  });

  test('in a forum starts with a message', async () => {
    const forum = channelId(discord, 'questions');
    const post = (body: object) => call(discord, 'POST', `/channels/${forum}/threads`, body);
    expect(codes(await post({ name: 'x' }))).toEqual([400, 50035]);
    const { body } = await post({ name: 'x', message: { content: 'first' } });
    expect(body.message).toMatchObject({ id: body.id, content: 'first' });
    expect(codes(await send({ content: 'x' }, forum))).toEqual([400, 50008]);
  });
});

describe('the API', () => {
  test('refuses other tokens, versions and routes', async () => {
    const other = await call(discord, 'POST', `/channels/${general}/messages`, { content: 'x' }, 'Bot nobody');
    expect([other.status, other.body]).toEqual([401, { code: 0, message: '401: Unauthorized' }]);
    expect((await fetch(`${discord.apiUrl}/v9/gateway`)).status).toBe(404);
    expect(codes(await call(discord, 'GET', '/guilds/1/nothing'))).toEqual([404, 0]);
    expect(discord.violations.map((one) => one.kind)).toEqual(['unauthorized', 'unknown_route', 'unknown_route']);
  });

  test('distinguishes unknown channels, hidden ones, and missing permissions', async () => {
    expect(codes(await send({ content: 'x' }, '1234567890123456789'))).toEqual([404, 10003]);
    expect(codes(await send({ content: 'x' }, channelId(discord, 'maintainers')))).toEqual([403, 50001]);
    expect(codes(await send({ content: 'x' }, channelId(discord, 'read-only')))).toEqual([403, 50013]);
  });

  test('refuses a body that is not JSON or not an object', async () => {
    expect(codes(await send('{"content":'))).toEqual([400, 50109]);
    expect(codes(await send([]))).toEqual([400, 50035]);
  });

  test('fails as planned by a test, once or several times, without violations', async () => {
    discord.faults.failNext('POST /channels/:id/messages', { code: 10003 });
    discord.faults.failNext('POST /channels/:id/messages', { status: 502 }, 2);
    discord.faults.failNext(/^PATCH .*\/messages\//, { retryAfter: 2.5, scope: 'shared' });
    expect(codes(await send({ content: 'x' }))).toEqual([404, 10003]);
    const page = () => fetch(`${discord.apiUrl}/v10/channels/${general}/messages`, { method: 'POST' });
    expect([(await page()).status, (await page()).headers.get('content-type')]).toEqual([502, 'text/html']);
    const { body } = await send({ content: 'x' });
    const limited = await edit(body.id, { content: 'y' });
    expect([limited.status, limited.body.retry_after, limited.headers.get('x-ratelimit-scope')]).toEqual([
      429,
      2.5,
      'shared',
    ]);
    expect(discord.violations).toEqual([]);
  });

  test('runs a call whose response is lost, and never responds to one that hangs', async () => {
    discord.faults.failNext('POST /channels/:id/messages', { loseAnswer: true });
    await expect(send({ content: 'posted' })).rejects.toThrow();
    expect(discord.messages(general)).toMatchObject([{ content: 'posted' }]);
    discord.faults.failNext('*', { hang: true });
    const leaving = new AbortController();
    const hanging = fetch(`${discord.apiUrl}/v10/gateway`, { signal: leaving.signal });
    await until(() => discord.calls.length === 2);
    leaving.abort();
    await expect(hanging).rejects.toThrow();
    expect(discord.calls.map((one) => one.status)).toEqual([200, 0]);
  });

  test('delays calls by its latency, half before they run and half after', async () => {
    const slow = await createDiscordSandbox({ clock, latencyMs: 80 });
    try {
      const there = channelId(slow, 'general');
      const before = clock.waiting();
      const sent = call(slow, 'POST', `/channels/${there}/messages`, { content: 'x' });
      await until(() => clock.waiting() > before);
      await clock.advance(39);
      expect(slow.messages(there)).toEqual([]);
      await clock.advance(1);
      expect(slow.messages(there)).toHaveLength(1);
      await clock.advance(40);
      expect((await sent).status).toBe(200);
    } finally {
      await slow.stop();
    }
  });
});
