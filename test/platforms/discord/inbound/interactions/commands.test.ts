import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
  areRegistered,
  commandsFor,
} from '../../../../../src/platforms/discord/inbound/interactions/command-definitions.ts';
import { readOpening } from '../../../../../src/platforms/discord/inbound/interactions/command-opening.ts';
import { toCommand } from '../../../../../src/platforms/discord/inbound/interactions/commands.ts';
import type { CommandEvent } from '../../../../../src/platforms/discord/native-events.ts';
import { Wording } from '../../../../../src/wording/wording.ts';

const names = { channel: () => undefined, role: () => undefined };
const ada = { id: '300000000000000001', username: 'ada' };
const channel = { id: '400000000000000001', type: ChannelType.GuildText, name: 'docs-help' };
const { ViewChannel, SendMessages, SendMessagesInThreads, CreatePublicThreads, Administrator } = PermissionFlagsBits;
const id = '1457659890892800000';

function command(name: string, more: Partial<CommandEvent> = {}): CommandEvent {
  return {
    id,
    application_id: '100000000000000009',
    type: 2,
    token: 'secret',
    guild_id: '100000000000000001',
    channel,
    member: { user: ada, roles: ['500000000000000001'] },
    app_permissions: String(ViewChannel | SendMessages | SendMessagesInThreads | CreatePublicThreads),
    data: { name, type: 1, options: [{ name: 'question', value: ' how? ' }] },
    ...more,
  };
}

function direct(name: string): CommandEvent {
  const { guild_id: _, member: __, ...rest } = command(name, { channel: { id: '7', type: ChannelType.DM }, user: ada });
  return rest;
}

function openingOf(event: CommandEvent): unknown {
  const read = toCommand(event, names);
  return read?.kind === 'docs' ? readOpening(read.question.opens ?? '') : undefined;
}

describe('/docs', () => {
  it('asks in a thread that is yet to be made', () => {
    expect(toCommand(command('docs'), names)).toMatchObject({
      kind: 'docs',
      question: {
        id: `discord:${id}`,
        eventId: `discord:${id}`,
        asker: `discord:${ada.id}`,
        addressed: 'command',
        text: 'how?',
        askedAt: Date.UTC(2026, 0, 5, 9),
        thread: { installation: '100000000000000001', channel: channel.id, thread: `interaction:discord:${id}` },
      },
    });
    expect(openingOf(command('docs'))).toEqual({ token: 'secret', inChannel: true, mayPost: true, mayThread: true });
  });

  it('asks in the thread or direct conversation where it is typed', () => {
    const thread = { id: '600000000000000001', type: ChannelType.PublicThread, parent_id: channel.id };
    expect(toCommand(command('docs', { channel: thread }), names)).toMatchObject({
      question: { thread: { channel: channel.id, thread: thread.id } },
    });
    expect(toCommand(direct('docs'), names)).toMatchObject({
      question: { thread: { installation: '@me', channel: '7', thread: '' }, endsAfterSilenceMs: 86_400_000 },
    });
    expect(openingOf(direct('docs'))).toMatchObject({ inChannel: false, mayPost: true, mayThread: false });
  });

  it.each([
    ['nothing', 0n, false, false],
    ['posts alone', ViewChannel | SendMessages, true, false],
    ['threads that it may not write in', ViewChannel | SendMessages | CreatePublicThreads, true, false],
    ['everything', Administrator, true, true],
  ])('knows that we may make %s', (_, rights, mayPost, mayThread) => {
    expect(openingOf(command('docs', { app_permissions: String(rights) }))).toMatchObject({ mayPost, mayThread });
  });

  it('makes no thread where there are none', () => {
    const voice = { id: '8', type: ChannelType.GuildVoice };
    expect(openingOf(command('docs', { channel: voice }))).toMatchObject({ mayPost: true, mayThread: false });
  });
});

describe('/deploy', () => {
  it('is asked for by a person with a name and roles, and reported in the channel', () => {
    expect(toCommand(command('deploy'), names)).toEqual({
      kind: 'deploy',
      command: {
        id: `discord:${id}`,
        thread: { platform: 'discord', installation: '100000000000000001', channel: channel.id, thread: '' },
        requester: `discord:${ada.id}`,
        requesterName: 'ada',
        identities: [`discord:${ada.id}`, 'discord:500000000000000001'],
        kind: 'member',
        requestedAt: Date.UTC(2026, 0, 5, 9),
        replyAddress: 'secret',
        text: '',
      },
    });
  });

  it.each([
    [{ action: 'lock', project: 'api', text: ' release day ' }, 'lock api release day', 'api'],
    [{ action: 'deploy', project: 'api' }, 'api', 'api'],
    [{ text: 'what?' }, 'what?', undefined],
  ])('reads the options %j as they are typed elsewhere', (options, text, named) => {
    const given = Object.entries(options).map(([name, value]) => ({ name, value }));
    const event = command('deploy', { data: { name: 'deploy', type: 1, options: given } });
    const read = toCommand(event, names);
    expect(read).toMatchObject({ command: { text } });
    expect(read?.kind === 'deploy' && read.command.named).toBe(named);
  });

  it.each([
    ['a guest', { user: ada, roles: [], flags: 16 }, 'guest'],
    ['somebody who has not accepted the rules', { user: ada, roles: [], pending: true }, 'guest'],
    ['a bot', { user: { ...ada, bot: true }, roles: [] }, 'bot'],
  ])('says that it was typed by %s', (_, member, kind) => {
    expect(toCommand(command('deploy', { member }), names)).toMatchObject({ command: { kind } });
  });

  it('is reported through its own webhook where we may not post', () => {
    expect(toCommand(command('deploy', { app_permissions: '0' }), names)).toMatchObject({
      command: { thread: { thread: `interaction:discord:${id}`, address: 'secret' } },
    });
  });

  it('is nothing in direct messages, where nobody has a role', () => {
    expect(toCommand(direct('deploy'), names)).toBeUndefined();
  });
});

it('leaves other interactions alone', () => {
  expect(toCommand(command('other'), names)).toBeUndefined();
  expect(toCommand(command('docs', { type: 3 }), names)).toBeUndefined();
  expect(toCommand(command('docs', { data: { name: 'docs', type: 3 } }), names)).toBeUndefined();
});

describe('registration', () => {
  /** As Discord gives them back: with fields of its own. */
  const registered = commandsFor('global').map((each, index) => ({
    ...each,
    id: String(index),
    version: '1',
    nsfw: false,
  }));

  it('is left as it is when it says the same', () => {
    expect(areRegistered(commandsFor('global'), registered.toReversed())).toBe(true);
    expect(areRegistered(commandsFor('guild'), registered)).toBe(true);
  });

  it('describes everything in each of our languages, and keeps the names that people type', () => {
    const all = commandsFor('guild').flatMap((each) => [each, ...(Reflect.get(each, 'options') ?? [])]);
    const described = all.filter((each) => Reflect.has(each, 'description'));
    expect(described).toHaveLength(9);
    for (const each of described) {
      const { description, description_localizations: texts } = Object(each);
      expect(Object.keys(texts)).toEqual(['en-US', 'en-GB', 'de', 'es-ES', 'es-419', 'fr', 'ja', 'pt-BR']);
      expect(texts['en-US']).toBe(description);
      expect(new Set(Object.values(texts)).size).toBe(6);
      expect(each).not.toHaveProperty('name_localizations');
    }
    expect(commandsFor('guild').at(-1)).toMatchObject({
      name: 'Ask Docent',
      name_localizations: { ja: 'Docentに質問' },
    });
  });

  it('is made when a command is missing, changed or too many', () => {
    const [docs, deploy] = registered;
    expect(areRegistered(commandsFor('global'), [])).toBe(false);
    expect(areRegistered(commandsFor('global'), [docs])).toBe(false);
    expect(areRegistered(commandsFor('global'), [docs, { ...deploy, description: 'old' }])).toBe(false);
    expect(areRegistered(commandsFor('global'), [...registered, { name: 'old' }])).toBe(false);
    expect(
      areRegistered(
        commandsFor('global', () => new Wording('de')),
        registered,
      ),
    ).toBe(false);
  });
});
