import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Step } from '../../../../../src/bot/core/model/step.ts';
import { stepsToAppend, toTask } from '../../../../../src/bot/platforms/slack/outbound/tasks.ts';

const page = { path: '/start', title: 'Start', url: 'https://docs.example/start' };
const search: Step = { id: 'search-1', call: 'a', query: '', title: 'Searching' };
const found: Step = { ...search, pages: [page] };

test('a search is a task in progress, then a completed one with the pages that can be linked', () => {
  expect(toTask(search)).toEqual({ type: 'task_update', id: 'search-1', title: 'Searching', status: 'in_progress' });
  const pages = [page, { path: 'x' }, { path: 'y', url: 'mailto:a@b.example' }];
  expect(toTask({ ...search, pages })).toEqual({
    type: 'task_update',
    id: 'search-1',
    title: 'Searching',
    status: 'complete',
    sources: [{ type: 'url', url: 'https://docs.example/start', text: 'Start' }],
  });
});

test('a page whose title looks like another URL is shown with its host', () => {
  const [source] = toTask({ ...search, pages: [{ ...page, title: 'https://bank.example/login' }] }).sources ?? [];
  expect(source?.text).toBe('https://bank.example/login (docs.example)');
});

test('each state of a search is appended only once', () => {
  expect(stepsToAppend([search], [])).toEqual([search]);
  expect(stepsToAppend([search], [search])).toEqual([]);
  expect(stepsToAppend([found], [search])).toEqual([found]);
  expect(stepsToAppend([found], [search, found])).toEqual([]);
  expect(stepsToAppend([search], [found])).toEqual([]);
});

test('pages that do not fit are left out, and no task stays in progress', () => {
  const long = { ...page, url: `https://docs.example/${'x'.repeat(900)}` };
  const appended = stepsToAppend([{ ...search, pages: [page, long, long] }], []);
  expect(appended.map(({ pages }) => pages?.length)).toEqual([2]);
  fc.assert(
    fc.property(fc.array(arbitraryStep, { maxLength: 12 }), fc.nat(12), (all, split) => {
      const steps = all.map((step, at) => ({ ...step, id: `search-${at}` }));
      const before = stepsToAppend(
        steps.slice(0, split).map(({ pages: _, ...step }) => step),
        [],
      );
      const appended = [...before, ...stepsToAppend(steps, before)];
      expect(Buffer.byteLength(JSON.stringify(appended.map(toTask)))).toBeLessThanOrEqual(1_500 + appended.length + 1);
      for (const { id } of before) expect(appended.filter((step) => step.id === id).at(-1)?.pages).toBeDefined();
    }),
  );
});

const arbitraryStep = fc.record({
  call: fc.string(),
  query: fc.constant(''),
  title: fc.string({ unit: 'grapheme', maxLength: 110 }),
  pages: fc.array(fc.record({ path: fc.string(), title: fc.string({ maxLength: 80 }), url: fc.webUrl() }), {
    maxLength: 3,
  }),
});
