import { ApplicationCommandType, ChannelType, InteractionType } from 'discord.js';
import { expect, it } from 'vitest';
import {
  askCommand,
  toAbout,
} from '../../../../../../src/bot/platforms/discord/inbound/interactions/message-command.ts';

it('discord-ask-about-forward: the forwarded text is asked, with its author and the kind of place', () => {
  const question = 'How do I rotate the signing key?';
  const target = '1457659890892800000';
  const ada = { id: '300000000000000001', username: 'ada' };
  const message = { content: '', author: ada, message_snapshots: [{ message: { content: question } }] };
  const event = {
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
      resolved: { messages: { [target]: message } },
    },
  };
  const names = { channel: () => undefined, role: () => undefined };
  const about = [`discord:${ada.id}`];
  expect(toAbout(event, names)).toMatchObject({ text: question, place: 'direct', about });
  const thread = { id: '8', type: ChannelType.PrivateThread, parent_id: '7' };
  expect(toAbout({ ...event, guild_id: '9', channel: thread }, names)).toMatchObject({ place: 'private', about });
});
