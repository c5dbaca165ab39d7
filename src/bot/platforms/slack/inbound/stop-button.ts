/**
 * The Stop button that Slack shows while an answer is streamed. A press stops the thread's turn and then sets the session
 * status, because Slack does not clear the working indicator itself.
 * Source: docs.slack.dev reference/events/agent_session_stopped, reference/methods/agents.sessions.setStatus; 2026-11-21.
 */

import type { Logger } from '../../../../kit/base/logger.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Handlers } from '../../../core/ports/handlers.ts';
import { type Origin, toPerson } from '../connection/person.ts';
import type { WebApi } from '../connection/web-api.ts';

/** The fields of the event that we read. */
export interface StopEvent {
  readonly channel: string;
  /** Who pressed Stop. */
  readonly user?: string;
  /** The ts of the thread's root. */
  readonly thread_ts?: string;
}

/** Handles a press of Stop. Never fails. */
export async function takeStop(
  { channel, thread_ts: root = '', user = '' }: StopEvent,
  { installation, team }: Origin,
  handlers: Handlers,
  { api, logger }: { readonly api: WebApi; readonly logger: Logger },
): Promise<void> {
  const by = toPerson(user, installation, team);
  await handlers.stop({ platform: 'slack', installation, channel, thread: root }, by);
  try {
    await api.attemptQuickly(({ agents }) =>
      agents.sessions.setStatus({ channel_id: channel, thread_ts: root, status: 'active' }),
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.debug({ code: error.code }, 'session status not cleared');
  }
}
