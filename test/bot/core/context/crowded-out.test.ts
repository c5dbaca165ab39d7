/** What the answer is told of earlier messages that do not fit. */
import { expect, it } from 'vitest';
import { readAlong } from '../../../../src/bot/core/context/read-along.ts';
import type { Turn } from '../../../../src/bot/core/model/conversation.ts';
import type { Threads } from '../../../../src/bot/core/ports/platform.ts';

const thread = { platform: 'discord', installation: 'G1', channel: 'C1', thread: '1' };
const threads: Threads = {
  earlierIn: async () => [{ name: 'ada', text: 'On Windows.' }],
  linkTo: () => undefined,
  markAnswered: async () => undefined,
  removeIfEmpty: async () => undefined,
};

function unreadBeside(text: string) {
  const reading = { repliesTo: { name: 'Grace', text } };
  const asked = { id: 'q', eventId: 'e', thread, asker: 'discord:U1', text: 'How?', askedAt: 0, reading };
  const turn: Turn = {
    id: 't',
    conversation: { id: 'c', thread },
    question: { ...asked, addressed: 'mention' },
    state: 'answering',
    tries: 1,
    shown: [],
    answer: '',
    attempt: 1,
    openedAt: 0,
    timesAgain: 0,
    replyKey: 't',
  };
  return readAlong(turn, { threads }, { history: async () => [] }, false).then(({ unread }) => unread);
}

it('a message replied to that is cut, and leaves no room for the earlier ones, is named with them', async () => {
  expect(await unreadBeside('x'.repeat(9_000))).toMatchObject({ isThread: true, parts: ['length'] });
  expect(await unreadBeside('x'.repeat(7_990))).toMatchObject({ isThread: true, parts: [] });
  expect(await unreadBeside('Which?')).toMatchObject({ isThread: false, parts: [] });
});
