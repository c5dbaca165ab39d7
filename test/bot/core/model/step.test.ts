import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepUnderWay, withStep } from '../../../../src/bot/core/model/step.ts';
import { english } from '../../../../src/bot/wording/wording.ts';

const found = (...titles: readonly string[]) => titles.map((title) => ({ path: `/${title}`, title }));

function stepsAfter(...updates: readonly Parameters<typeof withStep>[1][]) {
  return updates.reduce<ReturnType<typeof withStep>>((steps, update) => withStep(steps, update, english), []);
}

test('a search is one step from its announcement to its results, of which it keeps three pages', () => {
  expect(stepsAfter({ call: 'a' })).toMatchObject([{ id: 'search-1', call: 'a', title: 'Searching the docs' }]);
  expect(stepsAfter({ call: 'a', query: 'npm' })).toMatchObject([{ title: 'Searching the docs for “npm”' }]);
  const steps = stepsAfter(
    { call: 'a' },
    { call: 'a', query: 'npm' },
    { call: 'a', pages: found('A', 'B', 'A', 'C', 'D') },
  );
  expect(steps).toMatchObject([
    { id: 'search-1', call: 'a', title: 'Searched the docs for “npm”', pages: found('A', 'B', 'C') },
  ]);
});

test('each search is a separate step, even if the stream gives it no id', () => {
  const steps = stepsAfter(
    { call: 'a', query: 'one' },
    { call: '', pages: found('A') },
    { call: '', pages: found('B') },
  );
  expect(steps.map(({ id, pages }) => [id, pages?.length])).toEqual([
    ['search-1', undefined],
    ['search-2', 1],
    ['search-3', 1],
  ]);
  expect(stepUnderWay(steps)?.id).toBe('search-1');
});

test('an update with nothing new leaves the steps unchanged', () => {
  const steps = stepsAfter({ call: 'a', query: 'npm' }, { call: 'a', pages: [] });
  expect(withStep(steps, { call: 'a', query: 'npm' }, english)).toBe(steps);
  expect(withStep(steps, { call: 'a', pages: found('A') }, english)).toBe(steps);
  expect(withStep(steps, { call: 'never announced', pages: [] }, english)).toBe(steps);
  expect(stepUnderWay(steps)).toBeUndefined();
});

test('there are at most eight steps, each one short, well-formed line', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  const update = fc.record({ call: fc.constantFrom('', 'a', 'b', 'c'), query: text, title: text });
  fc.assert(
    fc.property(fc.array(update, { maxLength: 40 }), (updates) => {
      const steps = stepsAfter(...updates.map(({ title, ...rest }) => ({ ...rest, pages: found(title) })));
      expect(steps.length).toBeLessThanOrEqual(8);
      for (const line of steps.flatMap(({ title, pages = [] }) => [title, ...pages.map((page) => page.title ?? '')])) {
        expect(line.length).toBeLessThanOrEqual(110);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(/[\n\r\u202e]/);
      }
    }),
  );
});
