/** The routes of interactions and commands without an SDK. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDiscordSandbox, type DiscordSandbox } from '../../../../src/sandbox/discord/sandbox.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { call, channelId, codes, identify, named, open, type RawResponse, userId } from '../raw.ts';

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

describe('an interaction', () => {
  const commands = [{ name: 'docs', description: 'd' }];

  /** A command used by ada; `response` settles as it does for her. */
  async function createInteraction(
    channel = general,
  ): Promise<{ id: string; token: string; response: Promise<unknown> }> {
    await call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, commands);
    const socket = await open(discord);
    identify(socket, discord);
    await socket.next(named('READY'));
    const response = discord.command({ name: 'docs', channel, user: ada }).catch((error: unknown) => error);
    const { d } = await socket.next(named('INTERACTION_CREATE'));
    await socket.close();
    return { id: d.id, token: d.token, response };
  }

  function respond(id: string, token: string, body: unknown, query = ''): Promise<RawResponse> {
    return call(discord, 'POST', `/interactions/${id}/${token}/callback${query}`, body, '');
  }

  test('accepts one response, within three seconds', async () => {
    const { id, token, response } = await createInteraction();
    expect(codes(await respond(id, 'other', { type: 5 }))).toEqual([404, 10062]);
    expect(codes(await respond(id, token, { type: 6 }))).toEqual([400, 50035]);
    expect((await respond(id, token, { type: 5, data: { flags: 64 } })).status).toBe(204);
    expect(codes(await respond(id, token, { type: 5 }))).toEqual([400, 40060]);
    expect(await response).toMatchObject({ kind: 'deferred' });
    const late = await createInteraction();
    await clock.advance(3_000);
    await late.response;
    expect(codes(await respond(late.id, late.token, { type: 5 }))).toEqual([404, 10062]);
  });

  test('can be finished within fifteen minutes; then its token expires and people see that it failed', async () => {
    const { id, token } = await createInteraction();
    await respond(id, token, { type: 5 });
    const original = `/webhooks/${discord.applicationId}/${token}/messages/%40original`;
    expect(discord.messages(general)).toMatchObject([{ deferred: 'thinking' }]);
    await clock.advance(15 * 60_000 + 1);
    expect(codes(await call(discord, 'PATCH', original, { content: 'x' }, ''))).toEqual([401, 50027]);
    expect(discord.messages(general)).toMatchObject([{ deferred: 'failed' }]);
  });

  test('is recorded as doubtful if a follow-up, not an edit, replaces its deferred response', async () => {
    const { id, token } = await createInteraction();
    await respond(id, token, { type: 5 });
    await call(discord, 'POST', `/webhooks/${discord.applicationId}/${token}?wait=true`, { content: 'here' }, '');
    expect(discord.messages(general)).toMatchObject([{ content: 'here' }]);
    expect(discord.violations).toMatchObject([{ kind: 'doubtful' }]);
  });

  test('with an ephemeral response pings no one', async () => {
    const { id, token } = await createInteraction();
    await respond(id, token, { type: 4, data: { content: `<@${ada}>`, flags: 64 } });
    expect([discord.pings(), discord.tokens().length]).toEqual([[], 1]);
  });

  test('pings only users by default', async () => {
    const { id, token } = await createInteraction();
    await respond(id, token, { type: 4, data: { content: `@everyone <@${ada}>` } });
    expect(discord.pings()).toMatchObject([{ kind: 'person', id: ada }]);
  });

  test('in a locked and archived thread cannot be responded to', async () => {
    const { id: from } = await discord.say({ channel: general, user: ada, text: 'hi' });
    const { threadId: thread } = await discord.startThread({ channel: general, user: ada, name: 'T', from });
    const { id, token } = await createInteraction(thread);
    discord.lockThread(thread);
    discord.archiveThread(thread);
    expect(codes(await respond(id, token, { type: 5 }))).toEqual([400, 50083]);
    discord.lockThread(thread, false);
    expect((await respond(id, token, { type: 5 })).status).toBe(204);
    expect(discord.thread(thread)?.archived).toBe(false);
  });

  test('has ephemeral responses that cannot be reached with the bot’s token', async () => {
    const { id, token } = await createInteraction();
    await respond(id, token, { type: 4, data: { content: 'secret', flags: 64 } });
    const [message] = discord.messages(general);
    expect(
      codes(await call(discord, 'PATCH', `/channels/${general}/messages/${message?.id}`, { content: 'x' })),
    ).toEqual([404, 10008]);
  });
});

describe('commands', () => {
  const route = () => `/applications/${discord.applicationId}/commands`;

  test('are overwritten as a whole, and keep their ids', async () => {
    const docs = { name: 'docs', description: 'd' };
    const first = await call(discord, 'PUT', route(), [docs, { name: 'deploy', description: 'd' }]);
    const again = await call(discord, 'PUT', route(), [docs]);
    expect(again.body[0]?.id).toBe(first.body[0]?.id);
    expect(discord.registeredCommands().map((one) => one.name)).toEqual(['docs']);
    const guild = `/applications/${discord.applicationId}/guilds/${discord.guildId}/commands`;
    await call(discord, 'PUT', guild, [{ name: 'here', description: 'd' }]);
    expect(discord.registeredCommands().map((one) => [one.name, one.guild])).toEqual([
      ['docs', undefined],
      ['here', discord.guildId],
    ]);
  });

  test('are listed without localizations unless these are requested', async () => {
    const texts = { name_localizations: { de: 'frage' }, description_localizations: { 'es-ES': 'd' } };
    const options = [{ name: 'a', description: 'd', type: 3, ...texts }];
    await call(discord, 'PUT', route(), [{ name: 'docs', description: 'd', ...texts, options }]);
    const [plain] = (await call(discord, 'GET', route())).body;
    expect(JSON.stringify(plain)).not.toContain('localizations');
    const [whole] = (await call(discord, 'GET', `${route()}?with_localizations=true`)).body;
    expect(whole).toMatchObject({ ...texts, options });
  });

  test.each([
    ['an unknown locale', [{ name: 'docs', description: 'd', description_localizations: { es: 'd' } }]],
    [
      'a name with capitals in another language',
      [{ name: 'docs', description: 'd', name_localizations: { de: 'Frage' } }],
    ],
    ['a name with capitals', [{ name: 'Docs', description: 'd' }]],
    ['no description', [{ name: 'docs' }]],
    [
      'the same name twice',
      [
        { name: 'docs', description: 'd' },
        { name: 'docs', description: 'e' },
      ],
    ],
    ['a long description', [{ name: 'docs', description: 'x'.repeat(101) }]],
    ['options on a message command', [{ name: 'Ask', type: 3, options: [{ name: 'a', type: 3, description: 'b' }] }]],
    [
      'a required option after another',
      [
        {
          name: 'docs',
          description: 'd',
          options: [
            { name: 'a', description: 'd', type: 3 },
            { name: 'b', description: 'd', type: 3, required: true },
          ],
        },
      ],
    ],
  ])('with %s are refused', async (_, body) => {
    expect(codes(await call(discord, 'PUT', route(), body))).toEqual([400, 50035]);
    expect(discord.registeredCommands()).toEqual([]);
  });
});
