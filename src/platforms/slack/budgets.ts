/**
 * What each action costs of Slack's limits. In: an action and where. Out: budgets. Pure.
 * Slack counts per app, workspace and method; it publishes the size of a minute and not that of a burst, so bursts are
 * kept small. Source: docs.slack.dev apis/web-api/rate-limits and reference/methods, 2026-11-21.
 */
import type { ThreadRef } from '../../core/conversation.ts';
import type { Budget, PlatformAction } from '../../core/ports.ts';

const minuteMs = 60_000;

/** A status disappears after two minutes. Source: docs.slack.dev reference/methods/assistant.threads.setStatus, 2026-11-21. */
export const workingLastsMs = 90_000;

export function budgets(action: PlatformAction, thread: ThreadRef): readonly Budget[] {
  const { installation, channel } = thread;
  const named = (name: string, limit: number, windowMs: number, burst: number): Budget => ({
    bucket: `slack:${installation}:${name}`,
    limit,
    windowMs,
    burst,
  });
  switch (action) {
    case 'open':
    case 'post':
      // "About one message a second per channel", short bursts; and "several hundred a minute" in the workspace.
      return [named(`post:${channel}`, 60, minuteMs, 4), named('post', 300, minuteMs, 20)];
    case 'edit':
      // Tier 3, 50 a minute.
      return [named('edit', 50, minuteMs, 10)];
    case 'remove':
      return [named('remove', 50, minuteMs, 10)];
    case 'working':
      // Special; said to be comparable to chat.postMessage. Reactions, which stand in for it, are tier 3 and tier 2.
      return [named(`working:${channel}`, 60, minuteMs, 4), named('working', 100, minuteMs, 20)];
  }
}
