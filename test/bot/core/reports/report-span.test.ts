import { expect, it } from 'vitest';
import { parseSpan, reportInMention } from '../../../../src/bot/core/reports/take-report.ts';

const hourMs = 3_600_000;

it.each([
  ['', 7 * 24 * hourMs],
  ['7d', 7 * 24 * hourMs],
  [' 12H ', 12 * hourMs],
  ['30 d', 30 * 24 * hourMs],
  ['366d', 366 * 24 * hourMs],
  ['367d', undefined],
  ['0d', undefined],
  ['-1d', undefined],
  ['1.5d', undefined],
  ['soon', undefined],
  ['7d please', undefined],
])('parseSpan("%s") returns %s', (text, ms) => {
  expect(parseSpan(text)).toBe(ms);
});

it.each([
  ['report', ''],
  ['Report 7d', '7d'],
  ['/docs-report 12h', '12h'],
  ['docs-report', ''],
  ['report 7 weeks', undefined],
  ['report a bug?', undefined],
  ['report bugs', undefined],
  ['How do I report a bug?', undefined],
])('"%s" in a mention is recognised as a report command or not', (text, typed) => {
  expect(reportInMention(text)).toBe(typed);
});
