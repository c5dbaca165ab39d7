import { ChannelType, InteractionType } from 'discord.js';
import { expect, it } from 'vitest';
import { toShared } from '../../../../../../src/bot/platforms/discord/inbound/interactions/share.ts';

it('an answer that is shared in a private thread is a question from a private place', () => {
  const press = {
    id: '1457659890892800000',
    application_id: '100000000000000009',
    type: InteractionType.MessageComponent,
    token: 'secret',
    guild_id: '100000000000000001',
    member: { user: { id: '300000000000000002', username: 'grace' }, roles: [] },
    data: { custom_id: 'share:discord:1457659890892700000' },
  };
  const channel = { id: '700000000000000001', type: ChannelType.PrivateThread, parent_id: '400000000000000001' };
  expect(toShared({ ...press, channel })?.question.place).toBe('private');
  const everybody = { ...channel, type: ChannelType.PublicThread };
  expect(toShared({ ...press, channel: everybody })?.question).not.toHaveProperty('place');
});
