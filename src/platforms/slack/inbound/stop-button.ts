/**
 * The Stop button that Slack shows while an answer is streamed. The turn that writes there is stopped, and Slack is informed
 * that we no longer work there: it does not clear the indicator by itself.
 * Source: docs.slack.dev reference/events/agent_session_stopped, reference/methods/agents.sessions.setStatus; 2026-11-21.
 */

import type { Logger } from '../../../base/logger.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Handlers } from '../../../core/ports/handlers.ts';
import { type Origin, toPerson } from '../connection/person.ts';
import type { WebApi } from '../connection/web-api.ts';

/** The part of the event that is read. */
export interface StopEvent {
  readonly channel: string;
  /** Who pressed it. */
  readonly user?: string;
  /** The thread's root. */
  readonly thread_ts?: string;
}

/** Somebody pressed Stop. Never fails. */
export async function takeStop(
  { channel, thread_ts: root = '', user = '' }: StopEvent,
  { installation, team }: Origin,
  handlers: Handlers,
  { api, logger }: { readonly api: WebApi; readonly logger: Logger },
): Promise<void> {
  const by = toPerson(user, installation, team);
  await handlers.stop?.({ platform: 'slack', installation, channel, thread: root }, by);
  try {
    await api.attemptQuickly(({ agents }) =>
      agents.sessions.setStatus({ channel_id: channel, thread_ts: root, status: 'active' }),
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.debug({ code: error.code }, 'session status not cleared');
  }
}
