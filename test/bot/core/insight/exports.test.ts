import { describe, expect, it } from 'vitest';
import { exportColumns, exportNames, toCsv, toExport, toJsonLines } from '../../../../src/bot/core/insight/exports.ts';
import { asked, marked, started } from './asked.ts';

describe('the export for docent eval', () => {
  const rows = (...questions: Parameters<typeof asked>[0][]) => toExport('eval', questions.map(asked));

  it('has helpful answers with their pages, and unanswered questions without pages', () => {
    const absolute = { path: 'https://docs.example/guides/start/?x=1#fast' };
    expect(
      rows(
        { turn: 'a', sources: [absolute, started, { path: 'reference/options#b' }], marks: [marked('helpful')] },
        { turn: 'b', sources: [] },
      ),
    ).toEqual([
      { id: 'a', question: 'question a', pages: ['/guides/start', '/reference/options'] },
      { id: 'b', question: 'question b', pages: [] },
    ]);
  });

  it('leaves out questions whose right pages are not known', () => {
    expect(
      rows(
        { turn: 'not marked' },
        { turn: 'disputed', marks: [marked('helpful'), marked('not_helpful')] },
        { turn: 'earlier', marks: [marked('helpful', { isOnEarlierAnswer: true })] },
        { turn: 'helped without a page', sources: [], marks: [marked('helpful')] },
        { turn: 'failed', state: 'failed', sources: [] },
        { turn: 'stopped', state: 'stopped', sources: [] },
        { turn: 'limited', state: 'failed', fixedReply: 'limit_day', sources: [] },
        { turn: 'a command', fixedReply: 'help', sources: [] },
      ),
    ).toEqual([]);
  });

  it('has only the newest of questions in the same words', () => {
    expect(rows({ turn: 'a', text: 'Why?', sources: [] }, { turn: 'b', text: 'why? ', sources: [] })).toHaveLength(1);
  });
});

it.each(exportNames)('the %s export leaves out what only its asker can read', (name) => {
  expect(toExport(name, [asked({ isPrivate: true, sources: [], marks: [marked('helpful')] })])).toEqual([]);
});

it.each(exportNames)('the %s export has only its own columns', (name) => {
  const question = asked({ marks: [marked('helpful', { reason: 'other', comment: 'c', isCorrection: true })] });
  for (const row of toExport(name, [question]))
    expect(exportColumns[name]).toEqual(expect.arrayContaining(Object.keys(row)));
});

it('CSV cells with commas, quotes and line breaks are quoted, and formulas are defused', () => {
  const rows = [{ a: 'x, "y"\nz', b: ['/a', '/b'] }, { a: '=HYPERLINK("http://x")' }, { a: 3, b: true }];
  expect(toCsv(['a', 'b'], rows)).toBe('a,b\r\n"x, ""y""\nz",/a /b\r\n"\'=HYPERLINK(""http://x"")",\r\n3,true\r\n');
  expect(toJsonLines([{ a: 'x' }, { a: 1 }])).toBe('{"a":"x"}\n{"a":1}\n');
});

it.each([
  'a;=1+1',
  'a; ;\t＝1',
  ' =1',
  '\t@SUM(1)',
  '\ufeff=1',
  '\u200b-1',
  '＝1',
  '＋1',
  '－1',
  '＠SUM(1)',
  'a\n=1',
  'a\r\n+1',
])('CSV has no formula in %j, whatever separates cells', (text) => {
  const [, line = ''] = toCsv(['a'], [{ a: text }]).split(/^a\r\n/);
  for (const cell of line.split(/[;\t\r\n]/)) {
    expect(cell.replaceAll(/["\s\p{Cf}]/gu, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
  }
  expect(line.replaceAll(/['"]/g, '')).toBe(`${text}\r\n`);
});

it('CSV leaves signs within a text as they are', () => {
  expect(toCsv(['a'], [{ a: 'x = 1, a-b and c@d' }])).toBe('a\r\n"x = 1, a-b and c@d"\r\n');
});
