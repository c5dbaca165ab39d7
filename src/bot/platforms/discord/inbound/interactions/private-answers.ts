/** Answers that only the requester sees, and answers that replace a message with buttons. Slow answers are deferred first. */
import { InteractionResponseType, InteractionType, MessageFlags } from 'discord.js';
import { type Clock, within } from '../../../../../kit/base/clock.ts';
import { StoreError } from '../../../../../kit/sql/store-errors.ts';
import type { DeploymentPress, PrivateReply } from '../../../../core/model/deployment.ts';
import type { Handlers } from '../../../../core/ports/handlers.ts';
import type { Wording } from '../../../../wording/wording.ts';
import type { CommandEvent } from '../../native-events.ts';
import { toChannelInfo } from '../../thread-refs.ts';
import { openingOf } from './command-opening.ts';
import type { Responses } from './responses.ts';
import { storeLimitMs } from './store-limit.ts';

export interface PrivateAnswerOptions {
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly responses: Responses;
}

export interface PrivateAnswers {
  answerPrivately(event: CommandEvent, reply: Promise<PrivateReply | undefined>, wording: Wording): Promise<void>;
  onDeploymentPress(event: CommandEvent, press: DeploymentPress, wording: Wording): Promise<void>;
  /** The answer replaces the message with the pressed button, or is shown beside it. */
  replaceWith(event: CommandEvent, reply: Promise<PrivateReply | undefined>, wording: Wording): Promise<void>;
}

const { ChannelMessageWithSource, DeferredChannelMessageWithSource, DeferredMessageUpdate, UpdateMessage } =
  InteractionResponseType;

export function createPrivateAnswers({ handlers, clock, responses }: PrivateAnswerOptions): PrivateAnswers {
  return { answerPrivately, onDeploymentPress, replaceWith };

  async function answerPrivately(
    event: CommandEvent,
    reply: Promise<PrivateReply | undefined>,
    wording: Wording,
  ): Promise<void> {
    const answer = orNotTaken(reply, wording);
    const inTime = await within(answer, storeLimitMs, clock);
    if (inTime !== 'late') {
      if (inTime?.isInPublic) await acknowledgeSilently(event);
      else if (inTime) await responses.respond(event, ChannelMessageWithSource, responses.toPrivateMessage(inTime));
      return;
    }
    await responses.respond(event, DeferredChannelMessageWithSource, { flags: MessageFlags.Ephemeral });
    const late = await answer;
    // Where we may not post, the first public message would replace a deferred response, and be seen by one person only.
    if (late?.isInPublic && mayPostIn(event)) await responses.removeResponse(event);
    else if (late) await responses.editResponse(event, late);
  }

  /** Discord wants a response to a command: one that disappears, or, where we may not post, is replaced by the public message. */
  async function acknowledgeSilently(event: CommandEvent): Promise<void> {
    if (event.type === InteractionType.MessageComponent) return responses.respond(event, DeferredMessageUpdate);
    if (!mayPostIn(event)) return responses.respond(event, DeferredChannelMessageWithSource);
    await responses.respond(event, DeferredChannelMessageWithSource, { flags: MessageFlags.Ephemeral });
    await responses.removeResponse(event);
  }

  function onDeploymentPress(event: CommandEvent, press: DeploymentPress, wording: Wording): Promise<void> {
    return replaceWith(event, handlers.deploymentPress(press), wording);
  }

  /** If several processes receive a press, only one has the answer, and another may have acknowledged the press already. */
  async function replaceWith(
    event: CommandEvent,
    reply: Promise<PrivateReply | undefined>,
    wording: Wording,
  ): Promise<void> {
    const answer = orNotTaken(reply, wording);
    const inTime = await within(answer, storeLimitMs, clock);
    if (inTime !== 'late' && inTime && !inTime.isInPublic) {
      const type = inTime.isBeside ? ChannelMessageWithSource : UpdateMessage;
      if ((await responses.callBack(event, type, responses.toPrivateMessage(inTime))) === 'already')
        await responses.editResponse(event, inTime);
      return;
    }
    await responses.respond(event, DeferredMessageUpdate);
    const late = await answer;
    if (late?.isInPublic) await responses.removeResponse(event);
    else if (late?.isBeside) await responses.followUp(event, late.markdown);
    else if (late) await responses.editResponse(event, late);
  }
}

/** Elsewhere, the messages of a deployment are responses to its command. */
function mayPostIn(event: CommandEvent): boolean {
  return event.channel !== undefined && openingOf(event, toChannelInfo(event.channel, undefined)).mayPost;
}

async function orNotTaken(
  answer: Promise<PrivateReply | undefined>,
  wording: Wording,
): Promise<PrivateReply | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StoreError) return { markdown: wording.say('notTaken'), buttons: [] };
    throw error;
  }
}
