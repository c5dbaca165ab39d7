/** The chat.*Stream methods. Source: reference/methods/chat.startStream, chat.appendStream, chat.stopStream, 2026-11-21. */

import type { SlackChannel } from '../../world/seed.ts';
import { messageShape } from '../../world/shapes.ts';
import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import { type AgentSessions, toSessionState } from './agent-sessions.ts';
import { checkBlocks } from './blocks.ts';
import { threadRoot, writableChannel } from './lookups.ts';
import { authorTypes, checkMetadata, withBlockIds } from './message-content.ts';
import { type Methods, method } from './method.ts';
import { addedTypes, addsText } from './stream-chunks.ts';
import type { Streams } from './streams.ts';

export function createStreamMethods(workspace: Workspace, streams: Streams, sessions: AgentSessions): Methods {
  return {
    'chat.startStream': method({
      tier: 'tier2',
      scope: 'chat:write',
      types: {
        channel: 'string!',
        thread_ts: 'string',
        recipient_user_id: 'string',
        recipient_team_id: 'string',
        task_display_mode: 'string',
        ...addedTypes,
        ...authorTypes,
      },
      run(args, call) {
        const channel = writableChannel(workspace, args.channel);
        const root = threadRoot(workspace, channel.id, args.thread_ts, call, 'thread_not_found');
        const wrongRecipient = isWrongRecipient(channel, args.recipient_user_id, args.recipient_team_id);
        return { channel: channel.id, ts: streams.start(channel.id, root, wrongRecipient, args).ts };
      },
    }),

    'chat.appendStream': method({
      tier: 'tier4',
      scope: 'chat:write',
      types: { channel: 'string!', ts: 'string!', ...addedTypes },
      run(args) {
        const open = streams.find(args.channel, args.ts);
        if (!addsText(args)) throw new Refusal('no_text');
        const { channel, ts } = streams.append(open, args);
        return { channel, ts };
      },
    }),

    'chat.stopStream': method({
      tier: 'tier2',
      scope: 'chat:write',
      types: {
        channel: 'string!',
        ts: 'string!',
        blocks: 'objects',
        metadata: 'object',
        session_status: 'string',
        ...addedTypes,
      },
      run({ blocks, ...args }) {
        const open = streams.find(args.channel, args.ts);
        const session = toSessionState(args.session_status ?? 'active');
        if (open.stream.wrongRecipient) throw new Refusal('user_not_found');
        if (blocks) checkBlocks(blocks);
        const metadata = args.metadata && checkMetadata(args.metadata);
        const message = addsText(args) ? streams.append(open, args) : open.message;
        const ended = workspace.edit(message, {
          streaming: 'completed',
          ...(blocks && { blocks: [...(message.blocks ?? []), ...withBlockIds(blocks, 's')] }),
          ...(metadata && { metadata }),
        });
        sessions.set(ended.channel, ended.threadTs ?? '', session);
        return { channel: ended.channel, ts: ended.ts, message: messageShape(ended) };
      },
    }),
  };

  /** A recipient is required except in direct messages; whether it is the right one, Slack only checks at the end. */
  function isWrongRecipient({ kind }: SlackChannel, user: string | undefined, team: string | undefined): boolean {
    if (kind !== 'im' && !user) throw new Refusal('missing_recipient_user_id');
    if (kind !== 'im' && !team) throw new Refusal('missing_recipient_team_id');
    const teamOfUser = user && workspace.users.has(user) ? workspace.team.id : undefined;
    return (user !== undefined && teamOfUser === undefined) || (team !== undefined && team !== teamOfUser);
  }
}
