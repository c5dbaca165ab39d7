/**
 * The workspace itself: people, channels, messages, statuses, reactions. Each action gives one Change to every listener.
 * Knows no HTTP and no events; who may do what is up to the Web API methods.
 */
import type { Clock } from '../../clock.ts';
import {
  appId,
  botId,
  botUserId,
  type SlackChannel,
  type SlackUser,
  seededChannels,
  seededGroups,
  seededUsers,
  teamId,
  type UserGroup,
} from './seed.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface Reaction {
  readonly name: string;
  readonly users: readonly string[];
}

/** One message as it stands. A change makes a new object; the old one stays as it was. */
export interface Message {
  readonly ts: string;
  readonly channel: string;
  readonly user: string;
  /** There on what an app posted. */
  readonly botId?: string;
  readonly text: string;
  readonly blocks?: readonly JsonObject[];
  /** The root's ts, on replies only. */
  readonly threadTs?: string;
  /** A reply that is also shown in the channel. */
  readonly broadcast?: boolean;
  readonly edited?: { readonly user: string; readonly ts: string };
  readonly metadata?: JsonObject;
  readonly reactions: readonly Reaction[];
  /** Shown to this person alone. */
  readonly visibleTo?: string;
  /** How names in `text` are treated (`parse` and `link_names`). */
  readonly autoLinks: 'none' | 'names' | 'full';
  /** Addresses shown with a preview card. */
  readonly previews: readonly string[];
  /** A root that was deleted while it had replies stays as a tombstone. */
  readonly subtype?: 'tombstone';
  /** Of messages that were begun as a stream. */
  readonly streaming?: 'in_progress' | 'completed' | 'stopped' | 'errored';
}

export type Draft = Omit<Message, 'ts' | 'reactions'>;

export interface Status {
  readonly text: string;
  readonly loadingMessages: readonly string[];
}

/** What happened, for the pages that show the workspace and for the events that tell the app of it. */
export type Change =
  | { readonly kind: 'posted'; readonly message: Message }
  | { readonly kind: 'edited'; readonly message: Message; readonly previous: Message }
  | { readonly kind: 'removed'; readonly previous: Message }
  | { readonly kind: 'reacted'; readonly message: Message }
  | { readonly kind: 'status'; readonly channel: string; readonly thread: string; readonly status?: Status }
  | { readonly kind: 'channel'; readonly channel: string }
  | { readonly kind: 'home'; readonly user: string };

export type Workspace = ReturnType<typeof createWorkspace>;

/** How long a status stays when nobody clears it. Source: reference/methods/assistant.threads.setStatus, 2026-11-21. */
const statusLastsMs = 120_000;
const maxPreviews = 5;

/** `stopped` ends what the workspace waits for. */
export function createWorkspace(clock: Clock, stopped: AbortSignal) {
  const users = new Map<string, SlackUser>(seededUsers.map((user) => [user.id, user]));
  const channels = new Map<string, SlackChannel>(seededChannels.map((channel) => [channel.id, channel]));
  const groups = new Map<string, UserGroup>(seededGroups.map((group) => [group.id, group]));
  const messages = new Map<string, Map<string, Message>>();
  const replies = new Map<string, Set<string>>();
  const statuses = new Map<string, Status>();
  const homes = new Map<string, JsonObject>();
  const listeners = new Set<(change: Change) => void>();
  let lastMicros = 0;

  return {
    teamId,
    appId,
    botUserId,
    botId,
    users,
    channels,
    groups,
    homes,
    nextTs,
    post,
    edit,
    remove,
    react,
    find,
    all,
    thread,
    setStatus,
    status,
    allStatuses,
    publishHome,
    changeChannel,
    preview,
    onChange,
  };

  /** Slack's message id: seconds with six decimals, never the same twice, always growing. */
  function nextTs(): string {
    lastMicros = Math.max(lastMicros + 1, clock.now() * 1000);
    return `${Math.floor(lastMicros / 1_000_000)}.${String(lastMicros % 1_000_000).padStart(6, '0')}`;
  }

  function post(draft: Draft): Message {
    const message: Message = { ...draft, ts: nextTs(), reactions: [] };
    keep(message);
    tell({ kind: 'posted', message });
    if (message.botId === botId && message.threadTs && !message.visibleTo)
      setStatus(message.channel, message.threadTs, undefined);
    return message;
  }

  function edit(previous: Message, change: Partial<Draft>): Message {
    const message: Message = { ...previous, ...change };
    keep(message);
    tell({ kind: 'edited', message, previous });
    return message;
  }

  function remove(previous: Message): void {
    if (thread(previous.channel, previous.ts).length > 1) {
      const { blocks: _, botId: __, ...rest } = previous;
      const stone: Message = { ...rest, user: 'USLACKBOT', text: 'This message was deleted.', subtype: 'tombstone' };
      keep(stone);
      tell({ kind: 'edited', message: stone, previous });
      return;
    }
    messages.get(previous.channel)?.delete(previous.ts);
    replies.get(`${previous.channel}/${previous.threadTs}`)?.delete(previous.ts);
    tell({ kind: 'removed', previous });
  }

  function react(message: Message, reactions: readonly Reaction[]): void {
    const changed = { ...message, reactions };
    keep(changed);
    tell({ kind: 'reacted', message: changed });
  }

  function keep(message: Message): void {
    const inChannel = messages.get(message.channel) ?? new Map<string, Message>();
    messages.set(message.channel, inChannel.set(message.ts, message));
    if (!message.threadTs) return;
    const key = `${message.channel}/${message.threadTs}`;
    replies.set(key, (replies.get(key) ?? new Set()).add(message.ts));
  }

  function find(channel: string, ts: string): Message | undefined {
    return messages.get(channel)?.get(ts);
  }

  /** Everything in a channel, oldest first. */
  function all(channel: string): Message[] {
    return [...(messages.get(channel)?.values() ?? [])];
  }

  /** Root and replies, oldest first; what only one person sees is among them. */
  function thread(channel: string, root: string): Message[] {
    const inThread = [root, ...(replies.get(`${channel}/${root}`) ?? [])];
    return inThread.map((ts) => find(channel, ts)).filter((message) => message !== undefined);
  }

  /** undefined or an empty text clears it. */
  function setStatus(
    channel: string,
    root: string,
    text: string | undefined,
    loadingMessages: readonly string[] = [],
  ): void {
    const key = `${channel}/${root}`;
    if (!text) {
      if (statuses.delete(key)) tell({ kind: 'status', channel, thread: root });
      return;
    }
    const status: Status = { text, loadingMessages };
    statuses.set(key, status);
    tell({ kind: 'status', channel, thread: root, status });
    void clock.wait(statusLastsMs, stopped).then(() => {
      if (statuses.get(key) === status && !stopped.aborted) setStatus(channel, root, undefined);
    });
  }

  function status(channel: string, root: string): Status | undefined {
    return statuses.get(`${channel}/${root}`);
  }

  /** Makes a channel, or changes one. */
  function changeChannel(channel: SlackChannel): void {
    channels.set(channel.id, channel);
    tell({ kind: 'channel', channel: channel.id });
  }

  /** Slack looks at the links of a message after it was posted, and then changes the message. */
  function preview(message: Message, urls: readonly string[]): Message {
    return urls.length > 0 ? edit(message, { previews: urls.slice(0, maxPreviews) }) : message;
  }

  /** Every status that shows now. */
  function allStatuses(): { channel: string; thread: string; status: Status }[] {
    return [...statuses].map(([key, status]) => {
      const [channel = '', thread = ''] = key.split('/');
      return { channel, thread, status };
    });
  }

  function publishHome(user: string, view: JsonObject): void {
    homes.set(user, view);
    tell({ kind: 'home', user });
  }

  function onChange(listener: (change: Change) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function tell(change: Change): void {
    for (const listener of listeners) listener(change);
  }
}
