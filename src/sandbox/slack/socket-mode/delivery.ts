/**
 * Delivers envelopes to the app, with Slack's retries. An event that is not acknowledged within 3 seconds is sent again:
 * immediately, after one minute, and after five minutes. While no socket is open, events wait for one (Slack keeps them for
 * the same three retries). Commands and interactions are sent once.
 * Source: apis/events-api, 2026-11-21.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, within } from '../../../kit/base/clock.ts';
import type { JsonObject } from '../../json.ts';
import type { AppEvent } from '../world/events.ts';
import { appId, botUserId, type Team } from '../world/seed.ts';
import { NoRetry } from './http-link.ts';
import type { Envelope, Link } from './link.ts';

/** What people see when an app does not respond to a command or a click in time. */
export class NotAnswered extends Error {
  readonly code: 'operation_timeout' | 'dispatch_failed';
  constructor(code: 'operation_timeout' | 'dispatch_failed') {
    super(code);
    this.code = code;
  }
}

/** How long an app may take to acknowledge a delivery. */
export const slackTimeoutMs = 3_000;
/** Slack's waits before each attempt. */
const slackDelaysMs: readonly number[] = [0, 0, 60_000, 300_000];
const maxKeptPayloads = 100;

/** How long the app may take to acknowledge a command or an interaction, and an event. */
export interface Timeouts {
  readonly interactionMs: number;
  readonly eventMs: number;
}

export class Delivery {
  readonly #clock: Clock;
  readonly #scopes: readonly string[];
  readonly #stopped: AbortSignal;
  readonly #team: Team;
  readonly #sent: JsonObject[] = [];
  readonly #open = new Set<Promise<void>>();
  readonly #timeouts: Timeouts;
  readonly #delaysMs: readonly number[];
  #link: Link;

  /** `stopped` ends every wait. */
  constructor(
    clock: Clock,
    link: Link,
    team: Team,
    scopes: readonly string[],
    stopped: AbortSignal,
    timeouts: Timeouts = { interactionMs: slackTimeoutMs, eventMs: slackTimeoutMs },
    delaysMs = slackDelaysMs,
  ) {
    this.#timeouts = timeouts;
    this.#delaysMs = delaysMs;
    this.#team = team;
    const ended = (signal?: AbortSignal): AbortSignal => (signal ? AbortSignal.any([signal, stopped]) : stopped);
    this.#clock = { now: () => clock.now(), wait: (waitMs, signal) => clock.wait(waitMs, ended(signal)) };
    this.#link = link;
    this.#scopes = scopes;
    this.#stopped = stopped;
  }

  /** Uses this link from now on. */
  switchTo(link: Link): void {
    this.#link = link;
  }

  sendEvent({ scope, event }: AppEvent): void {
    if (!this.#scopes.includes(scope)) return;
    const payload = toPayload(event, this.#team, this.#clock.now());
    this.#sent.push(payload);
    if (this.#sent.length > maxKeptPayloads) this.#sent.shift();
    this.#start(this.#deliver(payload, 0));
  }

  /** Sends the newest events again, as after a lost ack. */
  redeliver(count = 1): void {
    for (const payload of this.#sent.slice(-count)) this.#start(this.#deliver(payload, 1, this.#link.timeoutReason));
  }

  /** Sends a command or an interaction. Resolves with the app's ack; rejects with NotAnswered. */
  async sendInteraction(type: Envelope['type'], payload: JsonObject): Promise<JsonObject> {
    if (!this.#link.isOpen()) throw new NotAnswered('dispatch_failed');
    const sent = this.#link.send({ type, payload, attempt: 0, reason: '' });
    const ack = await within(sent, this.#timeouts.interactionMs, this.#clock).catch(() => {
      throw new NotAnswered('dispatch_failed');
    });
    if (ack === 'late') throw new NotAnswered('operation_timeout');
    return ack;
  }

  /** The number of events that are not acknowledged yet. */
  unacked(): number {
    return this.#open.size;
  }

  /** Resolves when every event is acknowledged or given up. */
  async idle(): Promise<void> {
    await Promise.all(this.#open);
  }

  #start(delivery: Promise<void>): void {
    this.#open.add(delivery);
    const done = (): void => void this.#open.delete(delivery);
    delivery.then(done, done);
  }

  async #deliver(payload: JsonObject, firstAttempt: number, firstReason = ''): Promise<void> {
    let reason = firstReason;
    for (let attempt = firstAttempt; attempt < this.#delaysMs.length; attempt += 1) {
      await this.#clock.wait(attempt === firstAttempt ? 0 : (this.#delaysMs[attempt] ?? 0));
      await this.#link.whenOpen(this.#stopped);
      if (this.#stopped.aborted) return;
      try {
        const sent = this.#link.send({ type: 'events_api', payload, attempt, reason });
        if ((await within(sent, this.#timeouts.eventMs, this.#clock)) !== 'late') return;
        reason = this.#link.timeoutReason;
      } catch (error) {
        if (error instanceof NoRetry) return;
        reason = error instanceof Error ? error.message : 'unknown_error';
      }
    }
  }
}

/** An event with its outer fields. Source: apis/events-api, 2026-11-21. */
function toPayload(event: JsonObject, { id: teamId, organization }: Team, now: number): JsonObject {
  const isOrganization = organization !== undefined;
  const enterprise = organization ?? null;
  return {
    token: 'deprecated-verification-token',
    team_id: teamId,
    context_team_id: teamId,
    context_enterprise_id: enterprise,
    api_app_id: appId,
    event,
    type: 'event_callback',
    event_id: `Ev${randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}`,
    event_time: Math.floor(now / 1000),
    authorizations: [
      {
        enterprise_id: enterprise,
        team_id: isOrganization ? null : teamId,
        user_id: botUserId,
        is_bot: true,
        is_enterprise_install: isOrganization,
      },
    ],
    is_ext_shared_channel: false,
    event_context: `4-${randomUUID()}`,
  };
}
