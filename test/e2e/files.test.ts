/** Files attached to a question. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

const config = { name: 'docent.yaml', content: 'defaults:\n  mode: auto\n' };
const signature = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
const picture = { name: 'error.png', content: signature, mimetype: 'image/png' };
const large = { name: 'server.log', content: 'x'.repeat(40_000) };
/** Latin-1, in spite of its name. */
const odd = { name: 'notes.txt', content: new Uint8Array([0x66, 0xfc, 0x72]) };

interface NewFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly mimetype?: string;
}

function open(slack = {}): Promise<World> {
  return openWorld(() => ({ pieces: pieces('Here.'), sources: [{ path: '/a' }] }), { slack });
}

/** Asks in a channel, and returns what Docent shows. */
async function ask(world: World, platform: 'slack' | 'discord', files: readonly NewFile[], text = 'is this right?') {
  const { slack, discord } = world;
  if (platform === 'slack') {
    const place = { channel: world.slackChannel('docs-help'), user: world.slackUser('ada') };
    const { ts } = await slack.say({ ...place, text: `<@${slack.botUserId}> ${text}`, files });
    await until(() => world.slackShows(place.channel, ts).join('\n').includes('Source'));
    return world.slackShows(place.channel, ts).join('\n');
  }
  const place = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
  const { id } = await discord.say({ ...place, text: `<@${discord.botUserId}> ${text}`, files });
  await until(() => world.discordShows(id).join('\n').includes('Source'));
  return world.discordShows(id).join('\n');
}

describe.each(['slack', 'discord'] as const)('a file attached to a question on %s', (platform) => {
  it('is sent with it if it is a small text file, and is not part of the question', async () => {
    const world = await open();
    await world.startBot();
    const shown = await ask(world, platform, [config]);
    expect(world.service.asked[0]?.context).toEqual([{ type: 'code', value: config.content, path: 'docent.yaml' }]);
    expect(world.service.asked[0]?.messages.at(-1)?.content).toBe('is this right?');
    expect(shown).not.toContain('attached');
    expect([world.slack.violations, world.discord.violations]).toEqual([[], []]);
  });

  it('is reported as unread if it is too large, not valid UTF-8, or a picture', async () => {
    const world = await open();
    await world.startBot();
    const shown = await ask(world, platform, [picture, large, odd, config]);
    expect(world.service.asked[0]?.context?.map(({ value }) => value)).toEqual([config.content]);
    expect(shown).toContain(english.say('filesUnread', { count: 2 }));
    expect(shown).toContain(english.say('picturesUnseen'));
  });

  it('is sent as a picture to an assistant that takes pictures, and is the question if there are no words', async () => {
    const world = await open();
    await world.startBot({ assistant: { ...world.assistant, apiVersion: 'v2', pictures: true } });
    const shown = await ask(world, platform, [picture, { ...picture, name: 'odd.png', content: 'not a picture' }]);
    const url = `data:image/png;base64,${Buffer.from(picture.content).toString('base64')}`;
    const sent = { type: 'file', mediaType: 'image/png', filename: 'error.png', url };
    expect(world.service.asked[0]?.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'is this right?' }, sent]);
    expect(shown).toContain(english.say('picturesUnread'));
    expect(await ask(world, platform, [picture], '')).not.toContain(english.say('picturesUnread'));
    expect(world.service.asked[1]?.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'error.png' }, sent]);
  });

  it('leads to a request for words if there are none and it is no small text', async () => {
    const world = await open();
    await world.startBot();
    const { slack, discord } = world;
    const shows = (): readonly string[] => {
      const direct = (all: readonly { kind: string; name: string; id: string }[]) =>
        all.find(({ kind, name }) => ['im', 'dm'].includes(kind) && name === 'ada')?.id ?? '';
      if (platform === 'discord') return world.discordShows(direct(discord.channels));
      const channel = direct(slack.channels);
      return slack.messages(channel).flatMap(({ ts }) => world.slackShows(channel, ts));
    };
    if (platform === 'discord')
      await discord.directMessage({ user: world.discordUser('ada'), text: '', files: [picture] });
    else {
      const channel = slack.channels.find(({ kind, name }) => kind === 'im' && name === 'ada')?.id ?? '';
      await slack.say({ channel, user: world.slackUser('ada'), text: '', files: [picture] });
    }
    await until(() => shows().length > 0);
    expect(shows()).toEqual([expect.stringContaining(english.say('fileAlone'))]);
    expect(world.service.asked).toEqual([]);
  });

  it('is also sent if it belongs to a second quick message', async () => {
    const world = await open();
    await world.startBot();
    const { slack, discord } = world;
    const files = [config];
    if (platform === 'slack') {
      const place = { channel: world.slackChannel('docs-help'), user: world.slackUser('ada') };
      const { ts } = await slack.say({ ...place, text: `<@${slack.botUserId}> is this right?` });
      // Slack may deliver the second over another connection, before the first is accepted.
      await until(() => world.log.lines.some(({ phrase }) => phrase === 'question handled'));
      await slack.say({ ...place, thread: ts, text: 'I mean this file, does it work?', files });
    } else {
      const user = world.discordUser('ada');
      const { channel } = await discord.directMessage({ user, text: 'is this right?' });
      await discord.say({ channel, user, text: 'I mean this file, does it work?', files });
    }
    await until(() => world.service.asked.some(({ context }) => context?.[0]?.value === config.content));
  });
});

describe('a file from another organisation, of which Slack’s message has only the id', () => {
  const beforeAsking = async (slack = {}): Promise<World> => {
    const world = await open(slack);
    const ada = world.slack.users.find(({ name }) => name === 'ada');
    if (ada) world.slack.changeUser({ ...ada, teamId: 'T0OTHER001' });
    await world.startBot();
    return world;
  };

  it('is sent with the question if it is a small text file', async () => {
    const world = await beforeAsking();
    const shown = await ask(world, 'slack', [config, picture]);
    expect(world.service.asked[0]?.context).toEqual([{ type: 'code', value: config.content, path: 'docent.yaml' }]);
    expect(shown).toContain(english.say('picturesUnseen'));
    expect(world.slack.violations).toEqual([]);
  });

  it.each([
    ['Slack reveals nothing more', undefined],
    [
      'the app lacks files:read',
      ['app_mentions:read', 'chat:write', 'channels:history', 'channels:read', 'users:read', 'reactions:write'],
    ],
  ])('is reported as unread if %s', async (_, scopes) => {
    const world = await beforeAsking(scopes && { scopes });
    if (!scopes) world.slack.faults.failNext('files.info', { error: 'file_not_found' });
    expect(await ask(world, 'slack', [config])).toContain(english.say('filesUnread', { count: 1 }));
    expect(world.service.asked[0]?.context).toBeUndefined();
    expect(world.slack.violations).toEqual([]);
  });
});

it('a Slack file is reported as unread without files:read, and the operators are told about the scope once', async () => {
  const scopes = ['app_mentions:read', 'chat:write', 'channels:history', 'users:read', 'reactions:write'];
  const world = await open({ scopes });
  await world.startBot();
  for (const _ of [1, 2]) {
    expect(await ask(world, 'slack', [config])).toContain(english.say('filesUnread', { count: 1 }));
  }
  expect(world.service.asked.map(({ context }) => context)).toEqual([undefined, undefined]);
  const told = world.log.lines.flatMap(({ phrase, fields }) =>
    phrase === 'an operator must act' && 'detail' in fields ? [String(fields.detail)] : [],
  );
  expect(told.filter((detail) => detail.includes('files:read'))).toHaveLength(1);
});
