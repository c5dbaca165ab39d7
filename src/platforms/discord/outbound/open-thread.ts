/**
 * Opens the thread that a question asks for, or chooses the nearest place that may be answered in: a thread made from the
 * question's message, replies in the channel, or the interaction's own webhook where the bot may not post at all.
 */
import { PermissionFlagsBits, RESTJSONErrorCodes, RequestMethod, Routes } from 'discord.js';
import type { Clock } from '../../../base/clock.ts';
import type { OpenNotice, Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { english, type Wording } from '../../../wording/wording.ts';
import { discordCodeOf } from '../errors.ts';
import { type CommandOpening, readOpening, readPresser } from '../inbound/interactions/command-opening.ts';
import { interactionRef, privateRef, replyRef, targetOf } from '../thread-refs.ts';
import { escapeMarks } from './escape.ts';
import { type MessageCalls, noMentions, type Posted, toNew } from './message-calls.ts';
import { renderQuestion } from './render.ts';
import type { StartThread } from './start-thread.ts';

export interface OpeningOptions {
  readonly startThread: StartThread;
  readonly calls: MessageCalls;
  readonly clock: Clock;
  applicationId(): string;
  /** Resolves when the command was acknowledged; undefined: this process is not acknowledging it. */
  acknowledged(questionId: string): Promise<void> | undefined;
  /** We may open no thread in this channel, or write in none. */
  onNoThreads?(channel: string): void;
}

export interface Opened {
  readonly thread: ThreadRef;
  readonly notice?: OpenNotice;
}

/** A command that was not acknowledged by now never will be; 3 s, and some for clocks that differ. */
const acknowledgeLimitMs = 5_000;
/** Discord's codes for a command's reply that is not there. */
const unacknowledged: readonly (number | undefined)[] = [
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InvalidWebhookToken,
];

function isUnacknowledged(error: unknown): boolean {
  return error instanceof PlatformError && unacknowledged.includes(discordCodeOf(error));
}

/** Opening the same question again returns the same thread. Fails with PlatformError. */
export function createOpening({ calls, clock, applicationId, acknowledged, onNoThreads, startThread }: OpeningOptions) {
  return (question: Question, wording: Wording = english): Promise<Opened> => {
    const presser = readPresser(question.opens ?? '');
    if (presser !== undefined) return openForPress(question, presser, wording);
    const opening = readOpening(question.opens ?? '');
    return opening ? openForCommand(question, opening, wording) : openForMessage(question);
  };

  async function openForMessage(question: Question): Promise<Opened> {
    const { channel, thread: message } = question.thread;
    const { CreatePublicThreads, SendMessagesInThreads } = PermissionFlagsBits;
    const mayThread = calls.may(channel, CreatePublicThreads | SendMessagesInThreads);
    if (!mayThread) onNoThreads?.(channel);
    const notice = mayThread ? await startThread(channel, message, question.text) : 'no_thread_right';
    return notice ? { thread: replyRef(question.thread, message), notice } : { thread: question.thread };
  }

  /** A press leaves no message, so its question is posted where the answer with the button stands. */
  async function openForPress({ thread, text, id }: Question, presser: string, wording: Wording): Promise<Opened> {
    const target = targetOf(thread);
    const content = `${wording.sayEscaped(escapeMarks, 'askedBy', { name: `<@${presser}>` })}\n${renderQuestion(text)}`;
    if (target.via === 'bot') await calls.create(target.channel, { ...toNew(content), ...calls.replyTo(target) }, id);
    return { thread };
  }

  /** The command's own reply shows the question; the answer goes into a thread made from it, or as near as may be. */
  async function openForCommand(question: Question, opening: CommandOpening, wording: Wording): Promise<Opened> {
    await acknowledged(question.id);
    const { token, mayPost, mayThread, inChannel } = opening;
    const { thread: here } = question;
    if (opening.isPrivate) {
      await findResponse(question, opening);
      return { thread: privateRef(here, question.id, token) };
    }
    const root = await showQuestion(question, opening, wording, inChannel ? here.channel : here.thread || here.channel);
    if (!inChannel && mayPost) return { thread: here };
    const notice = mayThread ? await startThread(here.channel, root.id, question.text) : 'no_thread_right';
    if (!notice) return { thread: { ...here, thread: root.id } };
    return { thread: mayPost ? replyRef(here, root.id) : interactionRef(here, question.id, token), notice };
  }

  /** The question that is shared, as a message of the bot's, or through the webhook of the press where it may not post. */
  function showShared(
    { text, id }: Question,
    { token, mayPost, sharedBy = '' }: CommandOpening,
    wording: Wording,
    channel: string,
  ) {
    const content = `${wording.sayEscaped(escapeMarks, 'sharedBy', { name: escapeMarks(sharedBy) })}\n${renderQuestion(text)}`;
    if (mayPost) return calls.create(channel, toNew(content), id);
    return calls.byToken(RequestMethod.Post, `${Routes.webhook(applicationId(), token)}?wait=true`, toNew(content));
  }

  /** Waits for a response that another process is giving. One that never was leaves nobody who could be answered. */
  async function findResponse(question: Question, { token }: CommandOpening): Promise<void> {
    try {
      await calls.byToken(RequestMethod.Get, Routes.webhookMessage(applicationId(), token));
    } catch (error) {
      throw mayStillCome(error, question) ? new PlatformError('unavailable', { waitMs: 1_000, cause: error }) : error;
    }
  }

  function mayStillCome(error: unknown, { askedAt }: Question): boolean {
    return isUnacknowledged(error) && clock.now() - askedAt < acknowledgeLimitMs;
  }

  /**
   * In the command's own reply. A process that died before it acknowledged the command left none, and its token is dead: then
   * in a message of the bot's.
   */
  async function showQuestion(
    question: Question,
    opening: CommandOpening,
    wording: Wording,
    channel: string,
  ): Promise<Posted> {
    if (opening.sharedBy !== undefined) return showShared(question, opening, wording, channel);
    const body = { content: renderQuestion(question.text), ...noMentions };
    try {
      return await calls.byToken(RequestMethod.Patch, Routes.webhookMessage(applicationId(), opening.token), body);
    } catch (error) {
      if (!isUnacknowledged(error)) throw error;
      if (mayStillCome(error, question)) throw new PlatformError('unavailable', { waitMs: 1_000, cause: error });
      if (!opening.mayPost) throw error;
      return await calls.create(channel, body, question.id);
    }
  }
}
