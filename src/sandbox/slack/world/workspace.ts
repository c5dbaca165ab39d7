/** The workspace: its people, channels, messages, statuses and Home tabs. It reports each visible change to its listeners. */
import type { Clock } from '../../../kit/base/clock.ts';
import type { JsonObject } from '../../json.ts';
import { type Draft, type Message, MessageStore, type Reaction, type SandboxFile } from './message.ts';
import {
  botId,
  type SlackChannel,
  type SlackUser,
  seededChannels,
  seededGroups,
  seededTeam,
  seededUsers,
  type Team,
  type UserGroup,
} from './seed.ts';

/** "is thinking…", below the messages of a thread. */
export interface Status {
  readonly text: string;
  readonly loadingMessages: readonly string[];
}

/** A change, for the page that shows the workspace and for the events that the app receives. */
export type Change =
  | { readonly kind: 'posted'; readonly message: Message }
  | { readonly kind: 'edited'; readonly message: Message; readonly previous: Message }
  | { readonly kind: 'removed'; readonly previous: Message }
  | { readonly kind: 'reacted'; readonly message: Message; readonly previous: Message }
  | { readonly kind: 'status'; readonly channel: string; readonly thread: string; readonly status?: Status }
  | { readonly kind: 'channel'; readonly channel: string }
  | { readonly kind: 'home'; readonly user: string }
  | { readonly kind: 'prompts'; readonly channel: string }
  | { readonly kind: 'form'; readonly user: string; readonly view: JsonObject };

/** How long a status stays unless it is cleared. Source: reference/methods/assistant.threads.setStatus, 2026-11-21. */
const statusLifetimeMs = 120_000;
const maxPreviews = 5;

/** A suggested prompt: the title shown, and the message sent when it is chosen. */
export interface Prompt {
  readonly title: string;
  readonly message: string;
}

export class Workspace {
  readonly team: Team;
  readonly users = byId<SlackUser>(seededUsers);
  readonly groups = byId<UserGroup>(seededGroups);
  readonly #channels = byId<SlackChannel>(seededChannels);
  readonly #messages = new MessageStore();
  readonly #statuses = new Map<string, Status>();
  readonly #files = new Map<string, SandboxFile>();
  readonly #prompts = new Map<string, readonly Prompt[]>();
  readonly #titles = new Map<string, string>();
  readonly #homes = new Map<string, JsonObject>();
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  #lastMicros = 0;

  /** `stopped` ends the waits for statuses to expire. */
  constructor(clock: Clock, stopped: AbortSignal, team = seededTeam) {
    this.team = team;
    this.#clock = clock;
    this.#stopped = stopped;
  }

  get channels(): ReadonlyMap<string, SlackChannel> {
    return this.#channels;
  }

  /** Slack's message id: seconds with six decimals, unique and always increasing. */
  nextTs(): string {
    this.#lastMicros = Math.max(this.#lastMicros + 1, this.#clock.now() * 1000);
    const micros = String(this.#lastMicros % 1_000_000).padStart(6, '0');
    return `${Math.floor(this.#lastMicros / 1_000_000)}.${micros}`;
  }

  post(draft: Draft): Message {
    for (const file of draft.files ?? []) this.#files.set(file.id, file);
    const message: Message = { ...draft, ts: this.nextTs(), team: this.team.id, reactions: [] };
    this.#messages.put(message);
    this.#emit({ kind: 'posted', message });
    const { channel, threadTs } = message;
    if (message.botId === botId && threadTs && !message.visibleTo) this.setStatus(channel, threadTs, '');
    return message;
  }

  edit(previous: Message, change: Partial<Draft>): Message {
    return this.#replace(previous, { ...previous, ...change });
  }

  remove(previous: Message): void {
    if (this.thread(previous.channel, previous.ts).length > 1) {
      const { blocks: _, botId: __, ...rest } = previous;
      const text = 'This message was deleted.';
      this.#replace(previous, { ...rest, user: 'USLACKBOT', text, subtype: 'tombstone' });
      return;
    }
    this.#messages.delete(previous);
    this.#emit({ kind: 'removed', previous });
  }

  react(previous: Message, reactions: readonly Reaction[]): void {
    const message = { ...previous, reactions };
    this.#messages.put(message);
    this.#emit({ kind: 'reacted', message, previous });
  }

  /** Slack fetches a message's links after it was posted, and then changes the message. */
  preview(message: Message, urls: readonly string[]): Message {
    return urls.length > 0 ? this.edit(message, { previews: urls.slice(0, maxPreviews) }) : message;
  }

  find(channel: string, ts: string): Message | undefined {
    return this.#messages.find(channel, ts);
  }

  /** Everything in a channel, replies included, oldest first. */
  all(channel: string): Message[] {
    return this.#messages.all(channel);
  }

  /** Root and replies, ephemeral ones included, oldest first. */
  thread(channel: string, root: string): Message[] {
    return this.#messages.thread(channel, root);
  }

  /** An empty text clears it. */
  setStatus(channel: string, thread: string, text: string, loadingMessages: readonly string[] = []): void {
    const key = `${channel}/${thread}`;
    if (!text) {
      if (this.#statuses.delete(key)) this.#emit({ kind: 'status', channel, thread });
      return;
    }
    const status: Status = { text, loadingMessages };
    this.#statuses.set(key, status);
    this.#emit({ kind: 'status', channel, thread, status });
    void this.#clock.wait(statusLifetimeMs, this.#stopped).then(() => {
      if (this.#statuses.get(key) === status && !this.#stopped.aborted) this.setStatus(channel, thread, '');
    });
  }

  status(channel: string, thread: string): Status | undefined {
    return this.#statuses.get(`${channel}/${thread}`);
  }

  statuses(): { channel: string; thread: string; status: Status }[] {
    return [...this.#statuses].map(([key, status]) => {
      const [channel = '', thread = ''] = key.split('/');
      return { channel, thread, status };
    });
  }

  /** Adds a user, or replaces the one with this id. */
  putUser(user: SlackUser): void {
    this.users.set(user.id, user);
  }

  /** Adds a channel, or replaces the one with this id. */
  putChannel(channel: SlackChannel): void {
    this.#channels.set(channel.id, channel);
    this.#emit({ kind: 'channel', channel: channel.id });
  }

  file(id: string): SandboxFile | undefined {
    return this.#files.get(id);
  }

  /** Sets the suggested prompts of a direct message channel. */
  suggestPrompts(channel: string, prompts: readonly Prompt[]): void {
    this.#prompts.set(channel, prompts);
    this.#emit({ kind: 'prompts', channel });
  }

  prompts(channel: string): readonly Prompt[] {
    return this.#prompts.get(channel) ?? [];
  }

  nameThread(channel: string, thread: string, title: string): void {
    this.#titles.set(`${channel}/${thread}`, title);
  }

  titleOf(channel: string, thread: string): string | undefined {
    return this.#titles.get(`${channel}/${thread}`);
  }

  publishHome(user: string, view: JsonObject): void {
    this.#homes.set(user, view);
    this.#emit({ kind: 'home', user });
  }

  /** Shows a form that the app opened for a person. */
  showForm(user: string, view: JsonObject): void {
    this.#emit({ kind: 'form', user, view });
  }

  home(user: string): JsonObject | undefined {
    return this.#homes.get(user);
  }

  /** Returns a function that unsubscribes. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #replace(previous: Message, message: Message): Message {
    this.#messages.put(message);
    this.#emit({ kind: 'edited', message, previous });
    return message;
  }

  #emit(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function byId<T extends { readonly id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
