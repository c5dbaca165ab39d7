/**
 * Stores questions asked by a command or a button, acknowledges them in time, and explains refusals. An interaction is
 * acknowledged once, by the process that stored its question first.
 */
import { InteractionResponseType, MessageFlags } from 'discord.js';
import { type Clock, within } from '../../../../../kit/base/clock.ts';
import { orIfStoreFails } from '../../../../../kit/sql/store-errors.ts';
import type { Question } from '../../../../core/model/conversation.ts';
import { pressRefusal } from '../../../../core/model/ignored-reason.ts';
import type { Handlers, QuestionResult } from '../../../../core/ports/handlers.ts';
import type { Wording } from '../../../../wording/wording.ts';
import type { CommandEvent } from '../../native-events.ts';
import type { Pressed } from './buttons.ts';
import { readOpening } from './command-opening.ts';
import { noMentions, type Responses, toPrivate } from './responses.ts';
import { storeLimitMs } from './store-limit.ts';

export interface QuestionOptions {
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly responses: Responses;
}

export interface Questions {
  acknowledge(event: CommandEvent, question: Question, wording: Wording): Promise<void>;
  onAbout(event: CommandEvent, question: Question, wording: Wording): Promise<void>;
  onPress(event: CommandEvent, pressed: Pressed, wording: Wording): Promise<void>;
  /** Resolves when the question's command has been acknowledged; undefined if this process is not acknowledging it. */
  acknowledged(questionId: string): Promise<void> | undefined;
}

const { ChannelMessageWithSource, DeferredChannelMessageWithSource, UpdateMessage } = InteractionResponseType;

export function createQuestions({ handlers, clock, responses }: QuestionOptions): Questions {
  const acknowledging = new Map<string, Promise<void>>();

  return { acknowledge, onAbout, onPress, acknowledged: (questionId) => acknowledging.get(questionId) };

  async function acknowledge(event: CommandEvent, question: Question, wording: Wording): Promise<void> {
    const done = onDocs(event, question, wording).finally(() => acknowledging.delete(question.id));
    // Callers of `acknowledged` only need to know when it has ended, not whether it failed.
    acknowledging.set(
      question.id,
      done.catch(() => undefined),
    );
    await done;
  }

  /** The answer is posted in the message's thread; a private response says so to the asker. */
  async function onAbout(event: CommandEvent, question: Question, wording: Wording): Promise<void> {
    if (readOpening(question.opens ?? '')?.isPrivate) return acknowledge(event, question, wording);
    const refused = store(question).then((result) => refusalOf(result, question, wording));
    const inTime = await within(refused, storeLimitMs, clock);
    const sentence = inTime === undefined || inTime === 'late' ? wording.say('answeredThere') : inTime;
    await responses.respond(event, ChannelMessageWithSource, toPrivate(sentence));
    const late = await refused;
    if (late !== undefined && inTime === 'late') await responses.editResponse(event, { markdown: late, buttons: [] });
  }

  async function onDocs(event: CommandEvent, question: Question, wording: Wording): Promise<void> {
    const stored = store(question);
    const inTime = await within(stored, storeLimitMs, clock);
    // The process that stored it first acknowledges it.
    if (inTime === 'duplicate') return;
    const refusal = inTime === 'late' ? undefined : refusalOf(inTime, question, wording);
    if (refusal !== undefined) {
      await responses.respond(event, ChannelMessageWithSource, toPrivate(refusal));
      return;
    }
    const forAsker = readOpening(question.opens ?? '')?.isPrivate && { flags: MessageFlags.Ephemeral };
    await responses.respond(event, DeferredChannelMessageWithSource, forAsker);
    const result = await stored;
    const late = result === 'duplicate' ? undefined : refusalOf(result, question, wording);
    if (late !== undefined) await responses.editResponse(event, { markdown: late, buttons: [] });
  }

  /**
   * Removes only the pressed button, whose question is then answered in the thread. A question that is refused keeps its button,
   * unless it was asked before.
   */
  async function onPress(event: CommandEvent, { question, rest }: Pressed, wording: Wording): Promise<void> {
    const stored = store(question);
    const inTime = await within(stored, storeLimitMs, clock);
    const refusal = inTime === 'late' || inTime === 'duplicate' ? undefined : refusalOf(inTime, question, wording);
    if (refusal !== undefined) return responses.respond(event, ChannelMessageWithSource, toPrivate(refusal));
    const acknowledged = await responses.callBack(event, UpdateMessage, { components: rest, ...noMentions });
    const late = refusalOf(await stored, question, wording);
    // `already`: the same press, delivered twice.
    if (late !== undefined && acknowledged !== 'already') await responses.followUp(event, late);
  }

  function store(question: Question): Promise<QuestionResult | 'failed'> {
    return orIfStoreFails<QuestionResult | 'failed'>(
      () => handlers.question(question),
      () => 'failed',
    );
  }
}

/** Explains why a question will not be answered; undefined if it will be. */
function refusalOf(result: QuestionResult | 'failed', question: Question, wording: Wording): string | undefined {
  const sentence = result === 'failed' ? 'notTaken' : pressRefusal(result, question);
  return sentence && wording.say(sentence);
}
