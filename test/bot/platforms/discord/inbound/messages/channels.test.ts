import type { Client } from 'discord.js';
import { expect, it } from 'vitest';
import { withCategory } from '../../../../../../src/bot/platforms/discord/inbound/messages/channels.ts';

function clientWith(id: string, parentId: string | null): Client {
  const channel = { isDMBased: () => false, isThread: () => false, parentId };
  // The only field of a client that is read.
  return { channels: { cache: new Map([[id, channel]]) } } as unknown as Client;
}

it('a question in a channel or its threads has the category of the channel', () => {
  const thread = { platform: 'discord', installation: '1', channel: '2', thread: '3' };
  const asked = { text: 'how?', thread };
  expect(withCategory(asked, clientWith('2', '9'))).toEqual({ text: 'how?', thread: { ...thread, category: '9' } });
  expect(withCategory(asked, clientWith('2', null))).toBe(asked);
  expect(withCategory(asked, clientWith('7', '9'))).toBe(asked);
});
