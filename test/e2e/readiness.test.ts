/** Whether /readyz tells the truth when a connection is there and nothing comes over it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { createOpsServer } from '../../src/ops/http.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld } from './world.ts';

/** The SDKs' own timers keep the machine's time, so no faster. */
const times = 4;

it('/readyz is 503 within a minute of a silence on either platform, and 200 when it is over', async () => {
  const clock = createFastClock(times);
  const metrics = createMetrics();
  const world = await openWorld(() => ({ pieces: pieces('Here.') }), { clock, metrics, heartbeatMs: 41_250 / times });
  const { health } = await world.startBot();
  const server = await createOpsServer({ host: '127.0.0.1', port: 0, health, metrics });
  onTestFinished(() => server.close());
  const readyz = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/readyz`);
    // As createProbes writes it.
    const { parts } = (await response.json()) as { readonly parts: Record<string, { readonly state: string }> };
    return { status: response.status, slack: parts.slack?.state, discord: parts.discord?.state };
  };
  const ready = { status: 200, slack: 'ready', discord: 'ready' };
  expect(await readyz()).toEqual(ready);
  await until(() => world.slack.connections() === 2);
  const since = clock.now();
  world.slack.faults.freeze(true);
  world.discord.faults.freeze(true);
  const silentAfterMs = { slack: Number.POSITIVE_INFINITY, discord: Number.POSITIVE_INFINITY };
  while (Math.max(silentAfterMs.slack, silentAfterMs.discord) === Number.POSITIVE_INFINITY) {
    const { status, slack, discord } = await readyz();
    if (slack !== 'ready') silentAfterMs.slack = Math.min(silentAfterMs.slack, clock.now() - since);
    if (discord !== 'ready') silentAfterMs.discord = Math.min(silentAfterMs.discord, clock.now() - since);
    if (slack !== 'ready' || discord !== 'ready') expect(status).toBe(503);
    if (clock.now() - since > 60_000) break;
    await clock.wait(500);
  }
  expect(silentAfterMs.slack).toBeLessThan(60_000);
  expect(silentAfterMs.discord).toBeLessThan(60_000);
  const ages = async (platform: string) =>
    Number((await metrics.text()).match(new RegExp(`docent_socket_age_seconds{platform="${platform}"} (\\S+)`))?.[1]);
  expect(await ages('discord')).toBeGreaterThan(40);
  expect(await metrics.text()).toContain('docent_queue_age_seconds 0\n');
  world.slack.faults.freeze(false);
  world.discord.faults.freeze(false);
  await expect.poll(readyz, { interval: 100 }).toEqual(ready);
  await expect.poll(() => ages('discord')).toBeLessThan(40);
  await expect.poll(() => ages('slack')).toBeLessThan(20);
});

it('/readyz is 503 while nobody answers for the assistant, where that counts, and 200 when somebody does', async () => {
  let status = 400;
  const assistant = createServer((_request, response) => void response.writeHead(status).end());
  assistant.listen(0, '127.0.0.1');
  await once(assistant, 'listening');
  onTestFinished(() => void assistant.close());
  const address = assistant.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const world = await openWorld(() => ({}), { clock: createFastClock(times) });
  const start = (readyNeedsAssistant: boolean) =>
    world.startBot({
      database: 'sqlite::memory:',
      readyNeedsAssistant,
      assistant: { ...world.assistant, url: `http://127.0.0.1:${port}` },
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
])('an assistant that answers $status at start is shown with $names, before anybody asks', async (given) => {
  const assistant = createServer((_request, response) => void response.writeHead(given.status).end());
  assistant.listen(0, '127.0.0.1');
  await once(assistant, 'listening');
  onTestFinished(() => void assistant.close());
  const address = assistant.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const world = await openWorld(() => ({}), { clock: createFastClock(times) });
  const { health } = await world.startBot({ assistant: { ...world.assistant, url: `http://127.0.0.1:${port}` } });
  const part = async () => (await health()).assistant;
  await expect.poll(part, { timeout: 30_000 }).toMatchObject({ state: given.state });
  expect((await part())?.detail).toContain(given.names);
  expect((await part())?.optional).toBe(given.state === 'dead' ? undefined : true);
});
