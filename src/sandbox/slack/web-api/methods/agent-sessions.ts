/**
 * Agent sessions: whether Slack shows an app as working in a thread, with a Stop button. Pressing Stop does not change the
 * state: the app has to.
 * Source: docs.slack.dev ai/agent-sessions, reference/methods/agents.sessions.setStatus, 2026-11-21.
 */

import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import { joinedChannel } from './lookups.ts';
import { type Methods, method } from './method.ts';

const states = ['processing', 'active', 'suspended', 'closed'] as const;

export type SessionState = (typeof states)[number];

export class AgentSessions {
  readonly #states = new Map<string, SessionState>();

  set(channel: string, root: string, state: SessionState): void {
    this.#states.set(`${channel}/${root}`, state);
  }

  /** undefined if the thread never had a session. */
  get(channel: string, root: string): SessionState | undefined {
    return this.#states.get(`${channel}/${root}`);
  }
}

export function toSessionState(status: string): SessionState {
  const state = states.find((known) => known === status);
  if (!state) throw new Refusal('invalid_arguments');
  return state;
}

export function createAgentSessionMethods(workspace: Workspace, sessions: AgentSessions): Methods {
  return {
    'agents.sessions.setStatus': method({
      tier: 'tier3',
      scope: 'chat:write',
      types: {
        channel_id: 'string!',
        thread_ts: 'string!',
        status: 'string!',
        title: 'string',
        initiator_user_id: 'string',
      },
      run({ channel_id, thread_ts, status }) {
        const channel = joinedChannel(workspace, channel_id);
        if (!workspace.find(channel.id, thread_ts)) throw new Refusal('invalid_thread_ts');
        sessions.set(channel.id, thread_ts, toSessionState(status));
        return { status };
      },
    }),
  };
}
