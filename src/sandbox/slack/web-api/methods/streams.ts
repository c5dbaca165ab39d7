/**
 * Streamed messages. A stream is in_progress from its start. It ends as completed (chat.stopStream), stopped (a person pressed
 * Stop) or errored (its lifetime is over); after that it refuses every call with `message_not_in_streaming_state` or
 * `stopped_by_user`.
 * Source: reference/methods/chat.startStream, chat.appendStream, chat.stopStream, 2026-11-21; lifetime and size as measured
 * by others (slackapi/python-slack-sdk#1859, openclaw/openclaw#143882).
 */
import type { Clock } from '../../../../kit/base/clock.ts';
import type { JsonObject } from '../../../json.ts';
import type { Message } from '../../world/message.ts';
import { botId } from '../../world/seed.ts';
import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import type { AgentSessions } from './agent-sessions.ts';
import { findMessage, joinedChannel } from './lookups.ts';
import { appAuthor } from './message-content.ts';
import { type Added, type AddedArguments, readAdded, type StreamMode } from './stream-chunks.ts';

/** Measured from the start; appending does not extend it. */
const lifetimeMs = 300_000;
/** All text, titles and details of one message, in UTF-8. */
const maxBytes = 11_000;

interface Stream {
  mode: StreamMode | undefined;
  bytes: number;
  /** Slack only discovers at the end that the recipient does not belong to that team. */
  readonly wrongRecipient: boolean;
  stoppedByUser: boolean;
  /** As it was begun. */
  first: Pick<Message, 'text' | 'blocks'>;
}

/**
 * Who sees a stream grow: Slack documents it for the recipient only. With `recipient`, others see what it began with until it
 * ends, as one team reports (agentconnect#1494).
 */
export type StreamAudience = 'everyone' | 'recipient';

export interface OpenStream {
  readonly message: Message;
  readonly stream: Stream;
}

export class Streams {
  readonly #workspace: Workspace;
  readonly #sessions: AgentSessions;
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  readonly #audience: StreamAudience;
  readonly #streams = new Map<string, Stream>();

  /** `stopped` ends the waits for lifetimes. */
  constructor(
    workspace: Workspace,
    sessions: AgentSessions,
    clock: Clock,
    stopped: AbortSignal,
    audience: StreamAudience,
  ) {
    this.#workspace = workspace;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#stopped = stopped;
    this.#audience = audience;
  }

  start(channel: string, threadTs: string, wrongRecipient: boolean, args: AddedArguments): Message {
    const message = this.#workspace.post({
      channel,
      ...appAuthor,
      text: '',
      threadTs,
      autoLinks: 'none',
      previews: [],
      streaming: 'in_progress',
    });
    const stream: Stream = { mode: undefined, bytes: 0, wrongRecipient, stoppedByUser: false, first: message };
    this.#streams.set(keyOf(message), stream);
    try {
      stream.first = this.append({ message, stream }, args);
    } catch (error) {
      this.#workspace.remove(message);
      throw error;
    }
    this.#sessions.set(channel, threadTs, 'processing');
    void this.#expire(message);
    return message;
  }

  /** A stream of the app that is still in progress. */
  find(channel: string, ts: string): OpenStream {
    const message = findMessage(this.#workspace, joinedChannel(this.#workspace, channel).id, ts);
    if (message.botId !== botId) throw new Refusal('message_not_owned_by_app');
    const stream = this.#streams.get(keyOf(message));
    if (stream?.stoppedByUser) throw new Refusal('stopped_by_user');
    if (!stream || message.streaming !== 'in_progress') throw new Refusal('message_not_in_streaming_state');
    return { message, stream };
  }

  /** The message as people other than its recipient see it. The app reads what others see. */
  seenByOthers(message: Message): Message {
    const stream = this.#audience === 'recipient' && this.#streams.get(keyOf(message));
    if (!stream || message.streaming !== 'in_progress') return message;
    const { text, blocks } = stream.first;
    return { ...message, text, ...(blocks && { blocks }) };
  }

  /** Returns the message with the addition. */
  append({ message, stream }: OpenStream, args: AddedArguments): Message {
    const added = readAdded(args);
    if (stream.mode !== undefined && added.mode !== undefined && stream.mode !== added.mode)
      throw new Refusal('streaming_mode_mismatch');
    const bytes = stream.bytes + Buffer.byteLength(added.text + added.hiddenText);
    if (bytes > maxBytes) throw new Refusal('msg_too_long');
    stream.mode ??= added.mode;
    stream.bytes = bytes;
    if (added.mode === undefined) return message;
    const text = message.text + added.text;
    return this.#workspace.edit(message, { text, blocks: withAdded(message.blocks ?? [], text, added) });
  }

  /** A person presses Stop in a thread. Returns the messages that were in progress there. */
  stopByUser(channel: string, thread: string): readonly Message[] {
    const open = this.#workspace.thread(channel, thread).filter((message) => message.streaming === 'in_progress');
    for (const message of open) {
      const stream = this.#streams.get(keyOf(message));
      if (stream) stream.stoppedByUser = true;
      this.#workspace.edit(message, { streaming: 'stopped' });
    }
    return open;
  }

  async #expire({ channel, ts }: Message): Promise<void> {
    await this.#clock.wait(lifetimeMs, this.#stopped);
    const message = this.#workspace.find(channel, ts);
    if (this.#stopped.aborted || message?.streaming !== 'in_progress') return;
    this.#workspace.edit(message, { streaming: 'errored' });
    this.#sessions.set(channel, message.threadTs ?? '', 'active');
  }
}

/** Cards are above the text; a card replaces the one with the same id. */
function withAdded(blocks: readonly JsonObject[], text: string, added: Added): readonly JsonObject[] {
  const cards = new Map<unknown, JsonObject>();
  for (const card of [...blocks.filter(isCard), ...added.cards]) cards.set(card.task_id, card);
  const others = blocks.filter((block) => !isCard(block) && block.block_id !== textId);
  const words = text === '' ? [] : [{ type: 'markdown', block_id: textId, text }];
  return [...cards.values(), ...words, ...others, ...added.blocks];
}

const textId = 'b0';

function isCard({ type }: JsonObject): boolean {
  return type === 'task_card';
}

function keyOf({ channel, ts }: Message): string {
  return `${channel}/${ts}`;
}
