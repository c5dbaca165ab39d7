/** A made-up month of questions, the same in every run. Pure. */
import type { AskedQuestion } from '../../../../src/bot/core/model/asked-question.ts';
import { asked, marked } from './asked.ts';

export const monthBegins = Date.UTC(2026, 9, 1);
export const monthEnds = Date.UTC(2026, 9, 31);

interface Theme {
  readonly texts: readonly string[];
  /** Missing if the docs have no answer. */
  readonly page?: { readonly path: string; readonly title: string };
}

const themes: readonly Theme[] = [
  {
    texts: ['How do I rotate the API key?', 'rotate api keys, how?', 'Can I rotate an API key without downtime?'],
    page: { path: '/guides/keys', title: 'Keys' },
  },
  {
    texts: ['The kiln stays at 600 degrees', 'kiln is stuck at 600 degrees', 'Why is my kiln stuck at 600 °C?'],
    page: { path: '/guides/heating#stuck', title: 'Heating' },
  },
  {
    texts: ['Is there an export to Excel?', 'export firings to excel', 'excel export of firings'],
  },
  {
    texts: ['Which cone for porcelain?', 'What cone does porcelain need?', 'porcelain cone'],
    page: { path: '/reference/cones', title: 'Cones | <all>' },
  },
];

const platforms = ['slack', 'discord'] as const;
const surfaces = ['mention', 'follow_up', 'command', 'auto', 'direct'] as const;

export function month(count: number): readonly AskedQuestion[] {
  return Array.from({ length: count }, (_, index) => {
    const theme = pick(themes, index * 7 + (index % 3));
    const addressed = pick(surfaces, index % 11);
    const isPrivate = addressed === 'direct';
    const isFailed = index % 23 === 5;
    return asked({
      turn: `t${index}`,
      platform: pick(platforms, index % 3),
      addressed,
      isPrivate,
      text: isPrivate ? '' : pick(theme.texts, index),
      sources: theme.page && !isFailed ? [theme.page] : [],
      state: isFailed ? 'failed' : 'answered',
      askedAt: monthBegins + Math.floor((index * (monthEnds - monthBegins)) / count),
      ...(!isFailed && { firstTextMs: 600 + ((index * 131) % 2_000) }),
      tookMs: 1_500 + ((index * 389) % 9_000),
      marks: toMarks(index),
    });
  });
}

function toMarks(index: number): AskedQuestion['marks'] {
  if (index % 5 === 1) return [marked('helpful')];
  return index % 8 === 2
    ? [marked('not_helpful', { reason: 'outdated', comment: 'since *v2* it is <b>elsewhere</b>' })]
    : [];
}

function pick<T>(all: readonly [T, ...T[]] | readonly T[], at: number): T {
  const found = all[at % all.length];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}
