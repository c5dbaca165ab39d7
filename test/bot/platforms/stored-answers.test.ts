/** How often a streaming answer is stored: with each call that shows more of it, within each platform's limits. */
import { expect, it } from 'vitest';
import { createLiveReply } from '../../../src/bot/core/live-reply/live-reply.ts';
import { settle } from '../../../src/bot/core/model/reply.ts';
import type { Platform, Streaming } from '../../../src/bot/core/ports/platform.ts';
import { createPacer } from '../../../src/bot/core/rate-limits/pacer.ts';
import { createBudgets } from '../../../src/bot/platforms/discord/limits/budgets.ts';
import { createLimits } from '../../../src/bot/platforms/discord/limits/learned-limits.ts';
import { budgets as slackBudgets } from '../../../src/bot/platforms/slack/limits/budgets.ts';
import { createFakeMetrics } from '../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../fakes/clock.ts';
import { silent } from '../../fakes/logger.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { said } from '../../fakes/reply.ts';

const thread = { platform: 'fake', installation: 'I1', channel: 'C1', thread: 'T1' };
const latencyMs = 100;
/** One word arrives in this time. */
const wordMs = 50;
const words = 300;

interface Stored {
  readonly at: number;
  readonly text: string;
  /** Whether the save waits for the disk. */
  readonly flush: boolean;
}

/** Streams an answer for 15 seconds. */
async function answer(clock: ManualClock, platform: Platform): Promise<readonly Stored[]> {
  const stored: Stored[] = [];
  const startedAt = clock.now();
  const live = createLiveReply({
    platform,
    thread,
    clock,
    pacer: createPacer(clock),
    logger: silent,
    metrics: createFakeMetrics(),
    key: 'turn-1',
    reader: 'fake:I1:U1',
    since: startedAt,
    shown: [],
    cut: new AbortController().signal,
    save: async (_, text, flush) => void stored.push({ at: clock.now() - startedAt, text, flush }),
  });
  let text = '';
  for (let word = 0; word < words; word += 1) {
    text += `word${word} `;
    live.show(said(text));
    await clock.advance(wordMs);
  }
  live.show(settle(said(`${text}end`)));
  await clock.until(live.done);
  return stored;
}

function streaming(clock: ManualClock): Streaming {
  const call = () => clock.wait(latencyMs);
  return {
    canBegin: () => true,
    maxDurationMs: 240_000,
    text: (markdown) => markdown,
    steps: () => [],
    begin: () => call().then(() => 'm1'),
    append: call,
    end: call,
  };
}

it.each([
  ['Discord', (clock: ManualClock) => ({ budgets: createBudgets(createLimits(clock)) }), 20],
  ['Slack by edits', () => ({ budgets: slackBudgets }), 20],
  ['Slack as a stream', (clock: ManualClock) => ({ budgets: slackBudgets, streaming: streaming(clock) }), 40],
])(
  'a streaming answer on %s is stored as often as readers see more of it, completely at the end, and waits for the disk twice',
  async (_, own, most) => {
    const clock = createManualClock();
    const platform = createFakePlatform({ clock, latencyMs, maxChars: 10_000 });
    const stored = await answer(clock, Object.assign(platform, own(clock)));
    expect(stored.length).toBeLessThanOrEqual(most);
    expect(stored.filter(({ flush }) => flush)).toEqual(stored.slice(0, 2));
    expect(stored.at(-1)?.text).toMatch(/word299 end$/);
    const [, , ...grown] = stored;
    const gaps = grown.slice(1).map(({ at }, index) => at - (grown[index]?.at ?? 0));
    expect(Math.min(...gaps.slice(0, -1))).toBeGreaterThanOrEqual(300);
  },
);
