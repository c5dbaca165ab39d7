import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingUnread, unreadSentences } from '../../../../../src/bot/core/context/read-along.ts';
import {
  beginTurn,
  isNews,
  nextState,
  refusalOf,
  type TurnEvent,
  type TurnState,
  toTurnEnd,
  unshownEnd,
} from '../../../../../src/bot/core/engine/turn/turn-state.ts';
import { questionDeleted, type Turn } from '../../../../../src/bot/core/model/conversation.ts';
import { assistantCodes, PlatformError, platformCodes } from '../../../../../src/bot/core/model/errors.ts';
import { maxAnswerChars, type Part } from '../../../../../src/bot/core/model/reply.ts';
import { maxTimesAgain } from '../../../../../src/bot/core/questions/stop-and-ask-again.ts';
import { english, Wording } from '../../../../../src/bot/wording/wording.ts';
import { runs } from '../../../../fakes/runs.ts';

const thread = { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1.0' };
const conversation = { id: 'c', thread };
const question: Turn['question'] = {
  id: 'q',
  eventId: 'e',
  thread,
  asker: 'slack:T1:U1',
  addressed: 'mention',
  text: 'How?',
  askedAt: 0,
};
const turn: Turn = {
  id: 't',
  conversation,
  question,
  state: 'answering',
  tries: 1,
  shown: [],
  answer: '',
  attempt: 1,
  openedAt: 0,
  timesAgain: 0,
  replyKey: 't',
};
const german = new Wording('de');
const openPlace = { isPrivate: false, canCall: true };
const complete: TurnEvent = { type: 'complete' };

function part(given: Part, at = 0): TurnEvent {
  return { type: 'part', part: given, at };
}

function text(given: string): TurnEvent {
  return part({ type: 'text', text: given });
}

function stateAfter(events: readonly TurnEvent[], of: Partial<Turn> = {}, place = openPlace): TurnState {
  return events.reduce(nextState, beginTurn({ ...turn, ...of }, place));
}

function noticesAfter(events: readonly TurnEvent[], of: Partial<Turn> = {}): readonly string[] {
  return stateAfter(events, of).reply.notices;
}

function offered(events: readonly TurnEvent[], of: Partial<Turn> = {}): boolean {
  const suggestions = part({ type: 'suggestions', texts: ['And then?'] });
  return stateAfter([text('So.'), ...events, suggestions, complete], of).reply.suggestions !== undefined;
}

describe('a complete answer', () => {
  it.each([
    ['greets', [text('Hello!')], { question: { ...question, text: 'Hello there!' } }, 'chat'],
    ['is small talk, as its service says', [text('Hi!'), part({ type: 'outcome', outcome: 'chat' })], {}, 'chat'],
    ['asks back, as its service says', [text('Which?'), part({ type: 'outcome', outcome: 'ask' })], {}, 'ask'],
    ['offers choices', [text('Which?'), part({ type: 'choices', texts: ['A', 'B'] })], {}, 'ask'],
    ['found nothing', [text('No idea.')], {}, undefined],
    ['cites a page for a greeting', [text('Hi.'), part({ type: 'source', source: { path: '/a' } })], {}, undefined],
    [
      'refuses, as its service says',
      [text('No.'), part({ type: 'outcome', outcome: 'refuse' })],
      { question: { ...question, text: 'Hello there!' } },
      undefined,
    ],
  ] as [string, TurnEvent[], Partial<Turn>, string | undefined][])(
    'that %s ends answered, with a code if it is none from the docs',
    (_, events, of, code) => {
      const end = toTurnEnd(stateAfter([...events, complete], of), undefined);
      expect([end.state, end.code]).toEqual(['answered', code]);
    },
  );

  const isAnswer = part({ type: 'outcome', outcome: 'answer' });
  const unread: TurnEvent = { type: 'read_along', unread: { ...nothingUnread, isThread: true, files: 1 } };
  const unreadNotices = [english.say('threadUnread'), english.say('filesUnread', { count: 1 })];

  it('has suggestions only where they help: under a refusal, a question back, the first answer in direct messages', () => {
    const cited = part({ type: 'source', source: { path: '/a' } });
    const direct = { question: { ...question, addressed: 'direct' as const } };
    const later = { ...direct, conversation: { ...conversation, assistantThread: { id: 'a' } } };
    expect(offered([])).toBe(true);
    expect(offered([cited])).toBe(false);
    expect(offered([isAnswer])).toBe(false);
    for (const outcome of ['refuse', 'ask', 'decline'] as const)
      expect(offered([cited, part({ type: 'outcome', outcome })])).toBe(true);
    expect([offered([cited], direct), offered([cited], later)]).toEqual([true, false]);
  });

  const byAi: TurnEvent = { type: 'complete', hasAiNotice: true };

  it('says what was not read, that an AI writes, and what there is room for of where it is from', () => {
    const fallback = part({ type: 'fallback' });
    const [ai, second, uncited] = [english.say('aiNotice'), english.say('fallback'), english.say('noSources')];
    expect(noticesAfter([text('So.'), complete])).toEqual([]);
    expect(noticesAfter([text('So.'), isAnswer, complete])).toEqual([uncited]);
    expect(noticesAfter([text('So.'), isAnswer, byAi])).toEqual([ai, uncited]);
    expect(noticesAfter([fallback, text('So.'), isAnswer, complete])).toEqual([second, uncited]);
    expect(noticesAfter([fallback, text('So.'), isAnswer, byAi])).toEqual([ai, second]);
    expect(noticesAfter([unread, text('So.'), isAnswer, complete])).toEqual(unreadNotices);
    expect(noticesAfter([unread, fallback, text('So.'), isAnswer, byAi])).toEqual([...unreadNotices, ai]);
  });

  it.each([
    ['of a hosted assistant', [text('So.')], true],
    ['of a hosted assistant that asks back', [text('So?'), part({ type: 'choices', texts: ['A', 'B'] })], true],
    ['of a language model', [text('So.'), part({ type: 'outcome', outcome: 'answer', model: true })], true],
    ['quoted from the docs', [text('So.'), isAnswer], undefined],
    ['that the team kept', [text('So.'), part({ type: 'kept', on: '2026-05-03' })], undefined],
    ['that refuses', [text('No.'), part({ type: 'outcome', outcome: 'refuse', model: true })], undefined],
    ['without words', [part({ type: 'nearest', sources: [{ path: '/a' }] })], undefined],
  ] as [string, TurnEvent[], true | undefined][])('%s is stored as written by an AI or not', (_, events, isByAi) => {
    expect(toTurnEnd(stateAfter([...events, complete]), undefined).isByAi).toBe(isByAi);
  });

  it('says first which parts were not read, of the question and of the messages before it, each once', () => {
    const parts = { ...nothingUnread, parts: ['call', 'forward', 'length'] as const };
    const of = {
      conversation: { ...conversation, notice: 'no_thread_right' as const },
      question: { ...question, reading: { of: 'Cleo', unread: ['call', 'other'] as const } },
    };
    expect(noticesAfter([{ type: 'read_along', unread: parts }, text('So.'), isAnswer, complete], of)).toEqual([
      'There were parts that I could not read: a call, a part of the message, and a forwarded message.',
      english.say('restUnread'),
      english.say('answeringOf', { name: 'Cleo' }),
      english.say('place.no_thread_right'),
    ]);
  });

  it.each([
    ['de', ['Einige Teile konnte ich nicht lesen: ein Bild und einen Teil der Nachricht.']],
    ['ja', ['読めない部分がありました：画像、メッセージの一部。']],
  ] as const)('says in %s which parts were not read', (language, sentences) => {
    const unread = { ...nothingUnread, parts: ['image', 'other', 'image'] as const };
    expect(unreadSentences(unread, new Wording(language))).toEqual(sentences);
  });

  it('says whether pictures were not looked at here, or not all of them', () => {
    const unread = (takesPictures: boolean): TurnEvent => ({
      type: 'read_along',
      unread: { ...nothingUnread, pictures: 2, takesPictures },
    });
    expect(noticesAfter([unread(true), text('So.'), complete])[0]).toBe(english.say('picturesUnread'));
    expect(noticesAfter([unread(false), text('So.'), complete])[0]).toBe(english.say('picturesUnseen'));
    const blind = part({ type: 'pictures_unseen' });
    expect(noticesAfter([blind, text('So.'), complete])[0]).toBe(english.say('picturesUnseen'));
  });

  it.each(['ask', 'refuse', 'decline', 'chat'] as const)('is not warned about where it is none: %s', (outcome) => {
    expect(noticesAfter([text('So.'), part({ type: 'outcome', outcome }), complete])).toEqual([]);
  });

  it('is not warned about where nobody says what it is', () => {
    expect(noticesAfter([text('So.'), complete])).toEqual([]);
  });

  it('that was not read to its end does not say that it cites no page', () => {
    const partly = [text('So.'), isAnswer, part({ type: 'finish', reason: 'stop', unread: true }), complete];
    expect(noticesAfter(partly)).toEqual([english.say('partlyUnread')]);
    const endless = [text('word '.repeat(maxAnswerChars / 5)), text('more'), complete];
    expect(noticesAfter(endless)).toEqual([english.say('answerTooLong')]);
  });

  it('that is as long as it may be ends before the first word that does not fit', () => {
    const almost = 'a'.repeat(maxAnswerChars - 3);
    const { reply } = stateAfter([text(almost), text(' and more'), text(' b'), complete]);
    expect([reply.text === almost, reply.notices]).toEqual([true, [english.say('answerTooLong')]]);
  });
});

it('the sentence for a message without words is preceded by what was not read of it', () => {
  const reading = { unread: ['forward'] as const };
  const of = { fixedReply: 'help' as const, question: { ...question, text: '', reading } };
  const refusal = refusalOf({ ...turn, ...of }, 0);
  if (!refusal) throw new Error('help is a refusal');
  expect(noticesAfter([{ type: 'refused', refusal }], of)).toEqual([
    english.say('partsUnread', { kinds: english.say('part.forward') }),
    english.say('reply.help'),
  ]);
});

it('an earlier answer that stays keeps its own sources, which are not marked as nearest', () => {
  const earlier = { text: 'So.', sources: [{ path: '/a' }] };
  const nearest = part({ type: 'nearest', sources: [{ path: '/near' }] });
  const { reply } = stateAfter([nearest, { type: 'failed', code: 'unavailable' }], { earlier });
  expect(reply).toMatchObject(earlier);
  expect(reply.nearest).toBeUndefined();
});

it('an answer that somebody else stopped names the person, if the platform can', () => {
  const again = english.say('button.again');
  const stopped = (by: string, name?: string): TurnEvent => ({ type: 'stopped', by, name });
  expect(noticesAfter([stopped('slack:T1:U1')])).toEqual([english.say('stopped')]);
  expect(noticesAfter([stopped('slack:T1:U2', 'Ada')])).toEqual([english.say('stoppedBy', { name: 'Ada', again })]);
  expect(noticesAfter([stopped('slack:T1:U2')])).toEqual([english.say('stoppedByOther', { again })]);
});

it('a turn stays open while its platform is down, for a day', () => {
  const [down, dayMs] = [new PlatformError('unavailable'), 24 * 60 * 60_000];
  expect(unshownEnd(down, dayMs - 1, false)).toBe('outage');
  expect(unshownEnd(down, dayMs, false)).toEqual({ state: 'failed', code: 'unavailable' });
  expect(unshownEnd(down, dayMs, true)).toBe('interrupted');
});

describe('for every turn and every course of events', () => {
  const words = fc.string({ maxLength: 12 });
  const source = fc.record({ path: fc.constantFrom('/a', '/b', '/c') });
  const sources = fc.array(source, { maxLength: 2 });
  const anyPart: fc.Arbitrary<Part> = fc.oneof(
    fc.record({ type: fc.constant('text'), text: words }),
    fc.record({ type: fc.constant('replace'), text: words, sources }),
    fc.record({ type: fc.constant('source'), source }),
    fc.record({ type: fc.constant('nearest'), sources }),
    fc.record({ type: fc.constant('search'), call: fc.constantFrom('', 'a', 'b'), query: words }),
    fc.record({ type: fc.constant('suggestions'), texts: fc.array(words, { maxLength: 3 }) }),
    fc.constant<Part>({ type: 'fallback' }),
    fc.record({ type: fc.constant('finish'), reason: fc.constantFrom('stop', 'length') }),
    fc.constant<Part>({ type: 'finish', reason: 'stop', unread: true }),
  );
  const growing: fc.Arbitrary<TurnEvent> = fc.oneof(
    { weight: 6, arbitrary: anyPart.map((given) => part(given)) },
    fc.constant<TurnEvent>({ type: 'language', wording: english }),
    fc.record({
      type: fc.constant('read_along'),
      unread: fc.record({
        isThread: fc.boolean(),
        parts: fc.array(fc.constantFrom('length' as const, 'call' as const)),
        files: fc.nat({ max: 2 }),
        pictures: fc.nat({ max: 2 }),
        takesPictures: fc.boolean(),
      }),
    }),
  );
  const withSentence: fc.Arbitrary<TurnEvent> = fc.oneof(
    fc.constant<TurnEvent>({ type: 'interrupted' }),
    fc.record({ type: fc.constant('failed'), code: fc.constantFrom(...assistantCodes, 'defect' as const) }),
    fc.record({
      type: fc.constant('stopped'),
      by: fc.constantFrom(undefined, question.asker, 'slack:T1:U2', questionDeleted),
      name: fc.constantFrom(undefined, 'Ada'),
    }),
  );
  const anyTurn = fc.record({
    answer: words,
    timesAgain: fc.nat({ max: maxTimesAgain }),
    earlier: fc.option(fc.record({ text: words, sources })),
    question: fc.constantFrom('mention', 'direct', 'command').map((addressed) => ({ ...question, addressed }) as const),
    conversation: fc.constantFrom(conversation, { ...conversation, isRestarted: true as const }),
  });
  const begun = fc
    .record({ of: anyTurn, place: fc.record({ isPrivate: fc.boolean(), canCall: fc.boolean() }) })
    .map(({ of: { earlier, ...of }, place }) => beginTurn({ ...turn, ...of, ...(earlier && { earlier }) }, place));
  const course = fc.array(growing, { maxLength: 12 });
  const ends = fc.oneof(fc.constant(complete), withSentence);

  function law(holds: (begin: TurnState, events: readonly TurnEvent[], end: TurnEvent) => void): void {
    fc.assert(fc.property(begun, course, ends, holds), runs(200));
  }

  it('a settled reply never changes', () => {
    law((begin, events, end) => {
      const settled = nextState(events.reduce(nextState, begin), end);
      expect(settled.reply.settled).toBe(true);
      for (const event of [...events, complete, end]) expect(nextState(settled, event)).toBe(settled);
    });
  });

  it('an answer that is not complete shows no less than arrived or was shown, and says why it ends', () => {
    fc.assert(
      fc.property(begun, course, withSentence, (begin, events, end) => {
        const before = events.reduce(nextState, begin);
        const { reply, code, turn: of } = nextState(before, end);
        expect([before.reply.text, of.answer, of.earlier?.text]).toContain(reply.text);
        expect(reply.text.length).toBeGreaterThanOrEqual(before.reply.text.length);
        if (!of.earlier) expect(reply.text.length).toBeGreaterThanOrEqual(of.answer.length);
        if (code !== questionDeleted || reply.text !== '') expect(reply.notices.length).toBeGreaterThan(0);
      }),
      runs(200),
    );
  });

  it('only a complete answer offers marks and suggestions, and only a private one can be shared', () => {
    law((begin, events, end) => {
      const { reply, code, place, turn: of } = nextState(events.reduce(nextState, begin), end);
      const kinds = reply.controls?.map(({ kind }) => kind) ?? [];
      expect(kinds.includes('helpful')).toBe(code === undefined);
      expect(kinds.includes('stop')).toBe(false);
      if (code !== undefined || place.isPrivate) expect(reply.suggestions).toBeUndefined();
      expect(reply.shareable).toBe(code === undefined && place.isPrivate ? of.timesAgain + 1 : undefined);
      if (place.isPrivate || !place.canCall) expect(kinds).not.toContain('human');
      if (of.timesAgain === maxTimesAgain) expect(kinds).not.toContain('again');
    });
  });

  it('the reply is the same wherever its text is cut into parts', () => {
    fc.assert(
      fc.property(begun, fc.array(words), ends, (begin, parts, end) => {
        const inParts = nextState(parts.map(text).reduce(nextState, begin), end);
        const atOnce = nextState(nextState(begin, text(parts.join(''))), end);
        expect(inParts.reply).toEqual(atOnce.reply);
      }),
      runs(100),
    );
  });

  it('the reply is the same whenever the language becomes known', () => {
    law((begin, events, end) => {
      // The title of a search waits for the language.
      const parts = events.filter((event) => event.type === 'part' && event.part.type !== 'search');
      const language: TurnEvent = { type: 'language', wording: german };
      const first = [language, ...parts, end].reduce(nextState, begin);
      expect([...parts, language, end].reduce(nextState, begin).reply).toEqual(first.reply);
    });
  });

  it('whatever is not news leaves text, searches and end as they were', () => {
    law((begin, events, end) => {
      let before = begin;
      for (const event of [...events, end]) {
        const now = nextState(before, event);
        const isSame =
          now.reply.text === before.reply.text &&
          now.reply.steps === before.reply.steps &&
          now.reply.settled === before.reply.settled;
        if (!isNews(before.reply, now.reply)) expect(isSame).toBe(true);
        before = now;
      }
    });
  });

  it('what is stored is the text that is shown, with no pages that it does not cite', () => {
    law((begin, events, end) => {
      const state = nextState(events.reduce(nextState, begin), end);
      const stored = toTurnEnd(state, 'https://a.example');
      expect(stored.answer).toBe(state.reply.text);
      expect(stored.sources).toEqual(state.reply.nearest ? [] : state.reply.sources);
      expect(stored.state === 'answered').toBe(state.code === undefined);
      expect(stored.link === undefined).toBe(state.place.isPrivate);
    });
  });

  it('a reply that cannot be shown ends the turn or leaves it to a later process', () => {
    const code = fc.constantFrom(...platformCodes);
    fc.assert(
      fc.property(code, fc.nat(), fc.boolean(), (given, ageMs, mustEnd) => {
        const end = unshownEnd(new PlatformError(given), ageMs, mustEnd);
        const isPassing = given === 'rate_limited' || given === 'unavailable';
        if (typeof end === 'string') expect([isPassing, end === 'interrupted']).toEqual([true, mustEnd]);
        else expect(end).toEqual({ state: given === 'message_gone' ? 'stopped' : 'failed', code: given });
      }),
      runs(100),
    );
  });
});

it('a question is asked at most three times, and a second time only within ten minutes', () => {
  const minuteMs = 60_000;
  expect(refusalOf({ ...turn, attempt: 3 }, 10 * minuteMs)).toBeUndefined();
  expect(refusalOf({ ...turn, attempt: 4 }, 0)?.code).toBe('abandoned');
  expect(refusalOf({ ...turn, attempt: 2 }, 11 * minuteMs)?.code).toBe('abandoned');
  expect(refusalOf({ ...turn, attempt: 1 }, 11 * minuteMs)).toBeUndefined();
});
