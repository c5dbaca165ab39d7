/** Messages of the workspace as stored. They are immutable: a change creates a new object. */
import type { JsonObject } from '../../json.ts';

export interface Reaction {
  readonly name: string;
  readonly users: readonly string[];
}

/** An uploaded file. */
export interface SandboxFile {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  readonly content: Buffer;
  /** The address from which apps download it. */
  readonly url: string;
  /** Uploaded by someone from another workspace: messages contain only its id. */
  readonly isForeign?: true;
}

export interface Message {
  readonly ts: string;
  readonly channel: string;
  /** The id of the workspace. */
  readonly team: string;
  readonly user: string;
  /** Present on an app's posts. */
  readonly botId?: string;
  readonly text: string;
  readonly blocks?: readonly JsonObject[];
  /** Forwards, tables and cards, as in Slack's JSON. */
  readonly attachments?: readonly JsonObject[];
  /** Posted by a workflow or another app under this name; then nobody is its user. */
  readonly username?: string;
  /** The root's ts, on replies only. */
  readonly threadTs?: string;
  /** A reply that is also shown in the channel. */
  readonly broadcast?: boolean;
  readonly edited?: { readonly user: string; readonly ts: string };
  readonly metadata?: JsonObject;
  readonly files?: readonly SandboxFile[];
  readonly reactions: readonly Reaction[];
  /** An ephemeral message: shown to this person only. */
  readonly visibleTo?: string;
  /** How names in `text` are treated (`parse` and `link_names`). */
  readonly autoLinks: 'none' | 'names' | 'full';
  /** URLs shown with a preview card. */
  readonly previews: readonly string[];
  /** A root that is deleted while it has replies stays as a tombstone. */
  readonly subtype?: 'tombstone';
  /** Present on messages that were started as a stream. */
  readonly streaming?: 'in_progress' | 'completed' | 'stopped' | 'errored';
}

export type Draft = Omit<Message, 'ts' | 'team' | 'reactions'>;

/** All messages, by channel and thread. */
export class MessageStore {
  readonly #channels = new Map<string, Map<string, Message>>();
  readonly #replies = new Map<string, Set<string>>();

  /** Adds a message, or replaces the one with its ts. */
  put(message: Message): void {
    const inChannel = this.#channels.get(message.channel) ?? new Map<string, Message>();
    this.#channels.set(message.channel, inChannel.set(message.ts, message));
    if (!message.threadTs) return;
    const key = `${message.channel}/${message.threadTs}`;
    this.#replies.set(key, (this.#replies.get(key) ?? new Set()).add(message.ts));
  }

  delete({ channel, ts, threadTs }: Message): void {
    this.#channels.get(channel)?.delete(ts);
    this.#replies.get(`${channel}/${threadTs}`)?.delete(ts);
  }

  find(channel: string, ts: string): Message | undefined {
    return this.#channels.get(channel)?.get(ts);
  }

  /** Everything in a channel, replies included, oldest first. */
  all(channel: string): Message[] {
    return [...(this.#channels.get(channel)?.values() ?? [])];
  }

  /** Root and replies, ephemeral ones included, oldest first. */
  thread(channel: string, root: string): Message[] {
    const inThread = [root, ...(this.#replies.get(`${channel}/${root}`) ?? [])];
    return inThread.map((ts) => this.find(channel, ts)).filter((message) => message !== undefined);
  }
}
