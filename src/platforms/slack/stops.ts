/**
 * The Stop button that Slack shows while an answer grows. In: Slack's event. Out: a word to whoever writes in that thread.
 * Effects: Slack's Web API, which must be told that we no longer work there: Slack does not take the sign away by itself.
 * Source: docs.slack.dev reference/events/agent_session_stopped, reference/methods/agents.sessions.setStatus; 2026-11-21.
 */
import type { ThreadRef } from '../../core/conversation.ts';
import { PlatformError } from '../../core/errors.ts';
import type { Logger } from '../../core/ports.ts';
import type { WebApi } from './web-api.ts';

/** The part of the event that matters here. */
export interface Stop {
  readonly channel: string;
  /** The thread's root. */
  readonly thread_ts?: string;
}

export interface Stops {
  /** See Platform.onStop. */
  onStop(thread: ThreadRef, stopped: () => void): () => void;
  /** Somebody pressed Stop. Never fails. */
  take(stop: Stop): Promise<void>;
}

export function createStops(api: WebApi, logger: Logger): Stops {
  const waiting = new Map<string, Set<() => void>>();
  return { onStop, take };

  function onStop({ channel, thread }: ThreadRef, stopped: () => void): () => void {
    const key = `${channel}/${thread}`;
    const all = waiting.get(key) ?? new Set();
    waiting.set(key, all.add(stopped));
    return () => {
      all.delete(stopped);
      if (all.size === 0) waiting.delete(key);
    };
  }

  async function take({ channel, thread_ts: root = '' }: Stop): Promise<void> {
    for (const stopped of waiting.get(`${channel}/${root}`) ?? []) stopped();
    try {
      await api.attemptQuickly(({ agents }) =>
        agents.sessions.setStatus({ channel_id: channel, thread_ts: root, status: 'active' }),
      );
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      logger.debug({ code: error.code }, 'the session goes on in Slack');
    }
  }
}
