/**
 * Passes gateway events to the core. Discord delivers each message once, so messages are retried here while the store is
 * down; messages that were missed altogether are read afterwards (backfill.ts).
 */
import { type Client, RequestMethod, Routes } from 'discord.js';
import type { Question } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { IgnoredReason } from '../../../core/model/ignored-reason.ts';
import { toClearedReactions, toReaction } from '../feedback/reactions.ts';
import type {
  ClearedReactionsEvent,
  DeletedEvent,
  MessageEvent,
  ReactionEvent,
  ReadyEvent,
  ServerEvent,
} from '../native-events.ts';
import { threadRef } from '../thread-refs.ts';
import { createBackfill } from './backfill/backfill.ts';
import { cursorKey, type ReadCursors, timestampOf } from './backfill/read-cursors.ts';
import { createInteractions, type InteractionOptions, type Interactions } from './interactions/interactions.ts';
import { type MentionedCommand, toPrompt } from './interactions/mentioned-commands.ts';
import { createChannelLookup, namesIn, selfIn, withCategory, withLocale } from './messages/channels.ts';
import { ignoredReason, toQuestion } from './messages/events.ts';
import { isTransient, withRetries } from './messages/retry.ts';

export interface ListenerOptions extends Omit<InteractionOptions, 'channels' | 'commandIn'> {
  readonly cursors: ReadCursors;
}

export interface Listener extends Interactions {
  onMessage(message: MessageEvent, client: Client): Promise<void>;
  /** If its author edits a question, the question may change. */
  onEdited(message: Partial<MessageEvent>, client: Client): Promise<void>;
  onDeleted(message: DeletedEvent): Promise<void>;
  onReaction(reaction: ReactionEvent, isAdded: boolean, client: Client): Promise<void>;
  onReactionsCleared(event: ClearedReactionsEvent): Promise<void>;
  onReady(ready: ReadyEvent, client: Client): Promise<void>;
  onServer(server: ServerEvent, client: Client): Promise<void>;
}

const staleCommandMs = 2 * 60_000;

export function createListener(options: ListenerOptions): Listener {
  const { api, handlers, logger, cursors } = options;
  const channels = createChannelLookup(api);
  const backfill = createBackfill({ ...options, cursors, handle });

  return {
    ...createInteractions({ ...options, channels, commandIn: readCommand }),
    onMessage,
    onEdited,
    onDeleted,
    onReaction,
    onReactionsCleared,
    onReady: backfill.onReady,
    onServer: backfill.onServer,
  };

  async function onMessage(message: MessageEvent, client: Client): Promise<void> {
    const handled = cursors.hold(cursorKey(message.guild_id, message.channel_id), timestampOf(message.id));
    if (!ignoredReason(message, selfIn(client, message.guild_id))) await backfill.caughtUp(message.channel_id);
    if ((await handle(message, client)) === 'done') handled();
  }

  /** Only in servers, where people have roles. */
  function commandIn(question: Question, { guild_id }: MessageEvent): MentionedCommand | undefined {
    if (question.addressed !== 'mention' || guild_id === undefined) return undefined;
    const deploys = handlers.deploymentIn(question);
    if (deploys !== undefined) return { kind: 'deploy', text: deploys };
    const reports = handlers.reportIn(question);
    return reports === undefined ? undefined : { kind: 'report', text: reports };
  }

  async function readCommand(message: MessageEvent, client: Client): Promise<MentionedCommand | undefined> {
    const question = await read(message, client);
    return typeof question === 'string' ? undefined : commandIn(question, message);
  }

  /** A command that arrives much later, as after an outage, is ignored. */
  async function offerCommand(question: Question, message: MessageEvent, command: MentionedCommand): Promise<void> {
    if (options.clock.now() - question.askedAt > staleCommandMs)
      return logger.debug({ reason: 'stale' }, 'message ignored');
    const { id, channel_id: channel } = message;
    const reply = { message_reference: { message_id: id, fail_if_not_exists: false } };
    // The nonce prevents a second message if the response is lost and the call is repeated.
    const once = { nonce: id, enforce_nonce: true, allowed_mentions: { parse: [], replied_user: false } };
    const wording = handlers.wordingFor(question.thread, question.locale);
    const body = { ...toPrompt(command, message, wording, options.renderMarkdown), ...reply, ...once };
    try {
      await api.call(RequestMethod.Post, Routes.channelMessages(channel), { body });
    } catch (error) {
      // We may not write there. The slash command still works.
      if (isTransient(error) || !(error instanceof PlatformError)) throw error;
      logger.warn({ code: error.code, err: error }, 'command not answered');
    }
  }

  async function onEdited(message: Partial<MessageEvent>, client: Client): Promise<void> {
    if (!isComplete(message) || !message.edited_timestamp) return;
    const editedAt = Date.parse(message.edited_timestamp);
    await withQuestion(message, client, (question) => handlers.edited(question, editedAt));
  }

  async function onDeleted({ id, channel_id, guild_id }: DeletedEvent): Promise<void> {
    const question = { id: `discord:${id}`, thread: threadRef(guild_id, channel_id) };
    await withRetries(options, () => handlers.deleted(question));
  }

  async function onReaction(event: ReactionEvent, isAdded: boolean, client: Client): Promise<void> {
    const reaction = toReaction(event, isAdded, client.user?.id);
    if (!reaction) return;
    await withRetries(options, () => handlers.reaction(reaction));
  }

  async function onReactionsCleared(event: ClearedReactionsEvent): Promise<void> {
    const cleared = toClearedReactions(event);
    if (!cleared) return;
    await withRetries(options, () => handlers.reactionsCleared(cleared));
  }

  function handle(message: MessageEvent, client: Client): Promise<'done' | 'stopped'> {
    return withQuestion(message, client, async (question) => {
      const command = commandIn(question, message);
      if (command === undefined) await handlers.question(question);
      else await offerCommand(question, message, command);
    });
  }

  async function withQuestion(
    message: MessageEvent,
    client: Client,
    act: (question: Question) => Promise<unknown>,
  ): Promise<'done' | 'stopped'> {
    if (ignoredReason(message, selfIn(client, message.guild_id))) return 'done';
    return withRetries(options, async () => {
      const question = await read(message, client);
      if (typeof question === 'string') return logger.debug({ reason: question }, 'message ignored');
      await act(question);
    });
  }

  /** Fails with PlatformError. */
  async function read(message: MessageEvent, client: Client): Promise<Question | IgnoredReason> {
    const channel = await channels.of(message, client);
    const names = namesIn(client, message.guild_id);
    if (channel === 'inaccessible') return channel;
    const question = toQuestion(message, channel, selfIn(client, message.guild_id), names);
    return typeof question === 'string' ? question : withLocale(withCategory(question, client), client);
  }
}

/** Updates by Discord itself may contain only a few fields. */
function isComplete(message: Partial<MessageEvent>): message is MessageEvent {
  return message.author !== undefined && message.content !== undefined && message.type !== undefined;
}
