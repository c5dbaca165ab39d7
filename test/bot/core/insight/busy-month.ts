/** A made-up month of a product with many users, for the bench and a picture in the docs: the same in every run. Pure. */
import type { AskedQuestion } from '../../../../src/bot/core/model/asked-question.ts';
import { asked, marked } from './asked.ts';
import { monthBegins, monthEnds } from './month.ts';

interface Theme {
  readonly texts: readonly string[];
  /** Missing if the docs have no answer. */
  readonly page?: { readonly path: string; readonly title: string };
  /** How many of twenty answers are marked as not helpful. */
  readonly fails: number;
}

const themes: readonly Theme[] = [
  theme(
    '/guides/keys',
    'Rotate API keys',
    1,
    'How do I rotate an API key?',
    'rotate api key without downtime',
    'api key rotation, how?',
  ),
  theme(
    '/guides/pairing',
    'Pair a controller',
    6,
    'Pairing code is not accepted',
    'controller pairing code refused',
    'why is my pairing code not accepted',
  ),
  theme(
    undefined,
    '',
    0,
    'Is there an export of firings to Excel?',
    'export firings to excel',
    'firings as an excel file?',
  ),
  theme(
    '/guides/schedules',
    'Firing schedules',
    2,
    'How do I copy a firing schedule?',
    'copy schedule to another kiln',
    'duplicate a firing schedule',
  ),
  theme(
    '/reference/cones',
    'Cones',
    0,
    'Which cone for porcelain?',
    'What cone does porcelain need?',
    'porcelain cone temperature',
  ),
  theme(
    '/guides/webhooks',
    'Webhooks',
    5,
    'Webhook signature does not match',
    'verify webhook signature in node',
    'webhook signature wrong',
  ),
  theme(
    '/guides/heating',
    'When heating stalls',
    1,
    'The kiln stays at 600 degrees',
    'kiln stuck at 600 degrees',
    'kiln does not heat above 600 degrees',
  ),
  theme(
    undefined,
    '',
    0,
    'Can two people share one account?',
    'share an account with my studio',
    'several users on one account',
  ),
  theme(
    '/reference/limits',
    'Rate limits',
    1,
    'What is the rate limit of the API?',
    'api rate limit per minute',
    'how many requests per minute does the api take',
  ),
  theme(
    '/guides/sso',
    'Single sign-on',
    4,
    'SAML login loops',
    'sso login redirects for ever with saml',
    'saml sso redirect loop',
  ),
  theme(
    '/guides/alerts',
    'Alerts',
    0,
    'How do I get an alert when a firing ends?',
    'alert at the end of a firing',
    'notify me when firing is done',
  ),
  theme(
    '/guides/billing',
    'Billing',
    1,
    'Where do I find invoices?',
    'download invoices as pdf',
    'invoice of last month',
  ),
];

/** A question that is asked only once has two of these words and two numbers of its own. */
const tail = [
  'glaze',
  'vent',
  'relay',
  'thermocouple',
  'firmware',
  'timer',
  'shelf',
  'probe',
  'socket',
  'sensor',
  'gateway',
];
const tailPages = ['/guides/start', '/reference/errors', '/guides/firmware', '/reference/hardware'];

/** Each theme is asked less often than the one before it; a third of all questions are asked only once. */
const order = themes.flatMap((_, at) => Array.from({ length: themes.length - at }, () => at));
const surfaces = ['mention', 'mention', 'mention', 'follow_up', 'follow_up', 'command', 'direct'] as const;
const reasons = ['outdated', 'missing', 'unclear', 'wrong'] as const;

/** Spread over the days, fewer at weekends. */
export function busyMonth(count: number): readonly AskedQuestion[] {
  const next = random(7);
  const days = Math.round((monthEnds - monthBegins) / dayMs);
  return Array.from({ length: count }, (_, index) => {
    const day = Math.floor((index * days) / count);
    const isWeekend = [0, 6].includes(new Date(monthBegins + day * dayMs).getUTCDay());
    // Most questions that fall on a weekend are asked two days later instead.
    const shift = isWeekend && next() < 0.7 ? 2 : 0;
    const askedAt = Math.round(monthBegins + (Math.min(days - 1, day + shift) + 0.3 + next() * 0.4) * dayMs);
    return next() < 0.33 ? toRare(index, askedAt, next) : toThemed(index, askedAt, next);
  }).toSorted((a, b) => a.askedAt - b.askedAt);
}

const dayMs = 24 * 3_600_000;

function toThemed(index: number, askedAt: number, next: () => number): AskedQuestion {
  const found = pick(themes, order[Math.floor(next() * order.length)] ?? 0);
  const isUnhelpful = next() * 20 < found.fails;
  const marks = isUnhelpful
    ? [
        marked('not_helpful', {
          reason: pick(reasons, Math.floor(next() * 4)),
          ...(next() < 0.3 && { comment: 'The screenshot shows the old menu.' }),
        }),
      ]
    : next() < 0.15
      ? [marked('helpful')]
      : [];
  return toAsked(index, askedAt, next, {
    text: pick(found.texts, Math.floor(next() * 3)),
    marks,
    sources: found.page ? [found.page] : [],
  });
}

function toRare(index: number, askedAt: number, next: () => number): AskedQuestion {
  const word = () => pick(tail, Math.floor(next() * tail.length));
  const path = pick(tailPages, Math.floor(next() * tailPages.length));
  const text = `${word()} ${word()} part ${index} with setting ${index * 7}`;
  return toAsked(index, askedAt, next, { text, sources: next() < 0.8 ? [{ path, title: path }] : [] });
}

function toAsked(index: number, askedAt: number, next: () => number, change: Partial<AskedQuestion>): AskedQuestion {
  const addressed = pick(surfaces, Math.floor(next() * surfaces.length));
  const isPrivate = addressed === 'direct';
  const isFailed = next() < 0.015;
  const firstTextMs = Math.round(500 + 1_400 * next() ** 3 + (next() < 0.06 ? 2_500 * next() : 0));
  return asked({
    ...change,
    turn: `t${index}`,
    platform: next() < 0.6 ? 'slack' : 'discord',
    addressed,
    isPrivate,
    askedAt,
    firstTextMs,
    tookMs: firstTextMs + Math.round(2_000 + 6_000 * next()),
    ...(isPrivate && { text: '' }),
    ...(isFailed && { state: 'failed', sources: [] }),
  });
}

function theme(path: string | undefined, title: string, fails: number, ...texts: readonly string[]): Theme {
  return { texts, fails, ...(path !== undefined && { page: { path, title } }) };
}

function pick<T>(all: readonly T[], at: number): T {
  const found = all[at % all.length];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** A linear congruential generator (Numerical Recipes): numbers from 0 to below 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
