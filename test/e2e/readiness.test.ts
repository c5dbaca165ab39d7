/** Whether /readyz is right when a connection exists but nothing arrives over it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { createOpsServer } from '../../src/kit/ops/http.ts';
import { createMetrics } from '../../src/kit/ops/metrics.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld } from './world.ts';

/** An assistant that answers every request with this status. Resolves to its URL. */
async function startStatusServer(status: () => number): Promise<string> {
  const server = createServer((_request, response) => void response.writeHead(status()).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
}

it('/readyz is 503 within a minute of silence on either platform, and 200 when it is over', async () => {
  // Slack's SDK uses the machine's time, so this clock is no faster, except for what it skips.
  const clock = createFastClock(1);
  const metrics = createMetrics();
  const world = await openWorld(() => ({ pieces: pieces('Here.') }), { clock, metrics });
  const bot = await world.startBot();
  const server = await createOpsServer({ host: '127.0.0.1', port: 0, health: () => bot.health(), metrics });
  onTestFinished(() => server.close());
  const readyz = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/readyz`);
    // As createProbes formats it.
    const { parts } = (await response.json()) as { readonly parts: Record<string, { readonly state: string }> };
    return { status: response.status, slack: parts.slack?.state, discord: parts.discord?.state };
  };
  const ready = { status: 200, slack: 'ready', discord: 'ready' };
  expect(await readyz()).toEqual(ready);
  await until(() => world.slack.connections() === 2);
  world.slack.faults.freeze(true);
  // The SDK gives up a silent connection after ten seconds of the machine's time, in which a busy machine may not get further.
  world.slack.faults.refuseConnections(true);
  world.discord.faults.freeze(true);
  // A pong that was on its way arrives before a request has gone there and back, and not in the middle of the skip.
  await readyz();
  await clock.skip(58_000);
  expect(await readyz()).toEqual({ status: 503, slack: 'reconnecting', discord: 'reconnecting' });
  const ages = async (platform: string) =>
    Number((await metrics.text()).match(new RegExp(`docent_socket_age_seconds{platform="${platform}"} (\\S+)`))?.[1]);
  expect(await ages('discord')).toBeGreaterThan(40);
  expect(await metrics.text()).toContain('docent_queue_age_seconds 0\n');
  world.slack.faults.freeze(false);
  world.slack.faults.refuseConnections(false);
  world.discord.faults.freeze(false);
  // Discord reconnects by our clock.
  const laterOnDiscord = async () => {
    await clock.skip(500);
    return (await readyz()).discord;
  };
  await expect.poll(laterOnDiscord).toBe('ready');
  await expect.poll(readyz, { interval: 100 }).toEqual(ready);
  await expect.poll(() => ages('discord')).toBeLessThan(40);
  await expect.poll(() => ages('slack')).toBeLessThan(20);
});

it('/readyz is 503 while the assistant is unreachable, if that counts, and 200 once it is reachable', async () => {
  let status = 400;
  const url = await startStatusServer(() => status);
  const world = await openWorld(() => ({}), { clock: createFastClock(10) });
  const start = (readyNeedsAssistant: boolean) =>
    world.startBot({
      database: 'sqlite::memory:',
      readyNeedsAssistant,
      assistant: { ...world.assistant, url },
    });
  const [heeding, indifferent] = [await start(true), await start(false)];
  const state = async () => (await heeding.health()).assistant?.state;
  await expect.poll(state).toBe('ready');
  status = 503;
  await expect.poll(state).toBe('reconnecting');
  expect(await indifferent.health()).not.toHaveProperty('assistant');
  status = 401;
  await expect.poll(state).toBe('ready');
});

it.each([
  { status: 401, state: 'dead', names: 'ASSISTANT_API_KEY' },
  { status: 404, state: 'dead', names: 'ASSISTANT_DOMAIN' },
  { status: 502, state: 'reconnecting', names: 'ASSISTANT_URL' },
])(
  'an assistant that responds with $status at start is reported with $names before the first question',
  async (given) => {
    const url = await startStatusServer(() => given.status);
    const world = await openWorld(() => ({}), { clock: createFastClock(10) });
    const bot = await world.startBot({ assistant: { ...world.assistant, url } });
    const part = async () => (await bot.health()).assistant;
    await expect.poll(part).toMatchObject({ state: given.state });
    expect((await part())?.detail).toContain(given.names);
    expect((await part())?.optional).toBe(given.state === 'dead' ? undefined : true);
  },
);
