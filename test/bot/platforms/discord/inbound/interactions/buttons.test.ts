/** Presses of suggestion buttons as questions, in every kind of place that an answer can be in. */
import { ChannelType, InteractionType } from 'discord.js';
import { expect, it } from 'vitest';
import { toButtons, toPressed } from '../../../../../../src/bot/platforms/discord/inbound/interactions/buttons.ts';
import { readPresser } from '../../../../../../src/bot/platforms/discord/inbound/interactions/command-opening.ts';
import type { CommandEvent } from '../../../../../../src/bot/platforms/discord/native-events.ts';

const questions = ['And then?', 'Is it 3:4?', 'x'.repeat(75)];
const [, ...rest] = questions;

/** From the developer docs ("Interactions: Receiving and Responding"), with other ids. */
const press: CommandEvent = {
  id: '1457659890892800000',
  application_id: '100000000000000009',
  type: InteractionType.MessageComponent,
  token: 'secret',
  guild_id: '100000000000000001',
  channel: { id: '700000000000000001', type: ChannelType.PublicThread, parent_id: '400000000000000001' },
  member: { user: { id: '300000000000000002', username: 'grace' }, roles: [] },
  message: { id: '700000000000000002', components: toButtons({ suggestions: questions }) },
  data: { custom_id: 'suggestion:0:And then?' },
};

it('a press is a question in the thread of the answer, and leaves the other buttons unchanged', () => {
  const pressed = toPressed(press);
  expect(pressed?.question).toMatchObject({
    id: 'discord:700000000000000002:suggestion:0',
    eventId: `discord:${press.id}`,
    thread: { installation: '100000000000000001', channel: '400000000000000001', thread: '700000000000000001' },
    asker: 'discord:300000000000000002',
    addressed: 'mention',
    text: 'And then?',
  });
  expect(readPresser(pressed?.question.opens ?? '')).toBe('300000000000000002');
  expect(pressed?.rest).toEqual([{ type: 1, components: rest.map((label, at) => expectedButton(at + 1, label)) }]);
});

it('a press of the last button leaves no row', () => {
  const message = { id: '7', components: toButtons({ suggestions: ['And then?'] }) };
  expect(toPressed({ ...press, message })?.rest).toEqual([]);
});

it('a press outside threads is asked as a reply to the first question', () => {
  const message = { id: '7', message_reference: { message_id: '6' } };
  const channel = { id: '400000000000000001', type: ChannelType.GuildText };
  expect(toPressed({ ...press, channel, message })?.question.thread).toMatchObject({
    channel: '400000000000000001',
    thread: 'reply:6',
  });
});

it('a press in direct messages continues their conversation', () => {
  const { guild_id: _, member, ...direct } = press;
  const user = member?.user ?? { id: '', username: '' };
  const pressed = toPressed({ ...direct, user, channel: { id: '9', type: ChannelType.DM } });
  expect(pressed?.question).toMatchObject({
    thread: { installation: '@me', channel: '9', thread: '' },
    endsAfterSilenceMs: 24 * 60 * 60_000,
  });
});

it('a press in a private thread is a question from a private place', () => {
  const channel = { id: '700000000000000001', type: ChannelType.PrivateThread, parent_id: '400000000000000001' };
  expect(toPressed({ ...press, channel })?.question.place).toBe('private');
  expect(toPressed(press)?.question.place).toBeUndefined();
});

it.each([
  ['of another button', { data: { custom_id: 'other' } }],
  ['that is a command', { type: InteractionType.ApplicationCommand }],
  ['without a message', { message: undefined }],
])('a press %s is not a question', (_name, change) => {
  expect(toPressed({ ...press, ...change } as CommandEvent)).toBeUndefined();
});

function expectedButton(at: number, label: string): object {
  return { type: 2, style: 2, label, custom_id: `suggestion:${at}:${label}` };
}
