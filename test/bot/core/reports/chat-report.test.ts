import { expect, it } from 'vitest';
import { type Report, toReport } from '../../../../src/bot/core/insight/report.ts';
import { toChatReport } from '../../../../src/bot/core/reports/chat-report.ts';
import { languages } from '../../../../src/bot/wording/languages.ts';
import { english, Wording } from '../../../../src/bot/wording/wording.ts';
import { parseMarkdown } from '../../../../src/kit/markdown/parse.ts';
import { asked } from '../insight/asked.ts';
import { month, monthBegins, monthEnds } from '../insight/month.ts';

const busy = toReport(month(500), monthBegins, monthEnds);

it.each([300, 1_000, 2_000, 4_000])('a chat report has as many rows as fit into %i characters', (maxChars) => {
  const fits = (markdown: string): boolean => markdown.length <= maxChars;
  const { markdown, topics } = toChatReport(busy, english, fits);
  expect(markdown.length).toBeLessThanOrEqual(maxChars);
  expect(markdown).toContain('Questions: 500');
  expect(topics.length > 0).toBe(markdown.includes('\n1. '));
});

it.each(languages)('a chat report has every sentence in %s', (language) => {
  const { markdown } = toChatReport(busy, new Wording(language), () => true);
  expect(markdown).not.toMatch(/\{\w+\}|undefined/);
  expect(markdown).toContain(new Wording(language).say('report.topics'));
});

it.each(languages.flatMap((language) => (['newestOnly', 'topicsOfNewest'] as const).map((cut) => ({ language, cut }))))(
  'a chat report says in $language if it covers only the newest questions: $cut',
  ({ language, cut }) => {
    const wording = new Wording(language);
    const sentence = wording.say(`report.${cut}`, { number: 5_000 });
    const written = (report: Report): string => toChatReport(report, wording, () => true).markdown;
    expect(written({ ...busy, [cut]: 5_000 })).toContain(`\n- ${sentence}\n`);
    expect(written(busy)).not.toContain(sentence);
  },
);

it('a chat report counts every question in one of its figures', () => {
  const questions = [asked({ turn: 't1' }), asked({ turn: 't2', state: 'stopped' })];
  const { markdown } = toChatReport(toReport(questions, monthBegins, monthEnds), english, () => true);
  expect(markdown).toContain('Questions: 2 · answered: 1 · stopped: 1');
});

it('a chat report has its figures on separate lines under the title', () => {
  const { markdown } = toChatReport({ ...busy, newestOnly: 5_000 }, english, () => true);
  const [begin = ''] = markdown.split('\n\n');
  const {
    children: [title, list],
  } = parseMarkdown(begin);
  expect([title?.type, list?.type]).toEqual(['paragraph', 'list']);
  expect(list).toMatchObject({ children: Array.from({ length: 3 }, () => ({ type: 'listItem' })) });
});

it('a chat report renders no markup from what people wrote', () => {
  const text = '**bold** <@U1> [x](javascript:1) | @everyone';
  const links = ['javascript:alert(1)', 'https://chat.example/a> @here'];
  const questions = links.map((link, at) => asked({ turn: `t${at}`, text, link }));
  const { markdown } = toChatReport(toReport(questions, monthBegins, monthEnds), english, () => true);
  const line = markdown.split('\n').find((text) => text.startsWith('1. ')) ?? '';
  expect(line).toContain('\\*\\*bold\\*\\*');
  expect(line).not.toContain('](<javascript');
  expect(line).toContain('](<https://chat.example/a%3E%20@here>)');
});
