/** What people do with messages: write, edit, delete, react. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../json.ts';
import { hasReaction, withoutReaction, withReaction } from '../web-api/methods/reactions.ts';
import { pasted, sharedMessage } from '../world/attachments.ts';
import { linksIn } from '../world/live-tokens.ts';
import type { Message, SandboxFile } from '../world/message.ts';
import type { SlackUser } from '../world/seed.ts';
import { Refusal } from '../world/validation.ts';
import type { Workspace } from '../world/workspace.ts';
import { findMember, findMessage, type MessagePlace, ownMessage, type Place } from './place.ts';

export interface NewMessage extends Place {
  /** As Slack transmits it: `<@U…>` for mentions, `&lt;` for a less-than sign. See `composeText`. */
  readonly text: string;
  /** The ts of the thread's root. */
  readonly thread?: string;
  /** A reply that is also shown in the channel. */
  readonly broadcast?: boolean;
  readonly files?: readonly NewFile[];
  /** Cells pasted from a spreadsheet, by row. */
  readonly tables?: readonly Table[];
}

export type Table = readonly (readonly string[])[];

export interface NewForward extends Omit<NewMessage, 'files' | 'tables'> {
  /** The message that is forwarded; its author need not be in the place where it goes. */
  readonly from: Pick<Message, 'channel' | 'ts'>;
}

/** What a workflow or another app posts. */
export interface NewAppMessage {
  readonly channel: string;
  readonly thread?: string;
  /** The app's name. */
  readonly name: string;
  /** What notifications show. */
  readonly text?: string;
  readonly blocks?: readonly JsonObject[];
  readonly attachments?: readonly JsonObject[];
}

export interface NewFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Default: `text/plain`. */
  readonly mimetype?: string;
}

export type UserActions = ReturnType<typeof createUserActions>;

/** `origin`: `http://127.0.0.1:PORT`. */
export function createUserActions(workspace: Workspace, origin: () => string) {
  return { say, forward, postAsApp, edit, remove, react };

  /** Writes a message. Resolves with its ts. */
  async function say({ text, thread, broadcast, files, tables, ...place }: NewMessage): Promise<{ ts: string }> {
    const { channel, user } = findMember(workspace, place);
    const message = workspace.post({
      channel: channel.id,
      user: user.id,
      ...(user.botId ? { botId: user.botId } : {}),
      text,
      ...(thread === undefined ? {} : { threadTs: thread, broadcast: broadcast === true }),
      ...(files && { files: files.map((file) => upload(file, user)) }),
      ...(tables && { attachments: tables.map(pasted) }),
      autoLinks: 'none',
      previews: [],
    });
    workspace.preview(message, linksIn({ text }));
    return { ts: message.ts };
  }

  /** Shares a message that the person sees, with a comment or without one. */
  async function forward({ from, text, thread, broadcast, ...place }: NewForward): Promise<{ ts: string }> {
    const { channel, user } = findMember(workspace, place);
    const source = findMember(workspace, { channel: from.channel, user: user.id }).channel;
    const message = workspace.post({
      channel: channel.id,
      user: user.id,
      text,
      ...(thread === undefined ? {} : { threadTs: thread, broadcast: broadcast === true }),
      attachments: [sharedMessage(findMessage(workspace, from), source, workspace)],
      autoLinks: 'none',
      previews: [],
    });
    return { ts: message.ts };
  }

  async function postAsApp({ channel, thread, name, text = '', blocks, attachments }: NewAppMessage) {
    if (!workspace.channels.has(channel)) throw new Refusal('channel_not_found');
    const message = workspace.post({
      channel,
      user: '',
      botId: 'B0WORKFLOW',
      username: name,
      text,
      ...(thread !== undefined && { threadTs: thread }),
      ...(blocks && { blocks }),
      ...(attachments && { attachments }),
      autoLinks: 'none',
      previews: [],
    });
    return { ts: message.ts };
  }

  function upload({ name, content, mimetype = 'text/plain' }: NewFile, { teamId }: SlackUser): SandboxFile {
    const id = `F${randomUUID().slice(0, 8).toUpperCase()}`;
    const url = `${origin()}/files-pri/${workspace.team.id}-${id}/download/${encodeURIComponent(name)}`;
    return { id, name, mimetype, content: Buffer.from(content), url, ...(teamId !== undefined && { isForeign: true }) };
  }

  async function edit({ text, tables, ...place }: MessagePlace & { text: string; tables?: readonly Table[] }) {
    const message = ownMessage(workspace, place);
    const attachments = tables && { attachments: tables.map(pasted) };
    workspace.edit(message, { text, ...attachments, edited: { user: place.user, ts: workspace.nextTs() } });
  }

  /** Removes the person's own message; admins and owners can remove any. */
  async function remove(place: MessagePlace): Promise<void> {
    const canRemoveAny = ['admin', 'owner'].includes(workspace.users.get(place.user)?.role ?? '');
    workspace.remove((canRemoveAny ? findMessage : ownMessage)(workspace, place));
  }

  /** Adds the reaction, or removes it if the person has already added it. */
  async function react({ name, ...place }: MessagePlace & { name: string }): Promise<void> {
    const message = findMessage(workspace, place);
    const change = hasReaction(message, name, place.user) ? withoutReaction : withReaction;
    workspace.react(message, change(message, name, place.user));
  }
}
