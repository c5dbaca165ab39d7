/** What people do with messages: write, edit, delete, react. */
import { randomUUID } from 'node:crypto';
import { hasReaction, withoutReaction, withReaction } from '../web-api/methods/reactions.ts';
import { linksIn } from '../world/live-tokens.ts';
import type { SandboxFile } from '../world/message.ts';
import type { SlackUser } from '../world/seed.ts';
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
  return { say, edit, remove, react };

  /** Writes a message. Resolves with its ts. */
  async function say({ text, thread, broadcast, files, ...place }: NewMessage): Promise<{ ts: string }> {
    const { channel, user } = findMember(workspace, place);
    const message = workspace.post({
      channel: channel.id,
      user: user.id,
      ...(user.botId ? { botId: user.botId } : {}),
      text,
      ...(thread === undefined ? {} : { threadTs: thread, broadcast: broadcast === true }),
      ...(files && { files: files.map((file) => upload(file, user)) }),
      autoLinks: 'none',
      previews: [],
    });
    workspace.preview(message, linksIn({ text }));
    return { ts: message.ts };
  }

  function upload({ name, content, mimetype = 'text/plain' }: NewFile, { teamId }: SlackUser): SandboxFile {
    const id = `F${randomUUID().slice(0, 8).toUpperCase()}`;
    const url = `${origin()}/files-pri/${workspace.team.id}-${id}/download/${encodeURIComponent(name)}`;
    return { id, name, mimetype, content: Buffer.from(content), url, ...(teamId !== undefined && { isForeign: true }) };
  }

  async function edit({ text, ...place }: MessagePlace & { text: string }): Promise<void> {
    const message = ownMessage(workspace, place);
    workspace.edit(message, { text, edited: { user: place.user, ts: workspace.nextTs() } });
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
