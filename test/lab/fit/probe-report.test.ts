import { expect, it } from 'vitest';
import {
  comparisonTable,
  figuresTable,
  type Outcome,
  pickToRead,
  readOutcomes,
  signTest,
  toReadingList,
} from './probe-report.ts';

function outcome(id: string, more: Partial<Outcome> = {}): Outcome {
  const right = { rank: 1, facts: 1, missing: 0, refused: false, chars: 100 };
  return { corpus: 'kettle', id, kind: 'plain', answerable: true, ...right, ...more };
}

const wrong = { rank: 7, missing: 1, chars: 900 };
const unanswerable = { kind: 'off-topic', answerable: false, rank: 0, facts: 0 };

function cellsOf(table: string, kind: string): readonly string[] {
  const line = table.split('\n').find((row) => row.startsWith(`| ${kind} `)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

it('counts shares of the questions that they can be about, with intervals', () => {
  const asked = [
    outcome('a'),
    outcome('b', wrong),
    outcome('c', unanswerable),
    outcome('d', { ...unanswerable, refused: true }),
  ];
  const table = figuresTable(asked);
  const half = '50.0 (9–91)';
  expect(cellsOf(table, 'plain')).toEqual(['2', half, half, half, '0.0 (0–66)', '–', '–', '100', '900']);
  expect(cellsOf(table, 'off-topic')).toEqual(['2', '–', '–', '–', '–', half, '–', '100', '100']);
  expect(cellsOf(table, 'all')).toEqual(['4', half, half, half, '0.0 (0–66)', half, '–', '100', '900']);
});

it('a refusal has no complete facts, and a question without facts does not count', () => {
  const asked = [outcome('a', { refused: true }), outcome('b', { facts: 0 })];
  expect(cellsOf(figuresTable(asked), 'plain')[3]).toBe('0.0 (0–79)');
});

it('counts the questions all of whose facts a model would be shown', () => {
  const asked = [outcome('a', { unseen: 0 }), outcome('b', { unseen: 1 }), outcome('c', { facts: 0, unseen: 0 })];
  expect(cellsOf(figuresTable(asked), 'plain')[6]).toBe('50.0 (9–91)');
  expect(cellsOf(comparisonTable([outcome('a')], asked), 'plain')[6]).toBe('–');
});

it('compares the questions that are in both runs', () => {
  const before = [outcome('a', wrong), outcome('b', { refused: true }), outcome('c'), outcome('gone', wrong)];
  const after = [outcome('a'), outcome('b'), outcome('c', { ...wrong, refused: true }), outcome('new', wrong)];
  const even = '+1 −1, p 1.000';
  expect(cellsOf(comparisonTable(before, after), 'plain')).toEqual(['3', even, even, '+2 −1, p 1.000', even, '–', '–']);
});

it('the sign test is two-sided, and says nothing where nothing changed', () => {
  expect(signTest(10, 2)).toBeCloseTo(0.0386, 4);
  expect(signTest(2, 10)).toBe(signTest(10, 2));
  expect(signTest(0, 0)).toBe(1);
  expect(signTest(3, 3)).toBe(1);
});

it('reads the outcomes of another run, and nothing else', () => {
  expect(readOutcomes(JSON.stringify([outcome('a')]))).toEqual([outcome('a')]);
  expect(() => readOutcomes('[{"id":"a"}]')).toThrow();
});

it('picks the same questions of every kind, however they are sorted', () => {
  const asked = Array.from({ length: 90 }, (_, at) => outcome(`${at}`, { kind: at < 60 ? 'plain' : 'typo' }));
  const picked = pickToRead(asked, 30);
  expect(new Set(picked).size).toBe(30);
  expect(picked.filter(({ kind }) => kind === 'typo').length).toBe(10);
  expect(
    pickToRead(
      asked.toReversed().sort((a, b) => (a.kind < b.kind ? 1 : -1)),
      30,
    ),
  ).toEqual(picked);
  expect(pickToRead(asked.slice(0, 5), 30).length).toBe(5);
});

it('an answer is read with its thread and sources, but without labels', () => {
  const { corpus, id } = outcome('kettle-1');
  const answer = {
    corpus,
    id,
    kind: 'follow-up',
    earlier: 'How hot?',
    question: 'And cold?',
    text: '# Cold\n\nNo.',
    sources: [],
  };
  const list = toReadingList([answer]);
  expect(list).toContain(
    'Earlier in the thread:\n\n> How hot?\n\nQuestion:\n\n> And cold?\n\nAnswer:\n\n> # Cold\n>\n> No.\n',
  );
  expect(list).not.toMatch(/kettle-1|follow-up/);
});
