import { expect, it } from 'vitest';
import {
  answeredReply,
  type ReplyContext,
  replyWithSentence,
} from '../../../../../src/bot/core/engine/turn/final-reply.ts';
import type { Turn } from '../../../../../src/bot/core/model/conversation.ts';
import { emptyReply } from '../../../../../src/bot/core/model/reply.ts';
import { english } from '../../../../../src/bot/wording/wording.ts';

const thread = { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1.0' };
const conversation = { id: 'c', thread };
const asked = { eventId: 'e', thread, asker: 'slack:T1:U1', addressed: 'mention', text: 'How?', askedAt: 0 } as const;
const turn: Turn = {
  ...{ id: 't', conversation, question: { id: 'q', ...asked }, state: 'answering', tries: 1, shown: [], answer: '' },
  ...{ attempt: 1, openedAt: 0, timesAgain: 0, replyKey: 't' },
};

it('an answer says which context could not be read, also if it cites no page', () => {
  const unread = [english.say('threadUnread'), english.say('filesUnread', { count: 1 })];
  const context: ReplyContext = { turn, conversation, isPrivate: false, canCall: false, wording: english, unread };
  const answer = { ...emptyReply, text: 'So.' };
  expect(answeredReply(answer, context, []).notices).toEqual([...unread, english.say('noSources')]);
  const sourced = { ...answer, sources: [{ path: '/a' }] };
  expect(answeredReply(sourced, context, []).notices).toEqual(unread);
});

it('an answer that cites no page says so after all other notices', () => {
  const context: ReplyContext = { turn, conversation, isPrivate: false, canCall: false, wording: english };
  const answer = { ...emptyReply, text: 'So.' };
  const notices = [english.say('fallback'), english.say('lengthLimit')];
  expect(answeredReply(answer, context, notices).notices).toEqual([...notices, english.say('noSources')]);
});

it('an answer that was not read completely does not say that it cites no page', () => {
  const context: ReplyContext = { turn, conversation, isPrivate: false, canCall: false, wording: english };
  const answer = { ...emptyReply, text: 'So.' };
  for (const key of ['answerTooLong', 'partlyUnread'] as const) {
    expect(answeredReply(answer, context, [english.say(key)], false).notices).toEqual([english.say(key)]);
  }
});

it('an earlier answer that stays keeps its own sources, which are not marked as nearest', () => {
  const earlier = { text: 'So.', sources: [{ path: '/a' }] };
  const context: ReplyContext = {
    ...{ turn: { ...turn, earlier }, conversation, isPrivate: false, canCall: false, wording: english },
  };
  const failed = { ...emptyReply, sources: [{ path: '/near' }], nearest: true as const };
  const shown = replyWithSentence(failed, context, 'No.', 'unavailable');
  expect(shown).toMatchObject(earlier);
  expect(shown.nearest).toBeUndefined();
});
