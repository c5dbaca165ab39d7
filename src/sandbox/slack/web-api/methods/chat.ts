/** The chat.* methods without streams: post, update, delete, ephemeral messages. Source: reference/methods/chat.*, 2026-11-21. */

import type { JsonObject } from '../../../json.ts';
import { linksIn } from '../../world/live-tokens.ts';
import type { Draft, Message } from '../../world/message.ts';
import { botUserId, type SlackChannel } from '../../world/seed.ts';
import { messageShape } from '../../world/shapes.ts';
import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import { findMessage, findUser, isMember, ownMessage, threadRoot, visibleChannel, writableChannel } from './lookups.ts';
import {
  appAuthor,
  authorTypes,
  type ContentArguments,
  checkContent,
  checkMetadata,
  contentTypes,
  maxUpdateChars,
  toContent,
  withoutContent,
} from './message-content.ts';
import { type CallContext, type Methods, method } from './method.ts';

const bodyTypes = { ...contentTypes, parse: 'string', link_names: 'boolean', metadata: 'object' } as const;

interface PostArguments extends ContentArguments {
  readonly thread_ts: string | undefined;
  readonly parse: string | undefined;
  readonly link_names: boolean | undefined;
}

export function createChatMethods(workspace: Workspace): Methods {
  return {
    'chat.postMessage': method({
      tier: 'posting',
      scope: 'chat:write',
      types: {
        channel: 'string!',
        thread_ts: 'string',
        reply_broadcast: 'boolean',
        unfurl_links: 'boolean',
        unfurl_media: 'boolean',
        mrkdwn: 'boolean',
        ...bodyTypes,
        ...authorTypes,
      },
      run(args, call) {
        const channel = writableChannel(workspace, args.channel);
        const message = workspace.post({
          ...toDraft(channel, args, call),
          ...(args.thread_ts === undefined ? {} : { broadcast: args.reply_broadcast === true }),
          ...(args.metadata === undefined ? {} : { metadata: checkMetadata(args.metadata) }),
        });
        if (args.unfurl_links !== false) workspace.preview(message, linksIn(message));
        return { channel: channel.id, ts: message.ts, message: messageShape(message) };
      },
    }),

    'chat.update': method({
      tier: 'tier3',
      scope: 'chat:write',
      types: { channel: 'string!', ts: 'string!', reply_broadcast: 'boolean', ...bodyTypes },
      run(args) {
        const channel = visibleChannel(workspace, args.channel);
        const message = ownMessage(workspace, channel.id, args.ts, 'cant_update_message');
        if (message.streaming === 'in_progress') throw new Refusal('streaming_state_conflict');
        if (channel.archived) throw new Refusal('is_inactive');
        checkContent(args, 'update');
        const changed = workspace.edit(withoutContent(message), {
          ...toContent(args),
          ...updatedMetadata(message, args.metadata),
          // Only a change of text shows "(edited)". Source: reference/methods/chat.update, 2026-11-21.
          ...(args.blocks ? {} : { edited: { user: botUserId, ts: workspace.nextTs() } }),
          autoLinks: autoLinks(args.parse ?? 'client', args.link_names),
        });
        return { channel: channel.id, ts: changed.ts, text: changed.text, message: messageShape(changed) };
      },
    }),

    'chat.delete': method({
      tier: 'tier3',
      scope: 'chat:write',
      types: { channel: 'string!', ts: 'string!' },
      run({ channel, ts }) {
        workspace.remove(ownMessage(workspace, visibleChannel(workspace, channel).id, ts, 'cant_delete_message'));
        return { channel, ts };
      },
    }),

    'chat.postEphemeral': method({
      tier: 'tier4',
      scope: 'chat:write',
      types: { channel: 'string!', user: 'string!', thread_ts: 'string', ...bodyTypes, ...authorTypes },
      run(args, call) {
        const channel = writableChannel(workspace, args.channel);
        const user = findUser(workspace, args.user);
        if (!isMember(channel, user.id)) throw new Refusal('user_not_in_channel');
        const message = workspace.post({ ...toDraft(channel, args, call), visibleTo: user.id });
        return { message_ts: message.ts };
      },
    }),

    'chat.getPermalink': method({
      tier: 'free',
      types: { channel: 'string!', message_ts: 'string!' },
      run({ channel, message_ts }) {
        const message = findMessage(workspace, visibleChannel(workspace, channel).id, message_ts);
        const inThread = message.threadTs ? `?thread_ts=${message.threadTs}&cid=${channel}` : '';
        const permalink = `https://example-docs.slack.com/archives/${channel}/p${message_ts.replace('.', '')}${inThread}`;
        return { channel, permalink };
      },
    }),
  };

  /** A checked message of the app. */
  function toDraft(channel: SlackChannel, args: PostArguments, call: CallContext): Draft {
    checkContent(args, 'post');
    noteLength(args.text, call);
    const { thread_ts, parse = 'none', link_names } = args;
    const root =
      thread_ts === undefined
        ? {}
        : { threadTs: threadRoot(workspace, channel.id, thread_ts, call, 'cannot_reply_to_message') };
    const place = { channel: channel.id, ...appAuthor, ...root };
    return { ...place, ...toContent(args), autoLinks: autoLinks(parse, link_names), previews: [] };
  }
}

function autoLinks(parse: string, linkNames: boolean | undefined): Message['autoLinks'] {
  if (parse === 'full' || parse === 'client') return 'full';
  return linkNames ? 'names' : 'none';
}

function updatedMetadata(message: Message, metadata: JsonObject | undefined): { metadata?: JsonObject } {
  if (metadata !== undefined) return { metadata: checkMetadata(metadata) };
  return message.metadata ? { metadata: message.metadata } : {};
}

function noteLength(text: string | undefined, call: CallContext): void {
  if ((text?.length ?? 0) > maxUpdateChars)
    call.noteDoubtful(
      `text of ${text?.length} characters: Slack truncates a post over ${maxUpdateChars}, and refuses such an update`,
    );
}
