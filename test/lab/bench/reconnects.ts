/**
 * How long Slack's Socket Mode is without a connection after its sockets are cut: for each kind of cut, the gaps in milliseconds
 * after several cuts two seconds apart, and how many connections were opened.
 */

import { createSlackPlatform } from '../../../src/bot/platforms/slack/adapter.ts';
import { createSlackSandbox, type SlackSandbox } from '../../../src/sandbox/slack/sandbox.ts';
import { quietHandlers } from '../../fakes/handlers.ts';
import { silent } from '../../fakes/logger.ts';
import { aligned } from './table.ts';

const apartMs = 2_000;
const cuts = 6;
const limitMs = 60_000;

const kinds: Readonly<Record<string, (slack: SlackSandbox) => void>> = {
  'both connections cut': (slack) => slack.faults.dropSockets(),
  'both cut, the next URL request refused': (slack) => {
    slack.faults.failNext('apps.connections.open', { status: 503 });
    slack.faults.dropSockets();
  },
  'one renewed by Slack': (slack) => void slack.faults.refresh(),
};

export async function reconnectsTable(): Promise<string> {
  const rows: string[][] = [];
  for (const [name, cut] of Object.entries(kinds)) rows.push([name, ...(await gapsAfter(cut))]);
  return aligned([['Slack reconnects', 'gaps, ms', 'longest', 'opened'], ...rows]);
}

async function gapsAfter(cut: (slack: SlackSandbox) => void): Promise<string[]> {
  const slack = await createSlackSandbox();
  const platform = createSlackPlatform({ ...slack, logger: silent });
  await platform.start({
    question: async () => 'accepted',
    ...quietHandlers,
  });
  try {
    const gaps: number[] = [];
    await pause(apartMs);
    const before = opens(slack);
    for (let index = 0; index < cuts; index += 1) {
      const at = performance.now();
      cut(slack);
      gaps.push(await gapOf(slack, at));
      await pause(apartMs);
    }
    const shown = gaps.map((ms) => ms.toFixed(0));
    return [shown.join(' '), Math.max(...gaps).toFixed(0), String(opens(slack) - before)];
  } finally {
    await platform.stop();
    await slack.stop();
  }
}

/** How long no connection was open in the second after a cut, or until one is open again. */
async function gapOf(slack: SlackSandbox, at: number): Promise<number> {
  let closedSince: number | undefined;
  let gapMs = 0;
  while (performance.now() - at < 1_000 || closedSince !== undefined) {
    const now = performance.now();
    if (slack.connections() === 0) closedSince ??= now;
    else if (closedSince !== undefined) {
      gapMs += now - closedSince;
      closedSince = undefined;
    }
    if (now - at > limitMs) return Number.POSITIVE_INFINITY;
    await pause(1);
  }
  return gapMs;
}

function opens({ calls }: SlackSandbox): number {
  return calls.filter(({ method }) => method === 'apps.connections.open').length;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
