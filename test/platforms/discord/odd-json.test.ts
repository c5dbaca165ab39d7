/** What Discord documents as optional is absent, null or unknown: events and responses that the sandbox changes. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Question } from '../../../src/core/model/conversation.ts';
import type { Handlers } from '../../../src/core/ports/handlers.ts';
import {
  readInteraction,
  readList,
  readMessage,
  readObject,
  readServer,
} from '../../../src/platforms/discord/read-json.ts';
import { noDeployments } from '../../fakes/deployments.ts';
import { createFastClock } from '../../fakes/fast-clock.ts';
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
    ...noDeployments,
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
    expect(await platform.earlierIn?.(thread, question)).toEqual([]);
    discord.faults.failNext('GET /users/:id', { json });
    expect(await platform.nameOf?.(`discord:${place.user}`, thread)).toBeUndefined();
  });
});

describe('a message', () => {
  it('without lists and with nulls in their place is a question', async () => {
    const { discord, place, questions, log } = await started();
    discord.faults.changeNext('MESSAGE_CREATE', (payload) => ({
      ...payload,
      ...{ attachments: null, mention_roles: null, member: null, referenced_message: null, message_snapshots: [null] },
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
