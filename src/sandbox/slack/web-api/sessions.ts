/**
 * Agent sessions: whether an app works in a thread, as Slack shows it, with a Stop button while it does. A press of Stop
 * changes no state: the app has to.
 * Source: docs.slack.dev ai/agent-sessions, reference/methods/agents.sessions.setStatus, 2026-11-21.
 */

import type { Workspace } from '../world/state.ts';
import { Refusal } from '../world/validation.ts';
import { joinedChannel, type Methods, method } from './method.ts';

export type SessionState = 'processing' | 'active' | 'suspended' | 'closed';

const states: ReadonlySet<string> = new Set<SessionState>(['processing', 'active', 'suspended', 'closed']);

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(workspace: Workspace) {
  const sessions = new Map<string, SessionState>();
  return { set, get, read, methods: createMethods() };

  function set(channel: string, root: string, state: SessionState): void {
    sessions.set(`${channel}/${root}`, state);
  }

  /** undefined where there never was one. */
  function get(channel: string, root: string): SessionState | undefined {
    return sessions.get(`${channel}/${root}`);
  }

  function read(word: string): SessionState {
    if (!states.has(word)) throw new Refusal('invalid_arguments');
    // It is one of the set's.
    return word as SessionState;
  }

  function createMethods(): Methods {
    return {
      'agents.sessions.setStatus': method({
        tier: 'tier3',
        scope: 'chat:write',
        rules: {
          channel_id: 'string!',
          thread_ts: 'string!',
          status: 'string!',
          title: 'string',
          initiator_user_id: 'string',
        },
        run({ channel_id, thread_ts, status }) {
          const channel = joinedChannel(workspace, channel_id);
          if (!workspace.find(channel.id, thread_ts)) throw new Refusal('invalid_thread_ts');
          set(channel.id, thread_ts, read(status));
          return { status };
        },
      }),
    };
  }
}
