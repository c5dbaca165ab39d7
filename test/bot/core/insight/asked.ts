/** Asked questions for tests, with a value for each field that a test does not set. Pure. */
import type { AskedQuestion, GivenMark } from '../../../../src/bot/core/model/asked-question.ts';

export const started = { path: '/guides/start', title: 'Start' };

export function asked(change: Partial<AskedQuestion> = {}): AskedQuestion {
  const turn = change.turn ?? 't1';
  return {
    turn,
    conversation: `conversation of ${turn}`,
    platform: 'slack',
    addressed: 'mention',
    isPrivate: false,
    text: `question ${turn}`,
    sources: [started],
    state: 'answered',
    askedAt: Date.UTC(2026, 10, 1, 12),
    tookMs: 4_000,
    firstTextMs: 900,
    link: `https://chat.example/${turn}`,
    marks: [],
    ...change,
  };
}

export function marked(mark: GivenMark['mark'], change: Partial<GivenMark> = {}): GivenMark {
  return { mark, via: 'button', at: Date.UTC(2026, 10, 1, 13), ...change };
}
