/**
 * What Slack's clients attach to a message: pasted tables and forwarded messages. Source: the payloads recorded by clients
 * (slack-web's golden files of forwarded messages; tables in vercel/chat's adapter), read 2026-11-21.
 */
import { isObject, type JsonObject } from '../../json.ts';
import type { Message } from './message.ts';
import type { SlackChannel } from './seed.ts';
import { messageShape } from './shapes.ts';
import type { Workspace } from './workspace.ts';

export function pasted(rows: readonly (readonly string[])[]): JsonObject {
  const cells = rows.map((row) => row.map((text) => ({ type: 'raw_text', text })));
  return { fallback: '[no preview available]', blocks: [{ type: 'table', block_id: 'table', rows: cells }] };
}

export function sharedMessage(message: Message, { id, name }: SlackChannel, workspace: Workspace): JsonObject {
  const { team, users } = workspace;
  const { blocks, files, attachments } = messageShape(message);
  const author = users.get(message.user);
  const authorName = author?.realName ?? message.username ?? '';
  // A message that is forwarded again is the original.
  const [first] = message.attachments ?? [];
  if (message.text === '' && first?.is_share === true) return first;
  return {
    is_msg_unfurl: true,
    is_share: true,
    ts: message.ts,
    channel_id: id,
    channel_team: team.id,
    ...(author ? { author_id: author.id } : { bot_id: message.botId ?? '' }),
    author_name: authorName,
    author_subname: authorName,
    author_link: `https://${team.domain}.slack.com/team/${message.user}`,
    from_url: `https://${team.domain}.slack.com/archives/${id}/p${message.ts.replace('.', '')}`,
    text: message.text,
    fallback: `[${authorName}]: ${message.text}`,
    message_blocks: [
      {
        team: team.id,
        channel: id,
        ts: message.ts,
        message: { blocks: blocks ?? [], ...(attachments && { attachments }) },
      },
    ],
    ...(files && { files }),
    footer: `Posted in #${name}`,
    mrkdwn_in: ['text'],
  };
}

/** What an attachment shows: who wrote it, its text, and its blocks if it is not a forwarded message. */
export function shownIn(attachment: JsonObject): {
  readonly author: string;
  readonly text: string;
  readonly blocks: readonly JsonObject[];
} {
  const { author_name: author, text, blocks, message_blocks: inside } = attachment;
  const own = Array.isArray(blocks) ? blocks.filter(isObject) : [];
  const original = (Array.isArray(inside) ? inside : []).filter(isObject).flatMap(({ message }) => {
    const shown = isObject(message) ? message.blocks : [];
    return Array.isArray(shown) ? shown.filter(isObject) : [];
  });
  const words = typeof text === 'string' ? text : '';
  return {
    author: typeof author === 'string' ? author : '',
    text: words,
    blocks: [...own, ...(words === '' ? original : [])],
  };
}
