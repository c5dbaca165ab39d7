/**
 * The assistant.threads.* methods: the "is thinking…" status, the suggested prompts, and a thread's title.
 * Source: reference/methods/assistant.threads.setStatus, setSuggestedPrompts, setTitle; 2026-11-21.
 */

import type { Json } from '../../../json.ts';
import type { SlackChannel } from '../../world/seed.ts';
import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import { isMember, visibleChannel } from './lookups.ts';
import { authorTypes } from './message-content.ts';
import { type Methods, method } from './method.ts';

const maxLoadingMessages = 10;
const maxPrompts = 4;

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
    'assistant.threads.setSuggestedPrompts': method({
      tier: 'tier4',
      scope: 'assistant:write',
      types: { channel_id: 'string!', thread_ts: 'string', title: 'string', prompts: 'objects!' },
      run({ channel_id, thread_ts, prompts }) {
        const channel = directChannelOf(workspace, channel_id);
        if (thread_ts !== undefined && !workspace.find(channel.id, thread_ts)) throw new Refusal('thread_not_found');
        const read = prompts.map(({ title, message }) => ({ title: filled(title), message: filled(message) }));
        if (read.length === 0 || read.length > maxPrompts) throw new Refusal('invalid_arguments');
        workspace.suggestPrompts(channel.id, read);
        return {};
      },
    }),
    'assistant.threads.setTitle': method({
      tier: 'tier4',
      scope: 'assistant:write',
      types: { channel_id: 'string!', thread_ts: 'string!', title: 'string!' },
      run({ channel_id, thread_ts, title }) {
        const channel = directChannelOf(workspace, channel_id);
        if (!workspace.find(channel.id, thread_ts)) throw new Refusal('thread_not_found');
        workspace.nameThread(channel.id, thread_ts, title);
        return {};
      },
    }),
  };
}

/** Agents work in direct messages only. */
function directChannelOf(workspace: Workspace, id: string): SlackChannel {
  const channel = visibleChannel(workspace, id);
  if (channel.kind !== 'im') throw new Refusal('channel_not_found');
  return channel;
}

function filled(text: Json | undefined): string {
  if (typeof text !== 'string' || text === '') throw new Refusal('invalid_arguments');
  return text;
}
