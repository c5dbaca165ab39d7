/** When a message is answered, and when Docent stays silent. */
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/bot/core/model/conversation.ts';
import type { ConversationFacts, Decision, QuestionFacts, TurnFacts } from '../../../../src/bot/core/ports/store.ts';
import type { CountedWindow } from '../../../../src/bot/core/ports/use-window.ts';
import {
  decideQuestion,
  defaultRules,
  type QuestionRules,
} from '../../../../src/bot/core/questions/decide-question.ts';

const inThread: ConversationFacts = { asker: 'fake:A', listening: 'asker', recentTurns: 1 };
const waiting: TurnFacts = {
  id: 't1',
  asker: 'fake:A',
  text: 'How do I',
  askedAt: 0,
  lastAskedAt: 0,
  isOpen: true,
  isAsked: true,
  timesAgain: 0,
  isDeleted: false,
};
const quiet: ConversationFacts = { ...inThread, listening: 'mention' };

function said(text: string, more: Partial<Question> = {}): Question {
  return {
    id: 'fake:1',
    eventId: 'e1',
    thread: { platform: 'fake', installation: 'i', channel: 'c', thread: 't' },
    asker: 'fake:A',
    addressed: 'follow_up',
    text,
    askedAt: 0,
    ...more,
  };
}

function decide(
  question: Question,
  conversation: ConversationFacts | undefined = inThread,
  rules: Partial<QuestionRules> = {},
): Decision {
  const facts = { open: { accepted: 0, overLimit: 0 }, uses: [], ...(conversation && { conversation }) };
  return decideQuestion(question, facts, { ...defaultRules, ...rules });
}

describe('a follow-up without a mention', () => {
  it('from the asker is answered', () => {
    expect(decide(said('and with docker?'))).toEqual({});
  });

  it.each(['thanks!', 'perfect, works now', '👍'])('that asks nothing is ignored: %s', (text) => {
    expect(decide(said(text))).toEqual({ ignore: 'no_question' });
  });

  it.each(['yes please', 'No.', 'the second one', 'ja, bitte', 'oui', 'はい、お願いします', '2'])(
    'from the asker is answered if it replies to the assistant’s question: %s',
    (text) => {
      const asked = { ...inThread, asksBack: true } as const;
      expect(decide(said(text), asked)).toEqual({});
      expect(decide(said(text))).toEqual({ ignore: 'no_question' });
      expect(decide(said(text), { ...asked, answering: 'fake:A' })).toEqual({ ignore: 'no_question' });
      expect(decide(said(text, { isToSomebody: true }), asked)).toEqual({ ignore: 'to_somebody' });
      const other = said(text, { asker: 'fake:B' });
      expect(decide(other, asked, { followUps: 'anyone' })).toEqual({ ignore: 'no_question' });
    },
  );

  it.each([
    'who are you?',
    'Who are you',
    'are you real?',
    'and who are you?',
    'Wer bist du?',
    '¿Quién eres?',
    'qui es-tu ?',
    'quem é você',
    'あなたは誰ですか',
    'tell me about yourself',
    'wie alt bist du',
    '自己紹介して',
  ])('about Docent is answered: %s', (text) => {
    expect(decide(said(text))).toEqual({});
    expect(decide(said(text, { addressed: 'direct' }))).toEqual({});
    expect(decide(said(text), quiet)).toEqual({ ignore: 'quiet' });
  });

  it.each(['who are you kidding', 'this is real'])(
    'that only sounds as if it were about Docent is ignored: %s',
    (text) => {
      expect(decide(said(text))).toEqual({ ignore: 'no_question' });
    },
  );

  it('to somebody else is ignored', () => {
    expect(decide(said('how do you do that?', { isToSomebody: true }))).toEqual({ ignore: 'to_somebody' });
  });

  it('from somebody else makes Docent announce once that it leaves the thread to people', () => {
    const other = said('how about this?', { asker: 'fake:B' });
    expect(decide(other)).toEqual({ listening: 'mention', fixedReply: 'others_joined' });
    expect(decide(other, quiet)).toEqual({ ignore: 'quiet' });
  });

  it('from the asker is ignored once others have joined', () => {
    expect(decide(said('and with docker?'), quiet)).toEqual({ ignore: 'quiet' });
  });

  it('from anyone is answered with `followUps: anyone`, and from nobody with `followUps: mention`', () => {
    const other = said('and with docker?', { asker: 'fake:B' });
    expect(decide(other, inThread, { followUps: 'anyone' })).toEqual({});
    expect(decide(said('and with docker?'), inThread, { followUps: 'mention' })).toEqual({ ignore: 'quiet' });
  });
});

describe('a mention', () => {
  it('is answered in a quiet thread, which stays quiet', () => {
    expect(decide(said('and with docker?', { addressed: 'mention' }), quiet)).toEqual({});
  });

  it.each(['help', 'Help!', ''])('of %j is answered with what Docent can do', (text) => {
    expect(decide(said(text, { addressed: 'mention' }), undefined)).toEqual({ fixedReply: 'help' });
  });

  it('of "unmute" ends the silence, for which follow-ups are answered there', () => {
    const asked = said('unmute', { addressed: 'mention' });
    expect(decide(asked, quiet)).toEqual({ fixedReply: 'unmuted', listening: 'asker' });
    expect(decide(asked, quiet, { followUps: 'mention' })).toEqual({ fixedReply: 'muted' });
    expect(decide(said('unmute'), quiet)).toEqual({ ignore: 'quiet' });
  });

  it('of "new" starts a new conversation that listens to the asker', () => {
    const fresh = { fixedReply: 'new', startsOver: true, listening: 'asker' };
    expect(decide(said('new', { addressed: 'mention' }), quiet)).toEqual(fresh);
    // Its asker needs no mention where follow-ups need none.
    expect(decide(said('New.'))).toEqual(fresh);
    expect(decide(said('new'), quiet)).toEqual({ ignore: 'quiet' });
    expect(decide(said('new', { asker: 'fake:B' }), undefined, { followUps: 'anyone' })).toEqual({
      ignore: 'no_question',
    });
  });
});

describe('in direct messages,', () => {
  it.each(['thanks!', 'Thank you, that worked', 'ok', '👍'])(
    '%s is not answered once a question has been asked',
    (text) => {
      const thanks = said(text, { addressed: 'direct' });
      expect(decide(thanks)).toEqual({ ignore: 'no_question' });
      const facts = { open: { accepted: 0, overLimit: 0 }, uses: [] };
      expect(decideQuestion(thanks, facts)).toEqual({});
      expect(decide({ ...thanks, files: [{ name: 'a.txt', bytes: 1, url: '' }] })).toEqual({});
    },
  );

  it.each(['yes please', 'ja', '2'])('%s is answered if it replies to the assistant’s question', (text) => {
    const answer = said(text, { addressed: 'direct' });
    const facts = { open: { accepted: 0, overLimit: 0 }, uses: [], conversation: inThread };
    expect(decideQuestion(answer, facts)).toEqual({ ignore: 'no_question' });
    expect(decideQuestion(answer, { ...facts, conversation: { ...inThread, asksBack: true } })).toEqual({});
  });

  it('the previous question can be stopped, and is joined with a quick message', () => {
    const nearby = { ...inThread, answering: 'fake:A', waiting };
    const facts = { open: { accepted: 1, overLimit: 0 }, uses: [], nearby };
    const direct = (text: string, askedAt: number) =>
      decideQuestion(said(text, { addressed: 'direct', askedAt }), facts);
    expect(direct('pin the version', 1_500)).toEqual({ joined: 'How do I\n\npin the version' });
    expect(direct('How do I build it?', 1_501)).toEqual({});
    expect(direct('stop', 9_000)).toEqual({ stop: true });
    expect(direct('thanks!', 9_000)).toEqual({ ignore: 'no_question' });
    expect(direct('solved', 9_000)).toEqual({ fixedReply: 'solved_none' });
  });

  it.each(['docker', 'and then?', 'pricing'])('%s is a question, since every message there is for Docent', (text) => {
    expect(decide(said(text, { addressed: 'direct' }))).toEqual({});
  });
});

describe('a channel message that is not a question', () => {
  it('can only be joined to the question before it', () => {
    const part = (text: string, askedAt: number, asker = 'fake:A', uses: QuestionFacts['uses'] = []) =>
      decideQuestion(
        said(text, { addressed: 'auto', askedAt, asker }),
        { open: { accepted: 1, overLimit: 0 }, uses, nearby: { ...inThread, answering: 'fake:A', waiting } },
        { ...defaultRules, joinsOnly: true },
      );
    const silent = { ignore: 'not_ours' };
    expect(part('with docker?', 1_500)).toEqual({ joined: 'How do I\n\nwith docker?' });
    expect(part('with docker?', 1_501)).toEqual(silent);
    expect(part('with docker?', 1_000, 'fake:B')).toEqual(silent);
    expect([part('stop', 1_000), part('mute', 1_000), part('solved', 1_000)]).toEqual([silent, silent, silent]);
    const used = { limit: 'limit_minute', of: 'fake:A', endsAt: 60_000, max: 1, used: 1 } as const;
    expect(part('with docker?', 1_000, 'fake:A', [used])).toEqual(silent);
  });
});

describe('a reply to a message of Docent without its name', () => {
  it('is answered only if it asks something', () => {
    const reply = (text: string) => decide(said(text, { addressed: 'mention', isReply: true }), undefined);
    expect(reply('and how do I do that with docker?')).toEqual({});
    expect(reply('thanks, that worked!')).toEqual({ ignore: 'no_question' });
    expect(reply('lol')).toEqual({ ignore: 'no_question' });
    expect(reply('help')).toEqual({ fixedReply: 'help' });
    const log = said('still the same', { addressed: 'mention', isReply: true, files: [{ name: 'a.log' }] });
    expect(decide(log, undefined)).toEqual({});
  });
});

describe('the request', () => {
  it.each(['mute', 'Leave.', '*stop*'])('%s makes Docent quiet in the thread, which is announced once', (text) => {
    expect(decide(said(text))).toEqual({ listening: 'mention', fixedReply: 'muted' });
    expect(decide(said(text), quiet)).toEqual({ ignore: 'quiet' });
  });

  it('stop from the asker stops the answer being written', () => {
    expect(decide(said('stop'), { ...inThread, answering: 'fake:A' })).toEqual({ stop: true });
  });

  it('stop from somebody else makes Docent quiet in the thread instead', () => {
    const decision = decide(said('stop', { asker: 'fake:B' }), { ...inThread, answering: 'fake:A' });
    expect(decision).toEqual({ listening: 'mention', fixedReply: 'muted' });
  });

  it('to stop or mute is recognised only if it is the whole message', () => {
    expect(decide(said('how do I stop the server?'))).toEqual({});
    expect(decide(said('how do I mute a channel?', { addressed: 'mention' }))).toEqual({});
  });

  it.each(['stop', 'mute', 'leave'])('%s is never a question, even where there is no thread to be quiet in', (text) => {
    for (const addressed of ['direct', 'command'] as const) {
      expect(decide(said(text, { addressed }))).toEqual({ fixedReply: 'nothing_to_stop' });
      expect(decide(said(text, { addressed }), undefined)).toEqual({ fixedReply: 'nothing_to_stop' });
    }
  });

  it('mute as the first message to Docent in a thread makes it quiet there', () => {
    const facts = { open: { accepted: 0, overLimit: 0 }, uses: [] };
    const first = said('mute', { addressed: 'mention' });
    expect(decideQuestion(first, facts)).toEqual({ listening: 'mention', fixedReply: 'muted' });
  });
});

describe('a call for a person', () => {
  const call = said('Human!', { addressed: 'mention', askedAt: 10 * 60 * 60_000 });
  const named = { canCall: true };

  it('is made, and Docent is quiet in the thread from then on', () => {
    expect(decide(call, inThread, named)).toEqual({ fixedReply: 'human', listening: 'mention', isCounted: true });
    expect(decide({ ...call, text: '', addressed: 'command', wish: 'human' }, quiet, named)).toEqual({
      fixedReply: 'human',
      listening: 'mention',
      isCounted: true,
    });
  });

  it('is made once an hour per thread, and refused in the thread or, after a press, privately', () => {
    const before = { ...inThread, calledAt: call.askedAt - 59 * 60_000 };
    expect(decide(call, before, named)).toEqual({ fixedReply: 'human_called' });
    expect(decide({ ...call, wish: 'human' }, before, named)).toEqual({ ignore: 'human_called' });
    const longBefore = { ...inThread, calledAt: call.askedAt - 60 * 60_000 };
    expect(decide(call, longBefore, named)).toMatchObject({ fixedReply: 'human' });
  });

  it('is made however many questions are open', () => {
    const facts = { open: { accepted: 50, overLimit: 1 }, uses: [], conversation: inThread };
    expect(decideQuestion(call, facts, { ...defaultRules, canCall: true })).toMatchObject({ fixedReply: 'human' });
  });

  it('over a limit is refused privately, whether people were called to this thread or to another one', () => {
    const uses: CountedWindow[] = [{ limit: 'limit_calls', of: 'x', endsAt: 1, max: 1, used: 1 }];
    const callIn = (conversation: ConversationFacts, more: Partial<Question> = {}) => {
      const facts = { open: { accepted: 0, overLimit: 0 }, uses, conversation };
      return decideQuestion({ ...call, ...more }, facts, { ...defaultRules, canCall: true });
    };
    expect(callIn(inThread)).toEqual({ ignore: 'limit_calls', isToTell: true });
    expect(callIn({ ...inThread, calledAt: call.askedAt })).toEqual({ ignore: 'limit_calls', isToTell: true });
    expect(callIn(inThread, { text: '', addressed: 'command', wish: 'human' })).toEqual({ ignore: 'limit_calls' });
  });

  it('is refused if nobody is configured, and in direct messages', () => {
    expect(decide(call)).toEqual({ fixedReply: 'human_none' });
    expect(decide({ ...call, addressed: 'direct' }, inThread, named)).toEqual({ fixedReply: 'human_direct' });
  });

  it('is an ordinary question without a mention, or with more words', () => {
    expect(decide(said('is this made by a human?'), inThread, named)).toEqual({});
    expect(decide({ ...call, text: 'human readable sizes, how?' }, inThread, named)).toEqual({});
  });
});

describe('a thread', () => {
  const solved = said('solved', { addressed: 'mention' });

  it('can be marked as solved by its first asker and by helpers', () => {
    expect(decide(solved)).toEqual({ fixedReply: 'solved' });
    expect(decide({ ...solved, asker: 'fake:B' }, inThread, { isHelper: true })).toEqual({ fixedReply: 'solved' });
    expect(decide({ ...solved, asker: 'fake:B' })).toEqual({ fixedReply: 'solved_not_yours' });
    expect(decide({ ...solved, asker: 'fake:B', wish: 'solved' })).toEqual({ ignore: 'solved_not_yours' });
  });

  it('can be marked as solved once, and only if something was asked in it', () => {
    expect(decide(solved, { ...inThread, isSolved: true })).toEqual({ fixedReply: 'solved_already' });
    const facts = { open: { accepted: 0, overLimit: 0 }, uses: [] };
    expect(decideQuestion(solved, facts)).toEqual({ fixedReply: 'solved_none' });
  });
});

describe('a limit', () => {
  it('on replies per thread and minute is announced once, and then nothing is answered', () => {
    const asked = said('and then?', { addressed: 'mention' });
    const rules = { maxPerThreadAndMinute: 3 };
    expect(decide(asked, { ...inThread, recentTurns: 2 }, rules)).toEqual({});
    expect(decide(asked, { ...inThread, recentTurns: 3 }, rules)).toEqual({ fixedReply: 'slow_down' });
    expect(decide(asked, { ...inThread, recentTurns: 4 }, rules)).toEqual({ ignore: 'slow_down' });
  });

  it('on questions does not apply to requests that need no answer', () => {
    const uses: CountedWindow[] = [{ limit: 'limit_month', of: 'x', endsAt: 1, max: 1, used: 1 }];
    const facts = { open: { accepted: 50, overLimit: 1 }, uses, conversation: inThread };
    const limited = (text: string) => decideQuestion(said(text, { addressed: 'mention' }), facts);
    expect(limited('how?')).toEqual({ ignore: 'over_limit' });
    expect(limited('solved')).toEqual({ fixedReply: 'solved' });
    expect(limited('help')).toEqual({ fixedReply: 'help' });
    expect(limited('new')).toMatchObject({ fixedReply: 'new', startsOver: true });
  });
});

describe('a quick message', () => {
  const again: TurnFacts = { ...waiting, lastAskedAt: 5_000, timesAgain: 1 };
  const whileWaiting = { ...inThread, answering: 'fake:A', waiting: again };
  const quick = said('pin the version', { askedAt: 6_500 });

  it('from the same person is joined to the question before it, though it asks nothing by itself', () => {
    expect(decide(quick, whileWaiting)).toEqual({ joined: 'How do I\n\npin the version' });
    expect(decide({ ...quick, addressed: 'mention' }, whileWaiting)).toEqual({ joined: 'How do I\n\npin the version' });
  });

  it('over a limit is not joined', () => {
    const uses: CountedWindow[] = [{ limit: 'limit_minute', of: 'x', endsAt: 1, max: 1, used: 1 }];
    const facts = { open: { accepted: 1, overLimit: 0 }, uses, conversation: whileWaiting };
    expect(decideQuestion(quick, facts)).toEqual({ fixedReply: 'limit_minute' });
  });

  it('that says stop or is for somebody else is not joined', () => {
    expect(decide({ ...quick, text: 'stop' }, whileWaiting)).toEqual({ stop: true });
    expect(decide({ ...quick, isToSomebody: true }, whileWaiting)).toEqual({ ignore: 'to_somebody' });
  });

  it.each(['thanks!', 'lol', 'danke dir', '👍'])('that says %s is judged as if it were alone', (text) => {
    const chatter = { ...quick, text };
    expect(decide(chatter, whileWaiting)).toEqual({ ignore: 'no_question' });
    const facts = { open: { accepted: 1, overLimit: 0 }, uses: [], nearby: whileWaiting };
    expect(decideQuestion({ ...chatter, addressed: 'direct' }, facts)).toEqual({ ignore: 'no_question' });
    const rules = { ...defaultRules, joinsOnly: true };
    expect(decideQuestion({ ...chatter, addressed: 'auto' }, facts, rules)).toEqual({ ignore: 'not_ours' });
  });

  it('of chatter with a file is joined', () => {
    expect(decide({ ...quick, text: 'thanks!', files: [{ name: 'a.log' }] }, whileWaiting)).toHaveProperty('joined');
  });

  it.each([
    ['later', { ...quick, askedAt: 6_501, text: 'how do I pin it?' }, again],
    ['from somebody else', { ...quick, asker: 'fake:B', addressed: 'mention' as const }, again],
    ['after too many others', { ...quick, addressed: 'mention' as const }, { ...again, timesAgain: 5 }],
    ['after a fixed reply', { ...quick, addressed: 'mention' as const }, { ...again, isAsked: false }],
  ])('that comes %s is a question of its own', (_, question, newest) => {
    expect(decide(question, { ...whileWaiting, waiting: newest })).toEqual({});
  });
});
