import { ApplicationCommandType, ChannelType, InteractionType } from 'discord.js';
import { expect, it } from 'vitest';
import {
  askCommand,
  toAbout,
} from '../../../../../../src/bot/platforms/discord/inbound/interactions/message-command.ts';
import type { CommandEvent, MessageParts } from '../../../../../../src/bot/platforms/discord/native-events.ts';

const target = '1457659890892800000';
const ada = { id: '300000000000000001', username: 'ada' };
const names = { channel: () => undefined, role: () => undefined };

function asking(message: MessageParts): CommandEvent {
  return {
    id: '1457659890892800001',
    application_id: '100000000000000009',
    type: InteractionType.ApplicationCommand,
    token: 'secret',
    user: ada,
    channel: { id: '7', type: ChannelType.DM },
    data: {
      name: askCommand,
      type: ApplicationCommandType.Message,
      target_id: target,
      resolved: { messages: { [target]: { ...message, author: ada } } },
    },
  };
}

it('discord-ask-about-forward: the forwarded text is asked, with its author and the kind of place', () => {
  const question = 'How do I rotate the signing key?';
  const event = asking({ content: '', message_snapshots: [{ message: { content: question } }] });
  const about = [`discord:${ada.id}`];
  expect(toAbout(event, names)).toMatchObject({ text: question, place: 'direct', about });
  const thread = { id: '8', type: ChannelType.PrivateThread, parent_id: '7' };
  expect(toAbout({ ...event, guild_id: '9', channel: thread }, names)).toMatchObject({ place: 'private', about });
});

it('a message of a screenshot alone can be asked about, an empty one cannot', () => {
  const screenshot = { filename: 'error.png', size: 900, content_type: 'image/png', url: 'https://a.example/1' };
  expect(toAbout(asking({ content: '', attachments: [screenshot] }), names)).toMatchObject({
    text: '',
    files: [{ name: 'error.png' }],
  });
  expect(toAbout(asking({ content: '' }), names)).toBe('no_text');
});
