/** A message of the simulated Slack as the console shows it. */
import type { Message } from '../../slack/world/message.ts';
import { unescapeText } from '../../slack/world/shapes.ts';
import { emojiOf } from '../emoji.ts';
import type { RenderedMessage } from '../panel.ts';
import type { RenderedNode } from '../rendered.ts';
import { renderContent } from './blocks.ts';
import type { SlackNames } from './mrkdwn.ts';

/** The action id of the Stop button, which Slack shows below an answer while it is streamed. */
export const stopActionId = 'slack:stop';

const stopButton: RenderedNode = {
  kind: 'buttons',
  buttons: [{ id: stopActionId, text: 'Stop', style: 'plain', disabled: false }],
};
const stoppedMark: RenderedNode = { kind: 'small', children: [{ kind: 'text', text: 'Stopped' }] };

export function renderMessage(message: Message, names: SlackNames): RenderedMessage {
  const { channel, ts, threadTs, user, visibleTo, subtype, streaming } = message;
  const belowStream = streaming === 'in_progress' ? [stopButton] : streaming === 'stopped' ? [stoppedMark] : [];
  return {
    id: messageId(channel, ts),
    room: channel,
    ...(threadTs ? { thread: messageId(channel, threadTs), alsoInRoom: message.broadcast === true } : {}),
    author: user,
    at: Number(ts) * 1000,
    body: [...renderContent(message, names), ...belowStream],
    source: unescapeText(message.text),
    edited: message.edited !== undefined,
    ...(visibleTo ? { visibleTo } : {}),
    ...(subtype === 'tombstone' ? { notice: 'This message was deleted.' } : {}),
    reactions: message.reactions.map(({ name, users }) => ({ name, sign: emojiOf(name) ?? `:${name}:`, users })),
    previews: message.previews,
    ...(message.files && { files: message.files.map(({ name, content }) => ({ name, bytes: content.length })) }),
  };
}

/** A message's id on the page. */
export function messageId(channel: string, ts: string): string {
  return `${channel}/${ts}`;
}

export function parseMessageId(id: string): { channel: string; ts: string } {
  const [channel = '', ts = ''] = id.split('/');
  return { channel, ts };
}
