/** The chat.* methods: post, update, delete, ephemeral messages. Source: reference/methods/chat.*, 2026-11-21. */

import { linksIn } from '../world/mrkdwn.ts';
import type { SlackChannel } from '../world/seed.ts';
import { messageShape } from '../world/shapes.ts';
import type { JsonObject, Message, Workspace } from '../world/state.ts';
import { isObject, Refusal } from '../world/validation.ts';
import { checkContent, textChars } from './blocks.ts';
import { type Call, joinedChannel, knownMessage, knownUser, type Methods, method, visibleChannel } from './method.ts';

const maxMetadataChars = 8_000;

const content = { text: 'string', blocks: 'objects', markdown_text: 'string' } as const;
const manners = { parse: 'string', link_names: 'boolean', metadata: 'object' } as const;
const looks = { username: 'string', icon_emoji: 'string', icon_url: 'string' } as const;

export function createChatMethods(workspace: Workspace): Methods {
  return {
    'chat.postMessage': method({
      tier: 'posting',
      scope: 'chat:write',
      rules: {
        channel: 'string!',
        thread_ts: 'string',
        reply_broadcast: 'boolean',
        unfurl_links: 'boolean',
        unfurl_media: 'boolean',
        mrkdwn: 'boolean',
        ...content,
        ...manners,
        ...looks,
      },
      run(given, call) {
        const channel = openChannel(workspace, given.channel);
        checkContent(given, 'post');
        noteLength(given.text, call);
        const threadTs = rootOf(workspace, channel.id, given.thread_ts, call);
        const shown = contentOf(given);
        const message = workspace.post({
          ...ours(workspace, channel),
          ...shown,
          ...(threadTs === undefined ? {} : { threadTs, broadcast: given.reply_broadcast === true }),
          ...(given.metadata === undefined ? {} : { metadata: checkedMetadata(given.metadata) }),
          autoLinks: autoLinks(given.parse ?? 'none', given.link_names),
          previews: [],
        });
        if (given.unfurl_links !== false) workspace.preview(message, linksIn(shown));
        return { channel: channel.id, ts: message.ts, message: messageShape(message) };
      },
    }),

    'chat.update': method({
      tier: 'tier3',
      scope: 'chat:write',
      rules: { channel: 'string!', ts: 'string!', reply_broadcast: 'boolean', ...content, ...manners },
      run(given) {
        const channel = visibleChannel(workspace, given.channel);
        const message = knownMessage(workspace, channel.id, given.ts);
        if (message.botId !== workspace.botId) throw new Refusal('cant_update_message');
        if (message.streaming === 'in_progress') throw new Refusal('streaming_state_conflict');
        if (channel.archived) throw new Refusal('is_inactive');
        checkContent(given, 'update');
        const changed = workspace.edit(bare(message), {
          ...contentOf(given),
          ...changedMetadata(message, given.metadata),
          // Only a change of text shows "(edited)". Source: reference/methods/chat.update, 2026-11-21.
          ...(given.blocks ? {} : { edited: { user: workspace.botUserId, ts: workspace.nextTs() } }),
          autoLinks: autoLinks(given.parse ?? 'client', given.link_names),
        });
        return { channel: channel.id, ts: changed.ts, text: changed.text, message: messageShape(changed) };
      },
    }),

    'chat.delete': method({
      tier: 'tier3',
      scope: 'chat:write',
      rules: { channel: 'string!', ts: 'string!' },
      run({ channel, ts }) {
        const message = knownMessage(workspace, visibleChannel(workspace, channel).id, ts);
        if (message.botId !== workspace.botId) throw new Refusal('cant_delete_message');
        workspace.remove(message);
        return { channel, ts };
      },
    }),

    'chat.postEphemeral': method({
      tier: 'tier4',
      scope: 'chat:write',
      rules: { channel: 'string!', user: 'string!', thread_ts: 'string', ...content, ...manners, ...looks },
      run(given, call) {
        const channel = openChannel(workspace, given.channel);
        const user = knownUser(workspace, given.user);
        if (!channel.members.includes(user.id)) throw new Refusal('user_not_in_channel');
        checkContent(given, 'post');
        noteLength(given.text, call);
        const threadTs = rootOf(workspace, channel.id, given.thread_ts, call);
        const message = workspace.post({
          ...ours(workspace, channel),
          ...contentOf(given),
          ...(threadTs === undefined ? {} : { threadTs }),
          visibleTo: user.id,
          autoLinks: autoLinks(given.parse ?? 'none', given.link_names),
          previews: [],
        });
        return { message_ts: message.ts };
      },
    }),

    'chat.getPermalink': method({
      tier: 'free',
      rules: { channel: 'string!', message_ts: 'string!' },
      run({ channel, message_ts }) {
        const message = knownMessage(workspace, visibleChannel(workspace, channel).id, message_ts);
        const inThread = message.threadTs ? `?thread_ts=${message.threadTs}&cid=${channel}` : '';
        const permalink = `https://example-docs.slack.com/archives/${channel}/p${message_ts.replace('.', '')}${inThread}`;
        return { channel, permalink };
      },
    }),
  };
}

function openChannel(workspace: Workspace, id: string): SlackChannel {
  const channel = joinedChannel(workspace, id);
  if (channel.archived) throw new Refusal('is_archived');
  return channel;
}

/** The root to reply under. A reply's own ts is not one: Slack files such a message oddly, so it is noted. */
function rootOf(workspace: Workspace, channel: string, threadTs: string | undefined, call: Call): string | undefined {
  if (threadTs === undefined) return undefined;
  if (!/^\d+\.\d{6}$/.test(threadTs)) throw new Refusal('invalid_thread_ts');
  const message = workspace.find(channel, threadTs);
  if (message?.visibleTo) throw new Refusal('cannot_reply_to_message');
  if (message?.threadTs) call.note('thread_ts is a reply, not the root of a thread');
  if (!message && workspace.thread(channel, threadTs).length === 0) throw new Refusal('thread_not_found');
  return message?.threadTs ?? threadTs;
}

function ours(workspace: Workspace, channel: SlackChannel) {
  return { channel: channel.id, user: workspace.botUserId, botId: workspace.botId };
}

interface Given {
  readonly text: string | undefined;
  readonly blocks: readonly JsonObject[] | undefined;
  readonly markdown_text: string | undefined;
}

/** Text and blocks as they are kept: markdown_text is a markdown block by another name; ids are filled in. */
export function contentOf(given: Given): { text: string; blocks?: readonly JsonObject[] } {
  if (given.markdown_text !== undefined) {
    return { text: given.markdown_text, blocks: [{ type: 'markdown', block_id: 'b0', text: given.markdown_text }] };
  }
  if (!given.blocks?.length) return { text: given.text ?? '' };
  return { text: given.text ?? '', blocks: given.blocks.map((block, index) => ({ block_id: `b${index}`, ...block })) };
}

/** The message without what an update replaces: text without blocks takes the blocks away. */
function bare({ blocks: _, edited: __, ...message }: Message): Message {
  return message;
}

function autoLinks(parse: string, linkNames: boolean | undefined): Message['autoLinks'] {
  if (parse === 'full' || parse === 'client') return 'full';
  return linkNames ? 'names' : 'none';
}

export function checkedMetadata(metadata: JsonObject): JsonObject {
  if (typeof metadata.event_type !== 'string' || !isObject(metadata.event_payload))
    throw new Refusal('invalid_metadata_format');
  if (JSON.stringify(metadata).length > maxMetadataChars) throw new Refusal('metadata_too_large');
  return metadata;
}

function changedMetadata(message: Message, metadata: JsonObject | undefined): { metadata?: JsonObject } {
  if (metadata !== undefined) return { metadata: checkedMetadata(metadata) };
  return message.metadata ? { metadata: message.metadata } : {};
}

function noteLength(text: string | undefined, call: Call): void {
  if ((text?.length ?? 0) > textChars)
    call.note(`text of ${text?.length} characters: over ${textChars} it is cut or refused elsewhere`);
}
