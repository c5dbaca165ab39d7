/** What Discord documents as optional is absent, null or unknown: events and responses that the sandbox changes. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Question } from '../../../../src/bot/core/model/conversation.ts';
import type { Handlers } from '../../../../src/bot/core/ports/handlers.ts';
import {
  readInteraction,
  readList,
  readMessage,
  readObject,
  readServer,
} from '../../../../src/bot/platforms/discord/read-json.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import { createFastClock } from '../../../fakes/fast-clock.ts';
import { quietHandlers } from '../../../fakes/handlers.ts';
import { channelId, openDiscordWorld, threadAt, userId } from './world.ts';

async function started(more: Partial<Handlers> = {}) {
  const clock = createFastClock(20);
  const world = await openDiscordWorld({ sandbox: { clock }, options: { clock } });
  onTestFinished(async () => {
    await world.platform.stop();
    await world.close();
  });
  const questions: Question[] = [];
  await world.platform.start({
    ...quietHandlers,
    async question(question) {
      questions.push(question);
      return 'accepted';
    },
    ...more,
  });
  const place = { channel: channelId(world.discord, 'docs-help'), user: userId(world.discord, 'ada') };
  return { ...world, questions, place };
}

const nothing = [null, undefined, {}, [], '', 0, { id: null }];

describe('whatever Discord sends', () => {
  it('is read without a failure, and null counts as absent', () => {
    for (const value of nothing) {
      expect(readMessage(value)).toBeUndefined();
      expect(readInteraction(value)).toBeUndefined();
      expect(readList(value)).toEqual([]);
      expect(readObject(value)).toEqual({});
      expect(readServer(value)).toMatchObject({ channels: [], threads: [] });
    }
    expect(readList([null, { id: '1', roles: null, nested: [null, { at: null }] }, 'text'])).toEqual([
      { id: '1', nested: [{}] },
    ]);
  });

  it.each([null, {}, [null]])('is read as an empty list where it is no list: %j', async (json) => {
    const { discord, platform, place, questions } = await started();
    const { id } = await discord.say({ ...place, text: `<@${discord.botUserId}> how?` });
    await expect.poll(() => questions.length).toBe(1);
    discord.faults.failNext('GET /channels/:id/messages', { json });
    const thread = { ...threadAt(discord, place.channel), thread: place.channel };
    const question = { ...questions[0], id: `discord:${id}` } as Question;
    expect(await platform.threads?.earlierIn(thread, question)).toEqual([]);
    discord.faults.failNext('GET /users/:id', { json });
    expect(await platform.people?.nameOf(`discord:${place.user}`, thread)).toBeUndefined();
  });
});

describe('a message', () => {
  it('without lists and with nulls in their place is a question', async () => {
    const { discord, place, questions, log } = await started();
    discord.faults.changeNext('MESSAGE_CREATE', (payload) => ({
      ...payload,
      attachments: null,
      mention_roles: null,
      member: null,
      referenced_message: null,
      message_snapshots: [null],
    }));
    await discord.say({ ...place, text: `<@${discord.botUserId}> how?` });
    await expect.poll(() => questions.map(({ text }) => text)).toEqual(['how?']);
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('without an author is logged and ignored', async () => {
    const { discord, place, questions, log } = await started();
    discord.faults.changeNext('MESSAGE_CREATE', (payload) => ({ ...payload, author: null }));
    await discord.say({ ...place, text: `<@${discord.botUserId}> how?` });
    await expect.poll(() => log.lines.some(({ phrase }) => phrase === 'event not readable')).toBe(true);
    expect(questions).toEqual([]);
  });
});

describe('an interaction', () => {
  it.each([null, undefined])('whose channel is %s is understood by its channel id', async (channel) => {
    const { discord, place, questions } = await started();
    discord.faults.changeNext('INTERACTION_CREATE', ({ channel: _, ...rest }) => ({
      ...rest,
      ...(channel === null && { channel }),
    }));
    const used = await discord.command({ name: 'docs', options: { question: 'how?' }, ...place });
    expect(used.kind).toBe('deferred');
    expect(questions).toMatchObject([{ text: 'how?', thread: { channel: place.channel } }]);
  });

  it.each(['token', 'application_id', 'type'])(
    'without its %s, which nobody could answer, is logged',
    async (field) => {
      const { discord, place, questions, log } = await started();
      discord.faults.changeNext('INTERACTION_CREATE', (payload) => ({ ...payload, [field]: null }));
      const used = discord.command({ name: 'docs', options: { question: 'how?' }, ...place });
      await expect(used).rejects.toThrow('did not respond');
      const fields = { event: 'INTERACTION_CREATE' };
      expect(log.lines).toContainEqual({ level: 'warn', phrase: 'event not readable', fields });
      expect(questions).toEqual([]);
    },
  );

  it('whose channel is a thread that is only known by its id stays in the thread', async () => {
    const { discord, place, questions } = await started();
    const { threadId } = await discord.startThread({ ...place, name: 'A thread' });
    discord.faults.changeNext('INTERACTION_CREATE', ({ channel: _, ...rest }) => rest);
    await discord.command({ name: 'docs', options: { question: 'how?' }, channel: threadId, user: place.user });
    expect(questions).toMatchObject([{ thread: { channel: place.channel, thread: threadId } }]);
  });

  it.each([
    ['a command that we do not know', { data: { id: '1', name: 'other', type: 1 } }],
    ['a button that we do not know', { type: 3, data: { custom_id: 'other:1', component_type: 2 } }],
    ['a form that we do not know', { type: 5, data: { custom_id: 'other:1', components: null } }],
    ['no data', { data: null }],
    ['no person', { member: null, user: null }],
  ])('with %s is answered to the person only, and logged without what it says', async (_, change) => {
    const { discord, place, questions, log } = await started();
    discord.faults.changeNext('INTERACTION_CREATE', (payload) => ({ ...payload, ...change }));
    const used = await discord.command({ name: 'docs', options: { question: 'how?' }, ...place });
    expect(discord.messages(place.channel).find(({ id }) => id === used.message)).toMatchObject({
      content: english.say('notUnderstood'),
      visibleTo: place.user,
    });
    expect(questions).toEqual([]);
    const logged = log.lines.filter(({ phrase }) => phrase === 'interaction not understood');
    expect(logged).toMatchObject([{ level: 'warn' }]);
    expect(JSON.stringify(logged)).not.toContain('other');
  });

  it('of an unknown kind is logged and not answered', async () => {
    const { discord, place, log } = await started();
    discord.faults.changeNext('INTERACTION_CREATE', (payload) => ({ ...payload, type: 99 }));
    void discord.command({ name: 'docs', options: { question: 'how?' }, ...place }).catch(() => undefined);
    await expect.poll(() => log.lines.some(({ phrase }) => phrase === 'interaction not understood')).toBe(true);
    expect(discord.calls.filter(({ route }) => route.endsWith('/callback'))).toEqual([]);
  });
});
