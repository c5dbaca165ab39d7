/**
 * Opens the thread for a question, or picks the next best place: a thread started from the question's message, replies in the
 * channel, or the interaction's own webhook if the bot may not post at all.
 */
import { PermissionFlagsBits, RequestMethod, Routes } from 'discord.js';
import type { OpenNotice, Question, ThreadRef } from '../../../core/model/conversation.ts';
import { english, type Wording } from '../../../wording/wording.ts';
import { type CommandOpening, readOpening, readPresser } from '../inbound/interactions/command-opening.ts';
import { interactionRef, privateRef, replyRef, targetOf } from '../thread-refs.ts';
import { escapeMarks } from './escape.ts';
import { isUnacknowledged, type MessageCalls, noMentions, type Posted, toNew } from './message-calls.ts';
import { renderQuestion } from './render.ts';
import type { Started, StartThread } from './start-thread.ts';

const noThread: Started = { isOpen: false, notice: 'no_thread_right' };

export interface OpeningOptions {
  readonly startThread: StartThread;
  readonly calls: MessageCalls;
  applicationId(): string;
  /** Resolves when the question's command has been acknowledged; undefined if this process is not acknowledging it. */
  acknowledged(questionId: string): Promise<void> | undefined;
  /** Called if we may not open threads in this channel, or may not write in them. */
  onNoThreads?(channel: string): void;
}

export interface Opened {
  readonly thread: ThreadRef;
  readonly notice?: OpenNotice;
}

/** Opening the same question again returns the same thread. Fails with PlatformError. */
export function createOpening({ calls, applicationId, acknowledged, onNoThreads, startThread }: OpeningOptions) {
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
    const { isOpen, ...why } = mayThread ? await startThread(channel, message, question.text) : noThread;
    return { thread: isOpen ? question.thread : replyRef(question.thread, message), ...why };
  }

  /** A press leaves no message, so its question is posted in the thread of the answer with the button. */
  async function openForPress({ thread, text, id }: Question, presser: string, wording: Wording): Promise<Opened> {
    const target = targetOf(thread);
    const content = `${wording.sayEscaped(escapeMarks, 'askedBy', { name: `<@${presser}>` })}\n${renderQuestion(text)}`;
    if (target.via === 'bot') await calls.create(target.channel, { ...toNew(content), ...calls.replyTo(target) }, id);
    return { thread };
  }

  /** The command's response shows the question; the answer goes into a thread started from it, or to the next best place. */
  async function openForCommand(question: Question, opening: CommandOpening, wording: Wording): Promise<Opened> {
    await acknowledged(question.id);
    const { token, mayPost, mayThread, inChannel } = opening;
    const { thread } = question;
    if (opening.isPrivate) {
      await calls.byToken(RequestMethod.Get, Routes.webhookMessage(applicationId(), token), question.askedAt);
      return { thread: privateRef(thread, question.id, token) };
    }
    const channel = inChannel ? thread.channel : thread.thread || thread.channel;
    const root = await showQuestion(question, opening, wording, channel);
    if (!inChannel && mayPost) return { thread };
    const { isOpen, ...why } = mayThread ? await startThread(thread.channel, root.id, question.text) : noThread;
    if (isOpen) return { thread: { ...thread, thread: root.id }, ...why };
    return { thread: mayPost ? replyRef(thread, root.id) : interactionRef(thread, question.id, token), ...why };
  }

  /** Posts the shared question as the bot, or through the press's webhook if the bot may not post. */
  function showShared(
    { text, id, askedAt }: Question,
    { token, mayPost, sharedBy = '' }: CommandOpening,
    wording: Wording,
    channel: string,
  ) {
    const content = `${wording.sayEscaped(escapeMarks, 'sharedBy', { name: escapeMarks(sharedBy) })}\n${renderQuestion(text)}`;
    if (mayPost) return calls.create(channel, toNew(content), id);
    const route = `${Routes.webhook(applicationId(), token)}?wait=true` as const;
    return calls.byToken(RequestMethod.Post, route, askedAt, toNew(content));
  }

  /**
   * Shows the question in the command's response. If a process died before it acknowledged the command, there is no response and
   * the token is invalid, so the bot posts a message instead.
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
      const route = Routes.webhookMessage(applicationId(), opening.token);
      return await calls.byToken(RequestMethod.Patch, route, question.askedAt, body);
    } catch (error) {
      if (!isUnacknowledged(error) || !opening.mayPost) throw error;
      return await calls.create(channel, body, question.id);
    }
  }
}
