import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
  areRegistered,
  commandsFor,
} from '../../../../../../src/bot/platforms/discord/inbound/interactions/command-definitions.ts';
import { readOpening } from '../../../../../../src/bot/platforms/discord/inbound/interactions/command-opening.ts';
import { toCommand } from '../../../../../../src/bot/platforms/discord/inbound/interactions/interactions.ts';
import type { CommandEvent } from '../../../../../../src/bot/platforms/discord/native-events.ts';
import { Wording } from '../../../../../../src/bot/wording/wording.ts';

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
  it('asks in a thread that is still to be opened', () => {
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

  it('asks in the thread or the direct messages where it is used', () => {
    const thread = { id: '600000000000000001', type: ChannelType.PublicThread, parent_id: channel.id };
    expect(toCommand(command('docs', { channel: thread }), names)).toMatchObject({
      question: { thread: { channel: channel.id, thread: thread.id } },
    });
    expect(toCommand(direct('docs'), names)).toMatchObject({
      question: { thread: { installation: '@me', channel: '7', thread: '' }, endsAfterSilenceMs: 86_400_000 },
    });
    expect(openingOf(direct('docs'))).toMatchObject({ inChannel: false, mayPost: true, mayThread: false });
  });

  it('is a question from a private place in a private thread', () => {
    const thread = { id: '600000000000000001', type: ChannelType.PrivateThread, parent_id: channel.id };
    expect(toCommand(command('docs', { channel: thread }), names)).toMatchObject({ question: { place: 'private' } });
    expect(toCommand(command('docs'), names)).not.toHaveProperty('question.place');
  });

  it.each([
    ['do nothing', 0n, false, false],
    ['post', ViewChannel | SendMessages, true, false],
    ['post, and open threads but not write in them', ViewChannel | SendMessages | CreatePublicThreads, true, false],
    ['do everything', Administrator, true, true],
  ])('records that we may %s', (_, rights, mayPost, mayThread) => {
    expect(openingOf(command('docs', { app_permissions: String(rights) }))).toMatchObject({ mayPost, mayThread });
  });

  it('opens no thread in a channel that cannot have threads', () => {
    const voice = { id: '8', type: ChannelType.GuildVoice };
    expect(openingOf(command('docs', { channel: voice }))).toMatchObject({ mayPost: true, mayThread: false });
  });
});

describe('/deploy', () => {
  it('includes the name and roles of the person, and is reported in the channel', () => {
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
  ])('reads the options %j like typed text', (options, text, named) => {
    const typed = Object.entries(options).map(([name, value]) => ({ name, value }));
    const event = command('deploy', { data: { name: 'deploy', type: 1, options: typed } });
    const read = toCommand(event, names);
    expect(read).toMatchObject({ command: { text } });
    expect(read?.kind === 'deploy' && read.command.named).toBe(named);
  });

  it.each([
    ['a guest', { user: ada, roles: [], flags: 16 }, 'guest'],
    ['a person who has not accepted the rules', { user: ada, roles: [], pending: true }, 'guest'],
    ['a bot', { user: { ...ada, bot: true }, roles: [] }, 'bot'],
  ])('records that it was used by %s', (_, member, kind) => {
    expect(toCommand(command('deploy', { member }), names)).toMatchObject({ command: { kind } });
  });

  it('is reported through its own webhook where we may not post', () => {
    expect(toCommand(command('deploy', { app_permissions: '0' }), names)).toMatchObject({
      command: { thread: { thread: `interaction:discord:${id}`, address: 'secret' } },
    });
  });

  it('is ignored in direct messages, where people have no roles', () => {
    expect(toCommand(direct('deploy'), names)).toBeUndefined();
  });
});

it('other interactions are ignored', () => {
  expect(toCommand(command('other'), names)).toBeUndefined();
  expect(toCommand(command('docs', { type: 3 }), names)).toBeUndefined();
  expect(toCommand(command('docs', { data: { name: 'docs', type: 3 } }), names)).toBeUndefined();
});

describe('registration', () => {
  /** As Discord returns them: with fields of its own. */
  const registered = commandsFor('global').map((definition, index) => ({
    ...definition,
    id: String(index),
    version: '1',
    nsfw: false,
  }));

  it('is not repeated if nothing has changed', () => {
    expect(areRegistered(commandsFor('global'), registered.toReversed())).toBe(true);
    expect(areRegistered(commandsFor('guild'), registered)).toBe(true);
  });

  it('includes descriptions in every language, and does not translate the names that people type', () => {
    const all = commandsFor('guild').flatMap((definition) => [
      definition,
      ...(Reflect.get(definition, 'options') ?? []),
    ]);
    const described = all.filter((item) => Reflect.has(item, 'description'));
    expect(described).toHaveLength(9);
    for (const item of described) {
      const { description, description_localizations: texts } = Object(item);
      expect(Object.keys(texts)).toEqual(['en-US', 'en-GB', 'de', 'es-ES', 'es-419', 'fr', 'ja', 'pt-BR']);
      expect(texts['en-US']).toBe(description);
      expect(new Set(Object.values(texts)).size).toBe(6);
      expect(item).not.toHaveProperty('name_localizations');
    }
    expect(commandsFor('guild').at(-1)).toMatchObject({
      name: 'Ask Docent',
      name_localizations: { ja: 'Docentに質問' },
    });
  });

  it('is repeated if a command is missing, changed or superfluous', () => {
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
