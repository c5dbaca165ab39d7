import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { expect, it } from 'vitest';
import { PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import { createReaders } from '../../../../../src/bot/platforms/discord/connection/readers.ts';
import type { Api } from '../../../../../src/bot/platforms/discord/connection/rest.ts';
import { createManualClock } from '../../../../fakes/clock.ts';

const view = String(PermissionFlagsBits.ViewChannel);
const manage = String(PermissionFlagsBits.ManageThreads);
const hidden = [
  { id: '1', allow: '0', deny: view },
  { id: '5', allow: view, deny: '0' },
];

/** Server 1 of user 9. Everybody sees channel 2; channel 3 is for role 5; 4 is a private thread of user 7 in channel 2. */
const answers: Readonly<Record<string, object>> = {
  '/guilds/1': {
    owner_id: '9',
    roles: [
      { id: '1', permissions: view },
      { id: '5', permissions: view },
      { id: '6', permissions: manage },
    ],
  },
  '/channels/2': { id: '2', type: ChannelType.GuildText, permission_overwrites: [] },
  '/channels/3': { id: '3', type: ChannelType.GuildText, permission_overwrites: hidden },
  '/channels/4': { id: '4', type: ChannelType.PrivateThread },
  '/channels/10': { id: '10', type: ChannelType.PublicThread, parent_id: '2' },
  '/channels/11': { id: '11', type: ChannelType.PublicThread, parent_id: '3' },
  '/channels/4/thread-members/7': { user_id: '7' },
  '/guilds/1/members/6': { roles: ['6'] },
  '/guilds/1/members/7': { roles: [] },
  '/guilds/1/members/8': { roles: ['5'] },
};

function world(failure = new PlatformError('thread_gone')) {
  const call: Api['call'] = async (_, route) => {
    const answer = answers[route];
    if (!answer) throw failure;
    return answer;
  };
  return createReaders({ call } as Api, createManualClock(), () => []);
}

const place = (channel: string, thread = '', installation = '1') => ({
  platform: 'discord',
  installation,
  channel,
  thread,
});

it('a channel is public if @everyone may see it, and of no known kind if Discord does not say', async () => {
  const { kindOf } = world();
  expect(await kindOf(place('2'))).toBe('public');
  expect(await kindOf(place('3'))).toBe('private');
  expect(await kindOf(place('99'))).toBeUndefined();
  expect(await kindOf(place('99', '', '@me'))).toBe('direct');
});

it('a thread that a message was forwarded from is as public as its channel, unless it is private', async () => {
  const { kindOf } = world();
  expect(await kindOf(place('10'))).toBe('public');
  expect(await kindOf(place('11'))).toBe('private');
  expect(await kindOf(place('4'))).toBe('private');
});

it.each([
  ['a hidden channel', place('3'), { 8: true, 7: false, 9: true }],
  ['a thread of a hidden channel', place('3', '2'), { 8: true, 7: false }],
  ['a private thread', place('2', '4'), { 7: true, 8: false, 6: true, 9: true }],
  ['a channel that is gone', place('99'), { 7: false }],
])('only those may read %s who see it', async (_, where, expected) => {
  const { mayRead } = world();
  for (const [user, may] of Object.entries(expected)) expect(await mayRead(`discord:${user}`, where)).toBe(may);
});

it('who may read a channel is not known while Discord does not answer', async () => {
  const { mayRead } = world(new PlatformError('unavailable'));
  await expect(mayRead('discord:7', place('99'))).rejects.toBeInstanceOf(PlatformError);
});
