/**
 * What a thousand open streams cost one process: event loop delay, memory per stream, CPU. All questions are asked at once in
 * one workspace, whose rate limits allow few of the answers to be shown; the measured work is reading them all. Effects:
 * processes and sockets, closed at the end.
 */
import { startBot } from './bot.ts';
import type { Shape } from './script.ts';
import { startService } from './service.ts';
import { slackStage } from './stages.ts';
import { aligned } from './table.ts';

const streams = 1_000;
const shape: Shape = { name: 'open', tokens: 160, perSecond: 4, firstMs: 300, layout: 'paragraphs' };
const timeoutMs = 60_000;
/** How long usage is measured once all streams are open. */
const watchedMs = 20_000;

export async function openStreamsTable(): Promise<string> {
  const open = new Set<number>();
  const stage = await slackStage(0.5);
  const service = await startService(shape, (answer) => open.add(answer));
  const bot = await startBot('docent', {
    ...stage.settings,
    platform: 'slack',
    assistantUrl: service.url,
    streaming: 'native',
  });
  try {
    const idle = await bot.use();
    const askedAt = Date.now();
    await Promise.all(Array.from({ length: streams }, (_, index) => stage.ask(`How is it set? #${index}`)));
    while (open.size < streams && Date.now() < askedAt + timeoutMs) await pause(50);
    const openMs = Date.now() - askedAt;
    const opening = await bot.use();
    await pause(watchedMs);
    const full = await bot.use();
    const perStream = (bytes: number): string => `${(bytes / streams / 1_024).toFixed(0)} KiB`;
    return aligned([
      [
        'open streams in one process',
        'all open after',
        'loop delay p99',
        'then p99',
        'held/stream',
        'resident/stream',
        'CPU',
      ],
      [
        `${open.size} at ${shape.perSecond} tokens a second`,
        `${(openMs / 1_000).toFixed(1)} s`,
        `${opening.delayP99Ms.toFixed(0)} ms`,
        `${full.delayP99Ms.toFixed(0)} ms`,
        perStream(full.heldBytes - idle.heldBytes),
        perStream(full.rssBytes - idle.rssBytes),
        `${(((full.cpuMs - opening.cpuMs) / watchedMs) * 100).toFixed(0)} %`,
      ],
    ]);
  } finally {
    await bot.stop();
    await Promise.all([stage.stop(), service.stop()]);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
