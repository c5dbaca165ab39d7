/**
 * HTTP mode: envelopes as signed requests to the app's request URL.
 * Source: authentication/verifying-requests-from-slack and apis/events-api, 2026-11-21.
 */
import { createHmac } from 'node:crypto';
import type { Clock } from '../../../kit/base/clock.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import type { Envelope, Link } from './link.ts';

/** The app refused redelivery (`x-slack-no-retry`). */
export class NoRetry extends Error {}

export function createHttpLink(url: string, signingSecret: string, clock: Clock, stopped: AbortSignal): Link {
  return { timeoutReason: 'http_timeout', send, isOpen: () => true, whenOpen: () => Promise.resolve() };

  async function send(envelope: Envelope): Promise<JsonObject> {
    const { type, body } = encode(envelope);
    const retry =
      envelope.attempt > 0
        ? { 'x-slack-retry-num': String(envelope.attempt), 'x-slack-retry-reason': envelope.reason }
        : {};
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': type, ...sign(body, signingSecret, clock.now()), ...retry },
      body,
      signal: stopped,
    }).catch((cause) => {
      throw new Error('connection_failed', { cause });
    });
    const text = await response.text();
    if (response.ok) return toAckPayload(text);
    throw response.headers.get('x-slack-no-retry') === '1' ? new NoRetry('http_error') : new Error('http_error');
  }
}

/** Whether the app answers the challenge with which Slack verifies a request URL. */
export async function answersChallenge(url: string, signingSecret: string, clock: Clock): Promise<boolean> {
  const challenge = 'sandbox-challenge';
  const body = JSON.stringify({ type: 'url_verification', token: 'deprecated-verification-token', challenge });
  const headers = { 'content-type': 'application/json', ...sign(body, signingSecret, clock.now()) };
  const response = await fetch(url, { method: 'POST', headers, body });
  return (await response.text()).includes(challenge);
}

/** The headers that prove that a request is from Slack. `now`: milliseconds since 1970. */
export function sign(body: string, signingSecret: string, now: number): Record<string, string> {
  const seconds = String(Math.floor(now / 1000));
  const digest = createHmac('sha256', signingSecret).update(`v0:${seconds}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': seconds, 'x-slack-signature': `v0=${digest}` };
}

function encode(envelope: Envelope): { type: string; body: string } {
  if (envelope.type === 'events_api') return { type: 'application/json', body: JSON.stringify(envelope.payload) };
  const fields =
    envelope.type === 'interactive'
      ? { payload: JSON.stringify(envelope.payload) }
      : Object.fromEntries(Object.entries(envelope.payload).map(([name, value]) => [name, String(value)]));
  return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() };
}

/** Parses JSON, or plain text, which is the text of a message. */
function toAckPayload(text: string): JsonObject {
  if (text === '') return {};
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return { text };
  }
}
