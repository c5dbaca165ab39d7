import { expect, it } from 'vitest';
import { FallbackAssistant } from '../../../src/bot/app/fallback-assistant.ts';
import { AssistantError } from '../../../src/bot/core/model/errors.ts';
import { emptyReply, fold, type Part } from '../../../src/bot/core/model/reply.ts';
import type { Source } from '../../../src/bot/core/model/source.ts';
import type { Ask, Assistant } from '../../../src/bot/core/ports/assistant.ts';
import { createFakeAssistant, createFakeMetrics, type Step } from '../../fakes/assistant.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { createKeptLog } from '../../fakes/logger.ts';

const fiveMinutesMs = 5 * 60_000;
const question: Ask = {
  fp: 'ada',
  messages: [{ id: 'q', role: 'user', text: 'How?', at: 0 }],
  thread: { id: 'of-the-first', site: 'docs' },
  filter: { version: 'v2' },
};
const thread = (id: string): Part => ({ type: 'thread', thread: { id, site: 'docs' } });
const text = (words: string): Part => ({ type: 'text', text: words });
const end: Part = { type: 'finish', reason: 'stop' };

function twoAssistants(firstSays: (index: number) => readonly Step[], secondSays: (index: number) => readonly Step[]) {
  const clock = createManualClock();
  const first = createFakeAssistant(clock, (_, index) => firstSays(index));
  const second = createFakeAssistant(clock, (_, index) => secondSays(index));
  const log = createKeptLog();
  const both = new FallbackAssistant({
    site: 'docs',
    secondSite: 'other',
    first: { ...first, account: 'first' },
    second: { ...second, account: 'second' },
    clock,
    logger: log,
    metrics: createFakeMetrics(),
  });
  const ask = async () => {
    const parts: Part[] = [];
    for await (const part of both.ask(question, new AbortController().signal)) parts.push(part);
    return { parts, text: parts.reduce(fold, emptyReply).text };
  };
  return { clock, first, second, log, both, ask };
}

it.each(['unauthorized', 'out_of_credits', 'rate_limited', 'unavailable', 'timed_out', 'cut_off'] as const)(
  'a first assistant that fails with %s is replaced by the second, and the answer is marked',
  async (code) => {
    const { ask, log, second } = twoAssistants(
      () => [thread('new'), new AssistantError(code)],
      () => [thread('of-the-second'), text('Like'), text(' this.'), end],
    );
    const { parts, text: shown } = await ask();
    expect(shown).toBe('Like this.');
    expect(parts.filter(({ type }) => type === 'fallback')).toHaveLength(1);
    expect(parts.filter(({ type }) => type === 'thread')).toEqual([thread('new')]);
    expect(second.asked).toEqual([{ fp: 'ada', messages: question.messages }]);
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { site: 'docs', code } }]);
  },
);

it('takes pictures as the assistant does that is asked first at the moment', async () => {
  for (const takesPictures of [true, false]) {
    const clock = createManualClock();
    const failing = createFakeAssistant(clock, () => [new AssistantError('unavailable')]);
    const second = { ...createFakeAssistant(clock, () => [text('Like this.'), end]), takesPictures };
    const first = { ...failing, takesPictures: true };
    const rest = { clock, logger: createKeptLog(), metrics: createFakeMetrics() };
    const both = new FallbackAssistant({ site: 'docs', secondSite: 'other', first, second, ...rest });
    expect(both.takesPictures).toBe(true);
    const pictures = [{ name: 'a.png', mediaType: 'image/png', base64: 'iVBORw0KGgo=' }];
    const parts: Part[] = [];
    for await (const part of both.ask({ ...question, pictures }, new AbortController().signal)) parts.push(part);
    expect(parts).toContainEqual({ type: 'fallback' });
    expect(second.asked[0]?.pictures).toEqual(pictures);
    expect(both.takesPictures).toBe(takesPictures);
  }
});

it('shown text stays, and a question that is refused for its content goes to no other assistant', async () => {
  for (const steps of [[text('Half'), new AssistantError('unavailable')], [new AssistantError('rejected')]]) {
    const { ask, second } = twoAssistants(
      () => steps,
      () => [text('No.'), end],
    );
    await expect(ask()).rejects.toBeInstanceOf(AssistantError);
    expect(second.asked).toEqual([]);
  }
});

it('the first assistant is tried again only after five minutes without a failure of its own', async () => {
  const { ask, clock, first } = twoAssistants(
    (index) => (index === 0 ? [new AssistantError('unavailable')] : [text('First.'), end]),
    () => [text('Second.'), end],
  );
  expect((await ask()).text).toBe('Second.');
  await clock.advance(fiveMinutesMs - 1);
  expect((await ask()).text).toBe('Second.');
  expect(first.asked).toHaveLength(1);
  await clock.advance(1);
  expect((await ask()).text).toBe('First.');
});

it('the first assistant is a last resort while it counts as down', async () => {
  const { ask } = twoAssistants(
    (index) => (index === 0 ? [new AssistantError('unavailable')] : [text('I am back.'), end]),
    (index) => (index === 0 ? [text('Second.'), end] : [new AssistantError('unavailable')]),
  );
  expect((await ask()).text).toBe('Second.');
  const { parts, text: shown } = await ask();
  expect(shown).toBe('I am back.');
  expect(parts.some(({ type }) => type === 'fallback')).toBe(false);
});

it('the failure of the first assistant is reported if both fail', async () => {
  const { ask } = twoAssistants(
    () => [new AssistantError('out_of_credits')],
    () => [new AssistantError('unavailable')],
  );
  await expect(ask()).rejects.toMatchObject({ code: 'out_of_credits' });
  await expect(ask()).rejects.toMatchObject({ code: 'out_of_credits' });
});

it('the nearest pages come from the first assistant, or else from the second without the filter of the first', async () => {
  const { clock, first, second } = twoAssistants(
    () => [],
    () => [],
  );
  const options = { site: 'docs', secondSite: 'other', clock, logger: createKeptLog(), metrics: createFakeMetrics() };
  const [page, other] = ['https://docs.example/a', 'https://docs.example/b'].map((url) => ({ url, path: url }));
  const asked: object[] = [];
  const finding = (assistant: Assistant, page?: Source): Assistant => ({
    ...assistant,
    async search(words) {
      asked.push(words);
      return page ? [page] : [];
    },
  });
  const search = (one: Assistant, two: Assistant) =>
    new FallbackAssistant({ ...options, first: one, second: two }).search(question, new AbortController().signal);
  expect(await search(finding(first, page), finding(second, other))).toEqual([page]);
  expect(await search(finding(first), finding(second, other))).toEqual([other]);
  expect(asked.at(-1)).toEqual({ messages: question.messages });
  expect(await search(first, second)).toEqual([]);
});

it('the budget and the site of the second assistant are used while it is tried first', async () => {
  const { clock, both, ask } = twoAssistants(
    () => [new AssistantError('unavailable')],
    () => [text('Like this.'), end],
  );
  expect(both).toMatchObject({ account: 'first', accountSite: 'docs' });
  await ask();
  expect(both).toMatchObject({ account: 'second', accountSite: 'other' });
  await clock.advance(5 * 60_000);
  expect(both).toMatchObject({ account: 'first', accountSite: 'docs' });
});
