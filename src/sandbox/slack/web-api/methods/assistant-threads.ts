/** The assistant.threads.* methods: the "is thinking…" status. Source: reference/methods/assistant.threads.setStatus, 2026-11-21. */

import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import { isMember, visibleChannel } from './lookups.ts';
import { authorTypes } from './message-content.ts';
import { type Methods, method } from './method.ts';

const maxLoadingMessages = 10;

export function createAssistantThreadMethods(workspace: Workspace): Methods {
  return {
    'assistant.threads.setStatus': method({
      tier: 'posting',
      scope: 'chat:write',
      types: {
        channel_id: 'string!',
        thread_ts: 'string!',
        status: 'string',
        loading_messages: 'strings',
        ...authorTypes,
      },
      run({ channel_id, thread_ts, status = '', loading_messages = [] }) {
        const channel = visibleChannel(workspace, channel_id);
        if (!isMember(channel)) throw new Refusal('channel_not_found');
        if (!workspace.find(channel.id, thread_ts)) throw new Refusal('invalid_thread_ts');
        if (loading_messages.length > maxLoadingMessages) throw new Refusal('invalid_arguments');
        workspace.setStatus(channel.id, thread_ts, status, loading_messages);
        return {};
      },
    }),
  };
}
