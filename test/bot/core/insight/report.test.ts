import { describe, expect, it } from 'vitest';
import { toHtml } from '../../../../src/bot/core/insight/html-report.ts';
import { toReport } from '../../../../src/bot/core/insight/report.ts';
import type { AskedQuestion } from '../../../../src/bot/core/model/asked-question.ts';
import { asked, marked } from './asked.ts';
import { busyMonth } from './busy-month.ts';
import { month, monthBegins, monthEnds } from './month.ts';

const reportOf = (questions: readonly AskedQuestion[]) => toReport(questions, monthBegins, monthEnds);

describe('the report of a month', () => {
  it('matches its golden file', async () => {
    const report = reportOf(month(120));
    await expect(toHtml(report)).toMatchFileSnapshot('../../../golden/report/month.html');
  });

  it('finds exactly the topics that 2,000 questions are about', () => {
    const { topics, total } = reportOf(month(2_000));
    expect(total.questions).toBe(2_000);
    expect(topics).toHaveLength(4);
    expect(topics.flatMap(({ pages }) => pages).toSorted()).toEqual([
      '/guides/heating',
      '/guides/keys',
      '/reference/cones',
    ]);
  });

  it('says that older questions are left out, if there were more', () => {
    const report = { ...reportOf(month(120)), newestOnly: 100_000 };
    const sentence = 'Only the newest 100,000 questions are counted; there were more.';
    expect(toHtml(report)).toContain(`<p>${sentence}</p>`);
  });

  it('says that topics are made of the newest questions, if there were more', () => {
    expect(reportOf(month(5_000))).not.toHaveProperty('topicsOfNewest');
    const report = reportOf(month(8_000));
    const sentence = 'Topics are based on the newest 5,000 questions.';
    expect(toHtml(report)).toContain(`<p>${sentence}</p>`);
  });

  it('says so if no questions were asked', () => {
    const report = reportOf([]);
    expect(report).toMatchObject({ total: { questions: 0 }, topics: [], pages: [] });
    expect(toHtml(report)).toContain('No questions were asked.');
  });
});

it.each([
  ['of 40,000 characters', 'long '.repeat(8_000), `${'long '.repeat(40).slice(0, 199)}…`],
  ['with blanks after it', `short${' '.repeat(2_000)}`, 'short'],
  ['with blanks within', `short${' '.repeat(2_000)}end`, 'short…'],
])('a report shows a question %s as one short line', (_, text, shown) => {
  const { unhelped } = reportOf([asked({ text, sources: [] })]);
  expect(unhelped.map(({ question }) => question)).toEqual([shown]);
});

it('a report counts the questions of each UTC day, including days without any', () => {
  const at = (day: number, hour: number) => monthBegins + (day * 24 + hour) * 3_600_000;
  const report = reportOf([
    asked({ turn: 'a', askedAt: at(0, 0) }),
    asked({ turn: 'b', askedAt: at(0, 23), sources: [] }),
    asked({ turn: 'c', askedAt: at(2, 12), state: 'failed' }),
  ]);
  expect(report.days).toHaveLength(30);
  expect(report.days.slice(0, 3)).toEqual([
    { date: '2026-10-01', questions: 2, answered: 1, unanswered: 1 },
    { date: '2026-10-02', questions: 0, answered: 0, unanswered: 0 },
    { date: '2026-10-03', questions: 1, answered: 0, unanswered: 0 },
  ]);
});

it.each([
  [1, 'Where people ask'],
  [31, 'Questions per day'],
  [365, 'Questions per week'],
])('a report of %i days begins with the section "%s"', (days, heading) => {
  const html = toHtml(toReport([asked({ askedAt: monthEnds - 1 })], monthEnds - days * 24 * 3_600_000, monthEnds));
  expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)][0]?.[1]).toBe(heading);
});

it('a report finds the topics of 2,000 questions even if a third of them are asked only once', () => {
  const { topics } = toReport(busyMonth(2_000), monthBegins, monthEnds);
  expect(topics.filter(({ questions }) => questions > 20)).toHaveLength(12);
});

it('a report counts each question once by its outcome, and only questions about the docs', () => {
  const { total, calls, solved, surfaces } = reportOf([
    asked({ turn: 'a', marks: [marked('helpful'), marked('helpful')] }),
    asked({ turn: 'b', sources: [] }),
    asked({ turn: 'c', state: 'failed', platform: 'discord' }),
    asked({ turn: 'd', state: 'failed', fixedReply: 'limit_day' }),
    asked({ turn: 'e', fixedReply: 'human' }),
    asked({ turn: 'f', fixedReply: 'solved' }),
    asked({ turn: 'h', sources: [], isAside: true }),
    asked({ turn: 'g', state: 'answering', marks: [marked('not_helpful', { isOnEarlierAnswer: true })] }),
  ]);
  expect(total).toEqual({
    questions: 5,
    answered: 1,
    unanswered: 1,
    failed: 1,
    stopped: 0,
    limited: 1,
    open: 1,
    helpful: 1,
    notHelpful: 0,
  });
  expect([calls, solved]).toEqual([1, 1]);
  expect(surfaces.map(({ platform, questions }) => [platform, questions])).toEqual([
    ['slack', 4],
    ['discord', 1],
  ]);
});

it('a report measures the time to the first words only for answers of the assistant', () => {
  const { firstTextMs, answerMs } = reportOf([
    asked({ turn: 'a', firstTextMs: 500, tookMs: 2_000 }),
    asked({ turn: 'b', firstTextMs: 700, tookMs: 3_000, sources: [] }),
    asked({ turn: 'c', firstTextMs: 90_000, tookMs: 90_000, state: 'failed' }),
    asked({ turn: 'd', firstTextMs: 90_000, tookMs: 90_000, fixedReply: 'taken_back' }),
  ]);
  expect([firstTextMs, answerMs]).toEqual([
    { median: 500, p95: 700 },
    { median: 2_000, p95: 3_000 },
  ]);
});

it('a report leaves out topics of a single thread, and the words of what only its asker can read', () => {
  const text = 'How do I fire porcelain?';
  const report = reportOf([
    asked({ turn: 'a', text, conversation: 'one' }),
    asked({ turn: 'b', text, conversation: 'one' }),
    asked({ turn: 'c', text: 'a secret', isPrivate: true, marks: [marked('not_helpful')] }),
  ]);
  expect(report.topics).toEqual([]);
  expect(JSON.stringify(report)).not.toContain('secret');
  expect(report.disappointing).toEqual([{ path: '/guides/start', title: 'Start', cited: 3, notHelpful: 1 }]);
});

it('a report keeps questions about the same page apart if they share no words', () => {
  const question = (turn: string, text: string) => asked({ turn, text });
  const { topics } = reportOf([
    question('a', 'rotate an api key'),
    question('b', 'api key rotation'),
    question('c', 'porcelain glaze temperature'),
    question('d', 'temperature of porcelain glaze'),
    ...Array.from({ length: 20 }, (_, at) => question(`x${at}`, `thing${at} word${at} matter${at} case${at}`)),
  ]);
  expect(topics.map(({ questions }) => questions)).toEqual([2, 2]);
});

it('a report defuses everything that people wrote', () => {
  const evil = '<script>alert(1)</script> | [x](javascript:alert(1)) @everyone';
  const report = reportOf([
    asked({ turn: 'a', text: evil, sources: [], link: 'javascript:alert(2)' }),
    asked({ turn: 'b', text: evil, sources: [], link: 'https://chat.example/"><script>' }),
  ]);
  const html = toHtml(report);
  expect(html).not.toContain('<script');
  expect(html).not.toContain('href="javascript');
});
