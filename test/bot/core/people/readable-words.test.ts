import { expect, it } from 'vitest';
import { readableByAll } from '../../../../src/bot/core/model/asked-question.ts';
import type { ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { readableBy } from '../../../../src/bot/core/people/readable-words.ts';
import { asked } from '../insight/asked.ts';

const writers: ThreadRef = { platform: 'slack', installation: 'T1', channel: 'G1', thread: '1.0' };
const mark = { mark: 'not_helpful', via: 'button', at: 9, comment: 'it is Smeg' } as const;
const open = asked({ turn: 'a', text: 'open' });
const closed = asked({ turn: 'b', text: 'closed', link: 'https://chat.example/1', marks: [mark], onlyIn: writers });

const platform = {
  name: 'slack',
  people: {
    async mayRead(person: string, { channel }: ThreadRef): Promise<boolean> {
      if (person === 'slack:T1:U9') throw new PlatformError('unavailable');
      return person === 'slack:T1:U1' && channel === 'G1';
    },
  },
};

async function texts(person: string, privateChannels = false) {
  const read = await readableBy([open, closed], person, { routing: { privateChannels }, platforms: [platform] });
  return read.map(({ text }) => text);
}

it('a person reads what was said in private channels that they are in', async () => {
  expect(await texts('slack:T1:U1')).toEqual(['open', 'closed']);
  expect(await texts('slack:T1:U2')).toEqual(['open', '']);
});

it('a person reads nothing of private channels if the platform does not answer, or is another one', async () => {
  expect(await texts('slack:T1:U9')).toEqual(['open', '']);
  expect(await texts('discord:1')).toEqual(['open', '']);
});

it('with the setting, everybody reads it', async () => {
  expect(await texts('discord:1', true)).toEqual(['open', 'closed']);
  expect(readableByAll([open, closed], { privateChannels: true })).toEqual([open, closed]);
});

it('what is left out still counts, without words, link and comments', () => {
  const [, hidden] = readableByAll([open, closed], { privateChannels: false });
  expect(hidden).toMatchObject({ turn: 'b', isPrivate: true, text: '', marks: [{ mark: 'not_helpful' }] });
  expect(JSON.stringify(hidden)).not.toMatch(/closed|Smeg|chat\.example|G1/);
});
