/** Delivery of events with Slack's retries, on a clock that moves by hand. */
import { expect, test } from 'vitest';
import { Delivery } from '../../../../src/sandbox/slack/socket-mode/delivery.ts';
import { NoRetry } from '../../../../src/sandbox/slack/socket-mode/http-link.ts';
import type { Envelope, Link } from '../../../../src/sandbox/slack/socket-mode/link.ts';
import { seededTeam } from '../../../../src/sandbox/slack/world/seed.ts';
import { createManualClock } from '../../../fakes/clock.ts';

const event = { scope: 'chat:write', event: { type: 'message', text: 'hi' } };

interface Attempt {
  readonly atMs: number;
  readonly attempt: number;
  readonly reason: string;
  readonly eventId: unknown;
}

function start(answer: (attempt: number) => Promise<object>, isOpen = () => true) {
  const clock = createManualClock();
  const startedAt = clock.now();
  const stopping = new AbortController();
  const attempts: Attempt[] = [];
  const opened: (() => void)[] = [];
  const link: Link = {
    timeoutReason: 'timeout',
    isOpen,
    whenOpen: () => (isOpen() ? Promise.resolve() : new Promise((resolve) => opened.push(resolve))),
    async send({ attempt, reason, payload }: Envelope) {
      attempts.push({ atMs: clock.now() - startedAt, attempt, reason, eventId: payload.event_id });
      return { ...(await answer(attempt)) };
    },
  };
  const delivery = new Delivery(clock, link, seededTeam, ['chat:write'], stopping.signal);
  return { clock, delivery, attempts, stopping, open: () => opened.map((resolve) => resolve()) };
}

const never = (): Promise<object> => new Promise(() => undefined);

test('an acked event is sent once', async () => {
  const { clock, delivery, attempts } = start(() => Promise.resolve({}));
  delivery.sendEvent(event);
  await clock.advance(600_000);
  expect(attempts).toMatchObject([{ atMs: 0, attempt: 0, reason: '' }]);
  expect(delivery.unacked()).toBe(0);
  expect(clock.waiting()).toBe(0);
});

test('an unacknowledged event is sent again immediately, after one minute and after five, then never', async () => {
  const { clock, delivery, attempts } = start(never);
  delivery.sendEvent(event);
  await clock.advance(3_600_000);
  expect(attempts.map(({ atMs, attempt, reason }) => [atMs, attempt, reason])).toEqual([
    [0, 0, ''],
    [3_000, 1, 'timeout'],
    [66_000, 2, 'timeout'],
    [369_000, 3, 'timeout'],
  ]);
  expect(new Set(attempts.map((one) => one.eventId)).size).toBe(1);
  expect(delivery.unacked()).toBe(0);
});

test('an event whose connection broke is sent again, with the reason', async () => {
  const { clock, delivery, attempts } = start((attempt) =>
    attempt === 0 ? Promise.reject(new Error('connection_failed')) : Promise.resolve({}),
  );
  delivery.sendEvent(event);
  await clock.settle();
  expect(attempts).toMatchObject([{ reason: '' }, { attempt: 1, reason: 'connection_failed' }]);
});

test('an app that refuses retries gets none', async () => {
  const { clock, delivery, attempts } = start(() => Promise.reject(new NoRetry('http_error')));
  delivery.sendEvent(event);
  await clock.advance(600_000);
  expect(attempts).toHaveLength(1);
});

test('events wait while no socket is open, and are sent when one opens', async () => {
  let connected = false;
  const { clock, delivery, attempts, open } = start(
    () => Promise.resolve({}),
    () => connected,
  );
  delivery.sendEvent(event);
  await clock.advance(10_000);
  expect([attempts.length, delivery.unacked()]).toEqual([0, 1]);
  connected = true;
  open();
  await clock.settle();
  expect([attempts.length, delivery.unacked()]).toEqual([1, 0]);
});

test('a redelivered event has the same id', async () => {
  const { clock, delivery, attempts } = start(() => Promise.resolve({}));
  delivery.sendEvent(event);
  await clock.settle();
  delivery.redeliver();
  await clock.settle();
  expect(attempts.map(({ attempt }) => attempt)).toEqual([0, 1]);
  expect(new Set(attempts.map((one) => one.eventId)).size).toBe(1);
});

test('an app without the scope does not receive the event', async () => {
  const { clock, delivery, attempts } = start(() => Promise.resolve({}));
  delivery.sendEvent({ ...event, scope: 'im:history' });
  await clock.settle();
  expect(attempts).toEqual([]);
});

test('a command is sent once, and a person sees the timeout after three seconds', async () => {
  const { clock, delivery, attempts } = start(never);
  const asked = delivery.sendInteraction('slash_commands', { command: '/docs' });
  asked.catch(() => undefined);
  await clock.advance(2_999);
  expect(clock.waiting()).toBe(1);
  await clock.advance(1);
  await expect(asked).rejects.toMatchObject({ code: 'operation_timeout' });
  expect(attempts).toHaveLength(1);
});

test('a command fails immediately if no socket is open', async () => {
  const { delivery } = start(never, () => false);
  await expect(delivery.sendInteraction('slash_commands', { command: '/docs' })).rejects.toMatchObject({
    code: 'dispatch_failed',
  });
});

test('stopping ends every wait', async () => {
  const { clock, delivery, stopping } = start(never);
  delivery.sendEvent(event);
  await clock.settle();
  stopping.abort();
  await delivery.idle();
  expect(clock.waiting()).toBe(0);
});
