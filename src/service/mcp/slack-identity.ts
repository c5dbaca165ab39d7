/**
 * For whom Slackbot asks: Slack signs each request of its MCP client with the signing secret of the app that names the server,
 * and says in `_meta.slack` who asks. Pure.
 * Source: docs.slack.dev ai/slackbot-mcp-client and authentication/verifying-requests-from-slack; the sample slack-identity of
 * github.com/slack-samples/bolt-js-examples; read 2026-11-28.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '../http/requests.ts';

/** An older request may have been recorded by somebody. */
const maxAgeMs = 5 * 60_000;

const id = z.string().regex(/^[A-Z0-9]{2,40}$/);
const asked = z.object({
  params: z.object({ _meta: z.object({ slack: z.object({ user_id: id, team_id: id }) }) }),
});

export interface SignedRequest {
  /** Headers; undefined where there is none. */
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
  readonly body: string;
  /** The body, parsed. */
  readonly message: unknown;
}

/**
 * As `slack:T…:U…`. undefined: the request is not from Slack, or Slack names nobody, as when it asks for the tools. Fails with
 * Refusal: 401.
 */
export function slackPerson(
  { signature, timestamp, body, message }: SignedRequest,
  secret: string | undefined,
  now: number,
): string | undefined {
  if (secret === undefined || signature === undefined) return undefined;
  const expected = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  const isRecent = Math.abs(now - Number(timestamp) * 1_000) <= maxAgeMs;
  if (!isRecent || !isSame(signature, expected))
    throw new Refusal(
      401,
      'The signature is not that of the Slack app, or older than five minutes: check MCP_SLACK_SIGNING_SECRET and the clock.',
    );
  const { data } = asked.safeParse(message);
  return data && `slack:${data.params._meta.slack.team_id}:${data.params._meta.slack.user_id}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
