/**
 * Delivers envelopes to the app, with Slack's retries. An event that is not acknowledged within 3 seconds is sent again: at
 * once, a minute later, five minutes later. While no socket is open, events wait for one (Slack keeps them for the same
 * three tries). Commands and interactions are sent once.
 * Source: apis/events-api, 2026-11-21.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { AppEvent } from '../world/events.ts';
import { appId, botUserId, teamId } from '../world/seed.ts';
import type { JsonObject } from '../world/state.ts';
import type { Envelope, Link } from './gateway.ts';
import { NoRetry } from './http-link.ts';

/** What the person sees when an app does not answer a command or a click in time. */
export class NotAnswered extends Error {
  readonly code: 'operation_timeout' | 'dispatch_failed';
  constructor(code: 'operation_timeout' | 'dispatch_failed') {
    super(code);
    this.code = code;
  }
}

class Late extends Error {}

export type Delivery = ReturnType<typeof createDelivery>;

export const ackWithinMs = 3_000;
const waitsMs = [0, 0, 60_000, 300_000];
const keptPayloads = 100;

export function createDelivery(clock: Clock, firstLink: Link, scopes: readonly string[], stopped: AbortSignal) {
  let link = firstLink;
  const sent: JsonObject[] = [];
  const open = new Set<Promise<void>>();
  return { event, ask, redeliver, use, unacked: () => open.size, idle: () => Promise.all(open) };

  /** Sends over this link from now on. */
  function use(other: Link): void {
    link = other;
  }

  function event({ scope, event }: AppEvent): void {
    if (!scopes.includes(scope)) return;
    const payload = callback(event, clock.now());
    sent.push(payload);
    if (sent.length > keptPayloads) sent.shift();
    start(deliver(payload, 0));
  }

  /** The newest events once more, as after a lost ack. */
  function redeliver(count = 1): void {
    for (const payload of sent.slice(-count)) start(deliver(payload, 1, link.timeoutReason));
  }

  function start(delivery: Promise<void>): void {
    open.add(delivery);
    const done = (): void => void open.delete(delivery);
    delivery.then(done, done);
  }

  async function deliver(payload: JsonObject, firstAttempt: number, firstReason = ''): Promise<void> {
    let reason = firstReason;
    for (let attempt = firstAttempt; attempt < waitsMs.length; attempt += 1) {
      await clock.wait(attempt === firstAttempt ? 0 : (waitsMs[attempt] ?? 0), stopped);
      await link.whenOpen(stopped);
      if (stopped.aborted) return;
      try {
        await within(ackWithinMs, link.send({ type: 'events_api', payload, attempt, reason }));
        return;
      } catch (error) {
        if (error instanceof NoRetry) return;
        if (error instanceof Late) reason = link.timeoutReason;
        else reason = error instanceof Error ? error.message : 'unknown_error';
      }
    }
  }

  /** A command or an interaction: the app's ack, or NotAnswered. */
  async function ask(type: Envelope['type'], payload: JsonObject): Promise<JsonObject> {
    if (!link.isOpen()) throw new NotAnswered('dispatch_failed');
    try {
      return await within(ackWithinMs, link.send({ type, payload, attempt: 0, reason: '' }));
    } catch (error) {
      throw new NotAnswered(error instanceof Late ? 'operation_timeout' : 'dispatch_failed');
    }
  }

  async function within<T>(waitMs: number, work: Promise<T>): Promise<T> {
    const over = new AbortController();
    const late = clock.wait(waitMs, AbortSignal.any([over.signal, stopped])).then(() => {
      throw new Late();
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      late.catch(() => undefined);
      work.catch(() => undefined);
      over.abort();
    }
  }
}

/** The wrapping of an event. Source: apis/events-api, 2026-11-21. */
function callback(event: JsonObject, now: number): JsonObject {
  return {
    token: 'deprecated-verification-token',
    team_id: teamId,
    context_team_id: teamId,
    context_enterprise_id: null,
    api_app_id: appId,
    event,
    type: 'event_callback',
    event_id: `Ev${randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}`,
    event_time: Math.floor(now / 1000),
    authorizations: [
      { enterprise_id: null, team_id: teamId, user_id: botUserId, is_bot: true, is_enterprise_install: false },
    ],
    is_ext_shared_channel: false,
    event_context: `4-${randomUUID()}`,
  };
}
