import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEngine, type Engine } from '../../../../src/bot/core/engine/engine.ts';
import type { Question, ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import { AssistantError, PlatformError } from '../../../../src/bot/core/model/errors.ts';
import type { Source } from '../../../../src/bot/core/model/source.ts';
import type { Ask } from '../../../../src/bot/core/ports/assistant.ts';
import type { QuestionRules } from '../../../../src/bot/core/questions/decide-question.ts';
import { createPacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { createStore, type OwnStore } from '../../../../src/bot/store/store.ts';
import { english, Wording } from '../../../../src/bot/wording/wording.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { StoreError } from '../../../../src/kit/sql/store-errors.ts';
import {
  createFakeAssistant,
  createFakeMetrics,
  type FakeAssistant,
  type Step,
  spoken,
} from '../../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { noProjects } from '../../../fakes/deployments.ts';
import { createKeptLog } from '../../../fakes/logger.ts';
import { createFakePlatform, type FakeOptions, type FakePlatform } from '../../../fakes/platform.ts';
import { everywhere } from '../../../fakes/routing.ts';

let clock: ManualClock;
let store: OwnStore;
let ending: (() => Promise<void>)[];

beforeEach(async () => {
  clock = createManualClock();
  store = createStore(await openDatabase('sqlite::memory:'), clock);
  ending = [];
});

afterEach(async () => {
  for (const end of ending) await end();
  await store.close();
  expect(clock.waiting()).toBe(0);
});

interface Bot {
  readonly platform: FakePlatform;
  readonly assistant: FakeAssistant;
  readonly engine: Engine;
  readonly log: ReturnType<typeof createKeptLog>;
  /** The counters, one line per count. */
  readonly counted: readonly string[];
  ask(question: Partial<Question>): Promise<string>;
  /** Runs until every accepted question has ended. */
  finish(): Promise<void>;
  stop(graceMs?: number): Promise<void>;
}

async function startBot(
  script: (ask: Ask, index: number) => readonly Step[],
  options: Partial<FakeOptions> & {
    owner?: string;
    platform?: FakePlatform;
    questionRules?: Partial<QuestionRules>;
    /** What the assistant's search finds; without it, the assistant has no search. */
    found?: readonly Source[];
  } = {},
): Promise<Bot> {
  const platform = options.platform ?? createFakePlatform({ clock, ...options });
  const { found } = options;
  const assistant = { ...createFakeAssistant(clock, script), ...(found && { search: async () => found }) };
  const log = createKeptLog();
  const metrics = createFakeMetrics();
  const engine = createEngine({
    platforms: [platform],
    routing: everywhere(assistant),
    deploy: noProjects,
    store,
    pacer: createPacer(clock),
    clock,
    logger: log,
    metrics,
    owner: options.owner ?? 'bot-1',
    ...(options.questionRules && { questionRules: options.questionRules }),
    fingerprint: (asker) => `fp:${asker}`,
  });
  await platform.start(engine.handlersFor(platform));
  engine.start();
  let stopped = false;
  const bot: Bot = {
    platform,
    assistant,
    engine,
    log,
    counted: metrics.counted,
    ask: (question) => platform.handlers.question(toQuestion(question)),
    finish: () => clock.advance(60_000),
    async stop(graceMs = 0) {
      stopped = true;
      await clock.until(engine.drain(graceMs));
    },
  };
  ending.push(async () => {
    if (!stopped) await bot.stop();
  });
  return bot;
}

let questions = 0;

function threadRef(thread: string): ThreadRef {
  return { platform: 'fake', installation: 'I1', channel: 'C1', thread };
}

/** Late enough not to be joined to a question asked now. */
function later(count: number): number {
  return clock.now() + count * 2_000;
}

function toQuestion(given: Partial<Question>): Question {
  questions += 1;
  const id = given.id ?? `q${questions}`;
  return {
    id,
    eventId: id,
    thread: threadRef('T1'),
    asker: 'fake:U1',
    addressed: 'mention',
    text: 'How do I start?',
    askedAt: clock.now(),
    ...given,
  };
}

const thread = (id: string, key?: string): Step => ({ type: 'thread', thread: { id, ...(key && { key }) } });

describe('a question', () => {
  it('is sent with people’s names, which are looked up only after it was accepted', async () => {
    const platform = createFakePlatform({ clock });
    const named = async (text: string): Promise<string> => {
      await clock.wait(900);
      return text.replaceAll('<@U7>', '@ada');
    };
    platform.profiles.resolveNames = named;
    const bot = await startBot(() => spoken('Yes.'), { platform });
    expect(await bot.ask({ text: 'Does <@U7> know?' })).toBe('accepted');
    expect(await bot.ask({ text: 'And <@U7> again?', addressed: 'follow_up', askedAt: later(1) })).toBe('accepted');
    await bot.finish();
    const asked = bot.assistant.asked.map((ask) => ask.messages.map((message) => message.text));
    expect(asked).toEqual([['Does @ada know?'], ['Does @ada know?', 'Yes.', 'And @ada again?']]);
  });

  it('is answered while the language is looked up, and only our own sentences wait for that', async () => {
    const order: string[] = [];
    const localeOf = async (): Promise<string> => {
      await clock.wait(900);
      order.push('locale known');
      return 'de-DE';
    };
    const platform = createFakePlatform({ clock });
    platform.profiles.localeOf = localeOf;
    const bot = await startBot(
      () => {
        order.push('assistant asked');
        return [100, { type: 'text', text: 'Half of' }, 100, new AssistantError('cut_off')];
      },
      { platform },
    );
    await bot.ask({});
    await clock.advance(800);
    expect(bot.platform.shows('T1')).toEqual(['Half of']);
    await bot.finish();
    expect(order).toEqual(['assistant asked', 'locale known']);
    expect(bot.platform.shows('T1')).toEqual([`Half of\n_${new Wording('de').say('cutAnswer.cut_off')}_`]);
  });

  it('gets suggestions under its answer only if the answer is complete', async () => {
    const next: Step = { type: 'suggestions', texts: ['And then?'] };
    const whole = [...spoken('Like this.').slice(0, -1), next, 300, { type: 'finish', reason: 'stop' }] as const;
    const broken = [...whole.slice(0, -1), new AssistantError('cut_off')];
    const bot = await startBot((_, index) => (index === 0 ? whole : broken));
    await bot.ask({});
    await bot.finish();
    await bot.ask({ thread: threadRef('T2') });
    await bot.finish();
    expect(bot.platform.transcript.filter((line) => line.includes('['))).toHaveLength(1);
    expect(bot.platform.shows('T1')).toEqual(['Like this.\n[And then?]']);
    expect(bot.platform.shows('T2')).toEqual([`Like this.\n_${english.say('cutAnswer.cut_off')}_`]);
  });

  it('is answered in its thread with a growing message and the sources at the end', async () => {
    const source: Step = {
      type: 'source',
      source: { path: '/start', title: 'Start', url: 'https://docs.example/start' },
    };
    const bot = await startBot(() => [300, source, ...spoken('Install it and run it.', 1_500)]);
    await bot.ask({ text: 'How do I start?' });
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual(['Install it and run it.\n[Start](https://docs.example/start)']);
    expect(bot.platform.messages[0]?.edits).toBeGreaterThan(2);
    expect(bot.platform.violations).toEqual([]);
  });

  it('shows the working indicator before the first text', async () => {
    const bot = await startBot(() => [9_000, ...spoken('Done.')]);
    await bot.ask({});
    await clock.advance(500);
    expect(bot.platform.transcript).toEqual(['working T1 true']);
    await bot.finish();
    expect(bot.platform.transcript).toEqual([
      'working T1 true',
      'working T1 true',
      'post T1 Done.',
      'edit T1 Done.',
      'working T1 false',
    ]);
  });

  it('is sent to the assistant with only the fingerprint of its asker and the text', async () => {
    const bot = await startBot(() => spoken('Yes.'));
    await bot.ask({ id: 'q-fp', text: 'Can I?', asker: 'fake:U7', askedAt: 1_000 });
    await bot.finish();
    expect(bot.assistant.asked).toEqual([
      { fp: 'fp:fake:U7', messages: [{ id: expect.any(String), role: 'user', text: 'Can I?', at: 1_000 }] },
    ]);
  });

  it('is answered once, however often it is delivered', async () => {
    const bot = await startBot(() => spoken('Once.'));
    expect(await bot.ask({ id: 'q-again', eventId: 'e1' })).toBe('accepted');
    expect(await bot.ask({ id: 'q-again', eventId: 'e2' })).toBe('duplicate');
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual(['Once.']);
  });

  it('without a mention is accepted only in one of our conversations', async () => {
    const bot = await startBot(() => spoken('Here.'));
    expect(await bot.ask({ addressed: 'follow_up' })).toBe('not_ours');
    await bot.ask({});
    await bot.finish();
    expect(await bot.ask({ addressed: 'follow_up', text: 'And then?' })).toBe('accepted');
    await bot.finish();
    expect(bot.platform.shows('T1')).toHaveLength(2);
  });

  it('that mentions us and is ignored is logged at info with the reason', async () => {
    const bot = await startBot(() => spoken('Yes.', 5_000), { questionRules: { maxOpenPerAsker: 1 } });
    for (const thread of ['T1', 'T2', 'T3']) await bot.ask({ thread: threadRef(thread) });
    const [line] = bot.log.lines.filter(({ phrase }) => phrase === 'message ignored');
    expect(line).toMatchObject({ level: 'info', fields: { addressed: 'mention', reason: 'over_limit' } });
    await bot.finish();
  });

  it('that is ignored is counted once, however often it is delivered', async () => {
    const bot = await startBot(() => spoken('Yes.', 5_000), { questionRules: { maxOpenPerAsker: 1 } });
    for (const thread of ['T1', 'T2']) await bot.ask({ thread: threadRef(thread) });
    const ignored = { id: 'q-ignored', thread: threadRef('T3') };
    for (const eventId of ['app_mention', 'message']) expect(await bot.ask({ ...ignored, eventId })).toBe('over_limit');
    expect(bot.counted.filter((line) => line.endsWith('over_limit'))).toHaveLength(1);
    expect(bot.log.lines.filter(({ phrase }) => phrase === 'message ignored')).toHaveLength(1);
    await bot.finish();
  });

  it('that is empty gets one line of help without a request to the assistant', async () => {
    const bot = await startBot(() => spoken('never'));
    await bot.ask({ text: '  ' });
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([`_${english.say('reply.help')}_`]);
    expect(bot.assistant.asked).toEqual([]);
  });

  it('of 50,000 characters is refused politely', async () => {
    const bot = await startBot(() => spoken('never'));
    await bot.ask({ text: 'a'.repeat(50_000) });
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([`_${english.say('noAnswer.too_long')}_`]);
    expect(bot.assistant.asked).toEqual([]);
  });

  it('is answered where its thread could be opened, with the reason', async () => {
    const bot = await startBot(() => spoken('Here it is.'), {
      open: (question) => ({ thread: { ...question.thread, thread: 'reply:1' }, notice: 'no_thread_right' }),
    });
    await bot.ask({ opens: 'message 1' });
    await bot.finish();
    expect(bot.platform.shows('reply:1')).toEqual([`Here it is.\n_${english.say('place.no_thread_right')}_`]);
    expect(await bot.ask({ thread: threadRef('reply:1'), addressed: 'follow_up' })).toBe('accepted');
    await bot.finish();
  });
});

describe('a conversation', () => {
  it('sends the assistant the earlier exchanges, its thread id and its key', async () => {
    const bot = await startBot((_, index) => [
      thread('th-1', index === 0 ? 'secret' : undefined),
      ...spoken(`Answer ${index}.`),
    ]);
    await bot.ask({ text: 'First?' });
    await bot.finish();
    await bot.ask({ text: 'Second?', addressed: 'follow_up' });
    await bot.finish();
    const second = bot.assistant.asked[1];
    expect(second?.thread).toEqual({ id: 'th-1', key: 'secret', site: 'docs' });
    expect(second?.messages.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: First?',
      'assistant: Answer 0.',
      'user: Second?',
    ]);
  });

  it('keeps its thread id across a restart and shares it with no other conversation', async () => {
    const first = await startBot(() => [thread('th-1', 'k'), ...spoken('One.')]);
    await first.ask({});
    await first.finish();
    await first.stop();
    const second = await startBot(() => spoken('Two.'), { owner: 'bot-2' });
    await second.ask({ addressed: 'follow_up' });
    await second.ask({ thread: threadRef('T2') });
    await second.finish();
    expect(second.assistant.asked.map((ask) => ask.thread)).toEqual([
      { id: 'th-1', key: 'k', site: 'docs' },
      undefined,
    ]);
  });

  it('runs one turn at a time, in order, without delaying other conversations', async () => {
    const bot = await startBot((ask) => spoken(`Re: ${ask.messages.at(-1)?.text}`, 2_000));
    for (const [at, text] of ['a', 'b', 'c'].entries()) await bot.ask({ text, askedAt: later(at) });
    await bot.ask({ text: 'other', thread: threadRef('T2') });
    await clock.advance(4_500);
    expect(bot.assistant.asked.map((ask) => ask.messages.at(-1)?.text)).toEqual(['a', 'other', 'b']);
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual(['Re: a', 'Re: b', 'Re: c']);
    expect(bot.platform.shows('T2')).toEqual(['Re: other']);
  });

  it('starts a new assistant thread once if the old one no longer exists', async () => {
    const bot = await startBot((_, index) =>
      index === 1
        ? [new AssistantError('not_found', { status: 404 })]
        : [thread(`th-${index}`, 'k'), ...spoken('Fine.')],
    );
    await bot.ask({});
    await bot.finish();
    await bot.ask({ addressed: 'follow_up' });
    await bot.finish();
    expect(bot.assistant.asked.map((ask) => ask.thread?.id)).toEqual([undefined, 'th-0', undefined]);
    expect(bot.platform.shows('T1')).toEqual(['Fine.', 'Fine.']);
  });
});

describe('an assistant that fails', () => {
  it.each(['unauthorized', 'out_of_credits', 'not_found', 'rejected', 'timed_out', 'malformed', 'empty'] as const)(
    'with %s leads to one plain sentence after one request',
    async (code) => {
      const bot = await startBot(() => [new AssistantError(code)]);
      await bot.ask({});
      await bot.finish();
      expect(bot.platform.shows('T1')).toEqual([`_${english.say(`noAnswer.${code}`)}_`]);
      expect(bot.assistant.asked).toHaveLength(1);
    },
  );

  const found = [{ path: '/start', title: 'Start', url: 'https://docs.example/start' }];

  it.each(['unauthorized', 'out_of_credits', 'rate_limited', 'unavailable', 'timed_out'] as const)(
    'with %s leads to the nearest pages if its search still works',
    async (code) => {
      const bot = await startBot(() => [new AssistantError(code, { waitMs: 30_000 })], { found });
      await bot.ask({});
      await bot.finish();
      expect(bot.platform.shows('T1')).toEqual([
        `[Start](https://docs.example/start)\n_${english.say(`noAnswer.${code}`)}_`,
      ]);
      // They are not stored as citations.
      expect((await store.askedSince(0, 1))[0]).toMatchObject({ state: 'failed', sources: [] });
    },
  );

  it.each([
    ['with an empty answer', [new AssistantError('empty')], `_${english.say('noAnswer.empty')}_`],
    [
      'after its first words',
      [...spoken('Half of').slice(0, -1), new AssistantError('unavailable')],
      `Half of\n_${english.say('cutAnswer.unavailable')}_`,
    ],
  ] as const)('%s leads to no nearest pages', async (_, steps, shown) => {
    const bot = await startBot(() => steps, { found });
    await bot.ask({});
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([shown]);
  });

  it('leads to one plain sentence if its search finds nothing', async () => {
    const bot = await startBot(() => [new AssistantError('out_of_credits')], { found: [] });
    await bot.ask({});
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([`_${english.say('noAnswer.out_of_credits')}_`]);
  });

  it('in the middle of an answer leaves the text and says why it ends, without a retry', async () => {
    const bot = await startBot(() => [...spoken('Half of').slice(0, -1), new AssistantError('cut_off')]);
    await bot.ask({});
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([`Half of\n_${english.say('cutAnswer.cut_off')}_`]);
    expect(bot.assistant.asked).toHaveLength(1);
  });

  it('with a short rate limit is asked again afterwards', async () => {
    const bot = await startBot((_, index) =>
      index === 0 ? [new AssistantError('rate_limited', { waitMs: 7_000 })] : spoken('Now.'),
    );
    await bot.ask({});
    await clock.advance(6_900);
    expect(bot.assistant.asked).toHaveLength(1);
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual(['Now.']);
  });

  it('with a long rate limit is not waited for', async () => {
    const bot = await startBot(() => [new AssistantError('rate_limited', { waitMs: 3_600_000 })]);
    await bot.ask({});
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([`_${english.say('noAnswer.rate_limited')}_`]);
  });

  it('with an unexpected error ends the turn with a sentence and a logged error', async () => {
    const bot = await startBot(() => {
      throw new RangeError('a bug');
    });
    await bot.ask({});
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([`_${english.say('defect')}_`]);
    expect(bot.log.lines.some((line) => line.level === 'error')).toBe(true);
  });

  it('that stops at its length limit leads to a sentence that says so', async () => {
    const bot = await startBot(() => [
      { type: 'text', text: 'Long.' },
      { type: 'finish', reason: 'length' },
    ]);
    await bot.ask({});
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([`Long.\n_${english.say('lengthLimit')}_`]);
  });
});

describe('an answer that could not be read completely', () => {
  it('is shown with a sentence under it, and logged', async () => {
    const bot = await startBot(() => [
      { type: 'text', text: 'Most of it.' },
      { type: 'finish', reason: 'stop', unread: true },
    ]);
    await bot.ask({});
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([`Most of it.\n_${english.say('partlyUnread')}_`]);
    expect(bot.log.lines.map(({ phrase }) => phrase)).toContain('part of the answer could not be read');
  });
});

describe('an endless answer', () => {
  it('is cut at 60,000 characters with a sentence that says so, and its request ends', async () => {
    let asked = 0;
    const bot = await startBot(() => {
      asked += 1;
      return Array.from({ length: 100 }, () => ({ type: 'text', text: 'word '.repeat(200) }) as const);
    });
    await bot.ask({});
    await bot.finish();
    const shown = bot.platform.shows('T1').join('');
    expect(shown.length).toBeGreaterThan(55_000);
    expect(shown.length).toBeLessThan(60_200);
    expect(shown.endsWith(`_${english.say('answerTooLong')}_`)).toBe(true);
    expect(asked).toBe(1);
  });

  it('loses no word in the middle, if the first word that does not fit ends the part before it', async () => {
    const almost = 'word '.repeat(11_999).trimEnd();
    const bot = await startBot(() =>
      [almost, ` ${'x'.repeat(50)}`, ' y'].map((text) => ({ type: 'text', text }) as const),
    );
    await bot.ask({});
    await bot.finish();
    const shown = bot.platform.shows('T1').join('');
    const [text, notice] = shown.split('_');
    expect([text?.trimEnd().endsWith('word word'), notice]).toEqual([true, english.say('answerTooLong')]);
  });
});

describe('a reader', () => {
  it('who deletes the reply stops it and its request', async () => {
    const bot = await startBot(() => spoken('word '.repeat(50), 500));
    await bot.ask({});
    await clock.advance(3_000);
    bot.platform.delete('m1');
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([]);
    expect(bot.assistant.cancelled).toHaveLength(1);
    expect(bot.log.lines.find((line) => line.phrase === 'turn ended')?.fields).toMatchObject({ state: 'stopped' });
  });

  it('who presses Stop ends the reply within a second, even if another process receives the press', async () => {
    const words: Step = { type: 'text', text: 'One two' };
    const bot = await startBot(() => [words, 60_000, { type: 'text', text: ' three' }]);
    const other = await startBot(() => [], { owner: 'bot-2' });
    await clock.advance(1_000);
    await bot.ask({});
    await clock.advance(3_000);
    const { stop } = other.platform.handlers;
    await stop(threadRef('T2'), 'fake:U1');
    await clock.advance(1_000);
    expect(bot.assistant.cancelled).toHaveLength(0);
    await stop(threadRef('T1'), 'fake:U1');
    await clock.advance(1_000);
    expect(bot.assistant.cancelled).toHaveLength(1);
    expect(bot.platform.shows('T1')).toEqual([`One two\n_${english.say('stopped')}_`]);
    expect(bot.log.lines.find((line) => line.phrase === 'turn ended')?.fields).toMatchObject({ code: 'stopped' });
  });
});

describe('the request to the assistant', () => {
  it.each([
    ['the platform’s own Stop is pressed', 'stop'],
    ['the Stop button under the answer is pressed', 'press'],
    ['the question is deleted', 'deleted'],
  ] as const)('ends within a second after %s', async (_, way) => {
    const words: Step = { type: 'text', text: 'One two' };
    const bot = await startBot(() => [words, 60_000, { type: 'text', text: ' three' }]);
    await bot.ask({ id: 'q-stopped' });
    await clock.advance(3_000);
    const asked = { id: 'q-stopped', thread: threadRef('T1') };
    const turn = (await store.findTurn(asked))?.id ?? '';
    const { stop, press, deleted } = bot.platform.handlers;
    const control = { kind: 'stop', turn } as const;
    if (way === 'stop') await stop(threadRef('T1'), 'fake:U1');
    else if (way === 'deleted') await deleted(asked);
    else await press({ control, by: 'fake:U9', isModerator: async () => true });
    expect(turn).not.toBe('');
    await clock.advance(1_000);
    expect(bot.assistant.cancelled).toHaveLength(1);
  });
});

describe('a question that a moderator asks again', () => {
  it('still belongs to its asker', async () => {
    const bot = await startBot(() => spoken('Yes.'));
    await bot.ask({ id: 'q-old' });
    await bot.finish();
    const asked = { id: 'q-old', thread: threadRef('T1') };
    const hashed = await store.findTurn(asked);
    expect(hashed?.asker).toMatch(/^hash:/);
    const control = { kind: 'again', turn: hashed?.id ?? '' } as const;
    const press = { control, by: 'fake:U9', isModerator: async () => true };
    expect(await bot.platform.handlers.press(press)).toEqual({});
    await bot.finish();
    expect(bot.assistant.asked).toHaveLength(2);
    expect((await store.findTurn(asked))?.asker).toBe(hashed?.asker);
  });
});

describe('a wish expressed with a button', () => {
  it.each(['call', 'solved'] as const)('is a question whose ids do not contain the person’s id (%s)', async (kind) => {
    const bot = await startBot(() => spoken('Yes.'));
    await bot.ask({ id: 'q-answered' });
    await bot.finish();
    const turn = (await store.findTurn({ id: 'q-answered', thread: threadRef('T1') }))?.id ?? '';
    const accept = vi.spyOn(store, 'accept');
    const press = { control: { kind, turn }, by: 'fake:U9', isModerator: async () => false };
    await bot.platform.handlers.press(press);
    const { asker, id, eventId } = accept.mock.lastCall?.[0] ?? {};
    expect(asker).toBe('fake:U9');
    for (const text of [id, eventId]) expect(text).not.toContain('U9');
  });
});

describe('a question that is deleted before its reply has text', () => {
  it.each(['message', 'indicator'] as const)(
    'leaves nothing behind, not even its search (shown in the %s)',
    async (stepsIn) => {
      const searching: Step = { type: 'search', call: 'a', query: 'npm' };
      const bot = await startBot(() => [searching, 60_000, { type: 'text', text: 'One' }], { stepsIn });
      await bot.ask({ id: 'q-deleted' });
      await clock.advance(3_000);
      expect(bot.platform.shows('T1')).toEqual(stepsIn === 'message' ? ['~Searching the docs for “npm”~'] : []);
      await bot.platform.handlers.deleted({ id: 'q-deleted', thread: threadRef('T1') });
      await bot.finish();
      expect(bot.platform.shows('T1')).toEqual([]);
      expect(bot.log.lines.find((line) => line.phrase === 'turn ended')?.fields).toMatchObject({ state: 'stopped' });
    },
  );
});

describe('a message that was joined to a question, deleted too late to ask again', () => {
  it('loses its words without another request', async () => {
    const bot = await startBot(() => spoken('one two three', 1_000));
    await bot.ask({ id: 'q1', text: 'How do I boil water' });
    await clock.advance(500);
    await bot.ask({ id: 'q2', text: 'in my Smeg?', addressed: 'follow_up' });
    await bot.finish();
    expect(await store.findTurn({ id: 'q1', thread: threadRef('T1') })).toMatchObject({
      text: 'How do I boil water\n\nin my Smeg?',
    });
    const requests = bot.assistant.asked.length;
    await clock.advance(60 * 60_000);
    await bot.platform.handlers.deleted({ id: 'q2', thread: threadRef('T1') });
    await bot.finish();
    expect(await store.findTurn({ id: 'q1', thread: threadRef('T1') })).toMatchObject({ text: 'How do I boil water' });
    expect(bot.assistant.asked).toHaveLength(requests);
  });
});

describe('a person who keeps asking', () => {
  it('gets as many answers as allowed, one sentence for the rest, and answers again later', async () => {
    const bot = await startBot(() => spoken('Yes.', 5_000), { questionRules: { maxOpenPerAsker: 3 } });
    const ask = (thread: string, asker: string) => bot.ask({ thread: threadRef(thread), asker });
    const results = [];
    for (const thread of ['T1', 'T2', 'T3', 'T4', 'T5', 'T6']) results.push(await ask(thread, 'fake:U1'));
    expect(results).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'over_limit', 'over_limit']);
    expect(await ask('T7', 'fake:U2')).toBe('accepted');
    await clock.advance(1_000);
    expect(bot.platform.shows('T4')).toEqual([`_${english.say('reply.over_limit')}_`]);
    await bot.finish();
    expect(bot.assistant.asked.map((asked) => asked.fp)).toEqual([
      ...Array.from({ length: 3 }, () => 'fp:fake:U1'),
      'fp:fake:U2',
    ]);
    expect(await ask('T8', 'fake:U1')).toBe('accepted');
    await bot.finish();
    expect(bot.platform.shows('T8')).toEqual(['Yes.']);
  });

  it('gets the sentence for every command, since commands always need a response', async () => {
    const bot = await startBot(() => spoken('Yes.', 5_000), { questionRules: { maxOpenPerAsker: 1 } });
    for (const thread of ['T1', 'T2', 'T3']) {
      expect(await bot.ask({ thread: threadRef(thread), addressed: 'command' })).toBe('accepted');
    }
    await bot.finish();
    expect(['T2', 'T3'].flatMap((thread) => bot.platform.shows(thread))).toEqual(
      Array.from({ length: 2 }, () => `_${english.say('reply.over_limit')}_`),
    );
  });
});

describe('a thread that Docent may not write in', () => {
  it('ends the turn and frees the conversation', async () => {
    const bot = await startBot(() => spoken('Hm.'));
    bot.platform.failNext('post', new PlatformError('forbidden'));
    await bot.ask({});
    await bot.ask({ askedAt: later(1) });
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual(['Hm.']);
  });
});

describe('a restart', () => {
  it('lets an open answer finish within the grace time', async () => {
    const bot = await startBot(() => spoken('one two three', 1_000));
    await bot.ask({});
    await clock.advance(1_500);
    await bot.stop(25_000);
    expect(bot.platform.shows('T1')).toEqual(['one two three']);
  });

  it('marks an answer that cannot finish in time, which the next process completes in the same message', async () => {
    const text = 'word '.repeat(100).trim();
    const first = await startBot(() => spoken(text, 1_000));
    await first.ask({});
    await clock.advance(10_000);
    await first.stop(5_000);
    expect(first.platform.shows('T1')).toHaveLength(1);
    expect(first.platform.shows('T1')[0]).toContain(english.say('interrupted'));
    const second = await startBot(() => spoken(text, 10), { owner: 'bot-2', platform: first.platform });
    await second.finish();
    expect(first.platform.shows('T1')).toEqual([text]);
  });

  it('records no time of the first text if an earlier process showed it', async () => {
    const firstTextAt: (number | undefined)[] = [];
    const { endTurn } = store;
    store.endTurn = (turn, end, now) => {
      firstTextAt.push(end.firstTextAt);
      return endTurn(turn, end, now);
    };
    const text = 'word '.repeat(20).trim();
    const first = await startBot(() => spoken(text, 1_000));
    await first.ask({});
    await clock.advance(5_000);
    await first.stop();
    const second = await startBot(() => spoken(text, 10), { owner: 'bot-2', platform: first.platform });
    await second.finish();
    const askedAt = clock.now();
    await second.ask({ askedAt });
    await second.finish();
    expect(firstTextAt).toEqual([undefined, askedAt + 10]);
  });

  it('takes over the turn of a dead process when the claim expires', async () => {
    await store.accept(toQuestion({ text: 'Left over?' }));
    await store.claimTurn('dead-bot', clock.now(), clock.now() + 30_000, ['fake']);
    const bot = await startBot(() => spoken('Taken over.'));
    await clock.advance(20_000);
    expect(bot.platform.shows('T1')).toEqual([]);
    await clock.advance(20_000);
    expect(bot.platform.shows('T1')).toEqual(['Taken over.']);
  });

  it('ends an answer that is too old to be requested again, and keeps its text', async () => {
    await store.accept(toQuestion({ askedAt: clock.now() - 11 * 60_000 }));
    const left = await store.claimTurn('dead-bot', 0, 1, ['fake']);
    const platform = createFakePlatform({ clock });
    const body = { markdown: 'Half', from: 0, to: 4, sources: [], notices: [] };
    const message = await platform.post(threadRef('T1'), body, 'before');
    await store.saveTurnShown(left ?? { id: '', tries: 0 }, [{ message, from: 0, to: 4, digest: 'x' }], 'Half');
    const bot = await startBot(() => spoken('never'), { platform });
    await bot.finish();
    expect(platform.shows('T1')).toEqual([`Half\n_${english.say('abandoned')}_`]);
    expect(bot.assistant.asked).toEqual([]);
  });

  it('still accepts questions while draining, and leaves them to the next process', async () => {
    const bot = await startBot(() => spoken('Slowly, one word after the other.', 1_000));
    await bot.ask({ id: 'before' });
    await clock.advance(1_500);
    const drained = bot.stop(60_000);
    expect(await bot.ask({ id: 'during', thread: threadRef('T2') })).toBe('accepted');
    await drained;
    expect(bot.assistant.asked).toHaveLength(1);
    const next = await startBot(() => spoken('Here.'), { platform: bot.platform, owner: 'bot-2' });
    await next.finish();
    expect(['T1', 'T2'].map(next.platform.shows)).toEqual([['Slowly, one word after the other.'], ['Here.']]);
  });
});

describe('a platform that is down', () => {
  const outage = new PlatformError('unavailable');

  it('for a moment while a thread is opened does not make the question fail', async () => {
    const bot = await startBot(() => spoken('Here.'));
    bot.platform.failNext('open', outage, 6);
    await bot.ask({ opens: 'message 1' });
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual(['Here.']);
  });

  it('for longer than the retries gets the rest of the answer once it is back, after one more request', async () => {
    const bot = await startBot(() => spoken('one two three', 1_000));
    await bot.ask({});
    await clock.advance(2_500);
    bot.platform.failNext('edit', outage, 1_000);
    await clock.advance(3 * 60_000);
    expect(bot.platform.shows('T1')).toEqual(['one two']);
    const [waiting] = bot.log.lines.filter(({ phrase }) => phrase === 'reply not shown yet');
    expect(waiting).toMatchObject({ level: 'warn', fields: { code: 'unavailable' } });
    bot.platform.heal();
    await clock.advance(2 * 60_000);
    expect(bot.platform.shows('T1')).toEqual(['one two three']);
    expect(bot.assistant.asked).toHaveLength(2);
  });

  it('for every edit, because of its rate limit, gets the text so far once it is back, without another request', async () => {
    const bot = await startBot(() => spoken('one two three', 1_000));
    await bot.ask({});
    await clock.advance(2_500);
    bot.platform.failNext('edit', new PlatformError('rate_limited', { waitMs: 5_000 }), 10_000);
    await clock.advance(30 * 60_000);
    const waiting = bot.log.lines.filter(({ phrase }) => phrase === 'reply not shown yet');
    expect(waiting.map(({ level }) => level)).toEqual(waiting.map(() => 'warn'));
    expect(waiting.length).toBeGreaterThanOrEqual(4);
    bot.platform.heal();
    await clock.advance(2 * 60_000);
    expect(bot.platform.shows('T1')).toEqual([`one two three\n_${english.say('abandoned')}_`]);
    expect(bot.assistant.asked).toHaveLength(1);
  });

  it('does not keep the process from exiting in time', async () => {
    const bot = await startBot(() => spoken('one two three', 1_000));
    await bot.ask({});
    await clock.advance(1_500);
    bot.platform.failNext('edit', new PlatformError('rate_limited', { waitMs: 30_000 }), 1_000);
    await clock.advance(2_000);
    const startedAt = clock.now();
    await bot.stop(1_000);
    expect(clock.now() - startedAt).toBeLessThan(5_000);
    const next = await startBot(() => spoken('one two three'), { owner: 'bot-2' });
    await next.finish();
    expect(next.assistant.asked).toHaveLength(1);
  });

  it('takes no question from a process whose platform is up', async () => {
    const dead = createFakePlatform({ clock });
    dead.health = () => ({ state: 'dead' });
    const cutOff = await startBot(() => spoken('never'), { owner: 'cut-off', platform: dead });
    await store.accept(toQuestion({}));
    await clock.advance(20_000);
    expect(cutOff.assistant.asked).toEqual([]);
    const bot = await startBot(() => spoken('Here.'));
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual(['Here.']);
  });
});

describe('the shared rate limits', () => {
  it('are divided among the processes with work, from their first turn until soon after their last one', async () => {
    const bot = await startBot(() => spoken('word '.repeat(40).trim(), 1_000));
    const shares = () => store.renew('another process', [], clock.now(), clock.now() + 1);
    await clock.advance(60_000);
    expect(await shares()).toBe(1);
    await bot.ask({});
    await clock.settle();
    expect(await shares()).toBe(2);
    await clock.advance(35_000);
    expect(await shares()).toBe(2);
    await clock.advance(40_000);
    expect(await shares()).toBe(1);
  });
});

describe('a platform call in progress when the process must end', () => {
  it('keeps the turn’s claim until it expires, so that no process continues before the call arrives', async () => {
    const platform = createFakePlatform({ clock });
    const bot = await startBot(() => spoken('Fine.'), { platform });
    const post = platform.post.bind(platform);
    platform.post = () => new Promise(() => undefined);
    await bot.ask({});
    await clock.advance(1_000);
    await bot.stop();
    platform.post = post;
    const other = await startBot(() => spoken('Fine.'), { platform, owner: 'bot-2' });
    await clock.advance(5_000);
    expect(other.assistant.asked).toEqual([]);
    await other.finish();
    expect(platform.shows('T1')).toEqual(['Fine.']);
  });
});

describe('a store that fails', () => {
  /** Makes the next attempts to store the end of a turn fail. */
  function failEnds(times: number): void {
    const { endTurn } = store;
    let left = times;
    store.endTurn = async (...args) => {
      if (left === 0) return endTurn(...args);
      left -= 1;
      throw new StoreError('down');
    };
  }

  it('while a claim is being renewed does not make the process claim its own turn again', async () => {
    const bot = await startBot(() => spoken('word '.repeat(60).trim(), 1_000));
    await bot.ask({});
    await clock.advance(1_000);
    const { renew } = store;
    store.renew = () => Promise.reject(new StoreError('down'));
    await clock.advance(45_000);
    store.renew = renew;
    await bot.finish();
    expect(bot.assistant.asked).toHaveLength(1);
    expect(bot.log.lines.find((line) => line.phrase === 'turn ended')?.fields).toMatchObject({ state: 'answered' });
  });

  it('at the end of a turn leaves the reply complete, and the turn ends soon after', async () => {
    failEnds(1);
    const bot = await startBot(() => spoken('Fine.'));
    await bot.ask({});
    await bot.ask({ text: 'And now?', askedAt: later(1) });
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual(['Fine.', 'Fine.']);
  });

  it('at the end of a turn delays the log line until the end is stored', async () => {
    failEnds(3);
    const bot = await startBot(() => spoken('Fine.'));
    await bot.ask({});
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual(['Fine.']);
    expect(bot.log.lines.filter((line) => line.phrase === 'turn ended')).toHaveLength(1);
  });

  it('while a turn is being claimed is retried later', async () => {
    const { claimTurn } = store;
    const bot = await startBot(() => spoken('Fine.'));
    store.claimTurn = () => Promise.reject(new StoreError('down'));
    await bot.ask({});
    await clock.advance(20_000);
    expect(bot.platform.shows('T1')).toEqual([]);
    store.claimTurn = claimTurn;
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual(['Fine.']);
  });
});

describe('a store that recovers', () => {
  it('continues the turns that were given up while it was down without waiting for their claims to expire', async () => {
    const { saveTurnShown } = store;
    let failures = 1;
    store.saveTurnShown = async (...args) => {
      failures -= 1;
      if (failures >= 0) throw new StoreError('down');
      return saveTurnShown(...args);
    };
    const bot = await startBot(() => spoken('Fine.'));
    await bot.ask({});
    await clock.advance(10_000);
    expect(bot.platform.shows('T1')).toEqual(['Fine.']);
  });
});

describe('a turn that cannot be read', () => {
  it('fails with one sentence, and the next turn is answered', async () => {
    await store.accept(toQuestion({ text: 'Corrupt?' }));
    const { claimTurn } = store;
    let corrupt = 1;
    store.claimTurn = async (...args) => {
      const turn = await claimTurn(...args);
      corrupt -= 1;
      return turn && corrupt >= 0 ? { ...turn, question: { ...turn.question, text: '' }, corrupt: true } : turn;
    };
    const bot = await startBot(() => spoken('Fine.'));
    await bot.ask({ text: 'And this?', askedAt: later(1) });
    await bot.finish();
    expect(bot.platform.shows('T1')).toEqual([`_${english.say('defect')}_`, 'Fine.']);
    expect(bot.assistant.asked).toHaveLength(1);
  });
});

describe('the log', () => {
  it('records the end of a turn in figures, without anything that people wrote', async () => {
    const bot = await startBot(() => spoken('A secret answer.'));
    await bot.ask({ text: 'A secret question?' });
    await bot.finish();
    const line = bot.log.lines.find(({ phrase }) => phrase === 'turn ended');
    expect(line?.fields).toMatchObject({ state: 'answered', tries: 1, posts: 1, firstTextMs: expect.any(Number) });
    expect(JSON.stringify(bot.log.lines)).not.toContain('secret');
  });
});
