/** Messages in channels that discord.js has not cached, with a client that never connects and scripted responses. */

import { ChannelType, Client } from 'discord.js';
import { expect, it } from 'vitest';
import type { Question } from '../../../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import { createReadCursors } from '../../../../../src/bot/platforms/discord/inbound/backfill/read-cursors.ts';
import { createListener } from '../../../../../src/bot/platforms/discord/inbound/listener.ts';
import type { MessageEvent } from '../../../../../src/bot/platforms/discord/native-events.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { quietHandlers } from '../../../../fakes/handlers.ts';
import { silent } from '../../../../fakes/logger.ts';

const forum = { id: '400000000000000009', type: ChannelType.GuildForum, name: 'questions' };
const post = { id: '600000000000000001', type: ChannelType.PublicThread, name: 'How?', parent_id: forum.id };

async function open(answers: (id: string) => unknown) {
  const questions: Question[] = [];
  const lookedUp: string[] = [];
  const client = new Client({ intents: [] });
  // Normally set by READY.
  Reflect.set(client, 'user', { id: '200000000000000001' });
  const clock = createManualClock();
  const listener = createListener({
    api: {
      async call(_, route) {
        const id = route.split('/').at(-1) ?? '';
        lookedUp.push(id);
        return answers(id);
      },
      routeWaitMs: () => 0,
      refused: () => false,
      close: () => undefined,
    },
    handlers: {
      async question(question) {
        questions.push(question);
        return 'accepted';
      },
      ...quietHandlers,
    },
    cursors: await createReadCursors(quietHandlers.readCursors, silent),
    logger: silent,
    clock,
    renderMarkdown: (markdown) => markdown,
    signal: new AbortController().signal,
  });
  return { questions, lookedUp, clock, hear: (message: MessageEvent) => listener.onMessage(message, client) };
}

function said(id: string, content: string, more: Partial<MessageEvent> = {}): MessageEvent {
  const author = { id: '300000000000000001', username: 'ada' };
  return { id, channel_id: post.id, guild_id: '1', type: 0, content, author, ...more };
}

it('the listener looks up an unknown thread and its parent once', async () => {
  const bot = await open((id) => (id === forum.id ? forum : post));
  await bot.hear(said(post.id, 'I tried this.'));
  await bot.hear(said('600000000000000002', 'And that.'));
  expect(bot.questions).toMatchObject([
    { addressed: 'mention', text: 'How?\n\nI tried this.', thread: { channel: forum.id, thread: post.id } },
    { addressed: 'follow_up', text: 'And that.', thread: { channel: forum.id, thread: post.id } },
  ]);
  expect(bot.lookedUp).toEqual([post.id, forum.id]);
});

it('the listener looks up nothing for messages of bots', async () => {
  const bot = await open(() => post);
  await bot.hear(said('600000000000000002', 'hi', { author: { id: '3', username: 'robot', bot: true } }));
  expect(bot.lookedUp).toEqual([]);
});

it('the listener retries a lookup that Discord did not answer', async () => {
  let down = true;
  const bot = await open((id) => {
    if (down) throw new PlatformError('unavailable');
    return id === forum.id ? forum : post;
  });
  const hearing = bot.hear(said('600000000000000002', 'hi'));
  await bot.clock.settle();
  down = false;
  await bot.clock.until(hearing);
  expect(bot.questions).toHaveLength(1);
});

it('the listener does not repeat a lookup that Discord refused', async () => {
  const bot = await open(() => {
    throw new PlatformError('forbidden');
  });
  await bot.hear(said('600000000000000002', 'hi'));
  await bot.hear(said('600000000000000003', 'hello'));
  expect(bot.questions).toEqual([]);
  expect(bot.lookedUp).toHaveLength(1);
});
