/** Real answers streamed into short messages on a manual clock: no text is ever replaced. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createLiveReply } from '../../../../../src/bot/core/live-reply/live-reply.ts';
import { settle } from '../../../../../src/bot/core/model/reply.ts';
import type { Streaming } from '../../../../../src/bot/core/ports/platform.ts';
import { createPacer } from '../../../../../src/bot/core/rate-limits/pacer.ts';
import { toSurface } from '../../../../../src/bot/platforms/slack/outbound/markdown-surface.ts';
import { createFakeMetrics } from '../../../../fakes/assistant.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { silent } from '../../../../fakes/logger.ts';
import { createFakePlatform } from '../../../../fakes/platform.ts';
import { said } from '../../../../fakes/reply.ts';

const folder = new URL('../../../../fixtures/answers/', import.meta.url);
const answers = readdirSync(folder)
  .map((name) => [name, readFileSync(new URL(name, folder), 'utf8').trim()] as const)
  // Link reference definitions at the end change earlier text.
  .filter(([, text]) => !/^\[[^\]]+\]: /m.test(text));

const place = { platform: 'fake', installation: 'I1', channel: 'C1', thread: 'T1' };

it.each(answers)('streams %s without an edit', async (_, text) => {
  for (const chars of [25, 90, 300]) expect(await editsOf(text, chars)).toEqual([]);
});

/** The edits that streaming needed at `chars` characters a second. */
async function editsOf(text: string, chars: number): Promise<readonly string[]> {
  const clock = createManualClock();
  const budgets = { edit: { limit: 500, windowMs: 1_000, burst: 500 } };
  const platform = createFakePlatform({ clock, maxChars: 700, budgets });
  const written = new Map<string, string>();
  const add = async (_: unknown, ref: string, added: string): Promise<void> => {
    written.set(ref, (written.get(ref) ?? '') + added);
  };
  const streaming: Streaming = {
    canBegin: () => true,
    maxDurationMs: Number.POSITIVE_INFINITY,
    steps: () => [],
    text: toSurface,
    async begin(thread, words) {
      const ref = `${written.size}`;
      await add(thread, ref, words);
      return ref;
    },
    append: add,
    end: add,
  };
  const live = createLiveReply({
    platform: Object.assign(platform, { streaming }),
    thread: place,
    pacer: createPacer(clock),
    clock,
    logger: silent,
    metrics: createFakeMetrics(),
    key: 'turn',
    reader: 'fake:ada',
    since: clock.now(),
    shown: [],
    cut: new AbortController().signal,
    save: async () => undefined,
  });
  for (let end = chars; end < text.length; end += chars) {
    live.show(said(text.slice(0, end)));
    await clock.advance(1_000);
  }
  live.show(settle(said(text)));
  await clock.until(live.done);
  expect(written.size).toBeGreaterThan(0);
  return platform.transcript.filter((line) => line.startsWith('edit'));
}
