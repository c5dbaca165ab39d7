/**
 * Commands and button presses: handed to the core and acknowledged. An interaction that is not acknowledged within 3 s fails
 * for the person, so it is acknowledged when the question is stored, or when there is no time left to wait for the store.
 * Source: developer docs "Interactions: Receiving and Responding", read 2026-11-21.
 */
import { type Client, InteractionResponseType, MessageFlags } from 'discord.js';
import type { Clock } from '../../../../base/clock.ts';
import { within } from '../../../../base/deadline.ts';
import type { Question, ThreadRef } from '../../../../core/model/conversation.ts';
import type { DeploymentPress, PrivateReply } from '../../../../core/model/deployment.ts';
import { StoreError } from '../../../../core/model/errors.ts';
import { isForgetMe } from '../../../../core/model/forget-me.ts';
import type { Handlers, QuestionResult } from '../../../../core/ports/handlers.ts';
import type { ControlPress, GivenReason, PressAnswer } from '../../../../core/ports/presses.ts';
import type { Wording } from '../../../../wording/wording.ts';
import { toGivenReason, toReasonForm } from '../../feedback/reason-form.ts';
import type { CommandEvent } from '../../native-events.ts';
import { channelRef, toChannelInfo } from '../../thread-refs.ts';
import { namesIn, withCategory } from '../messages/channels.ts';
import { type Pressed, toControlPress, toPressed } from './buttons.ts';
import { readOpening } from './command-opening.ts';
import { toCommand } from './commands.ts';
import { type AloneCommand, toDeploymentPress, toMentionedCommand } from './deploy-command.ts';
import { toAbout } from './message-command.ts';
import { createResponses, noMentions, type ResponseOptions, toPrivate } from './responses.ts';
import { toShared } from './share.ts';

export interface InteractionOptions extends ResponseOptions {
  readonly handlers: Handlers;
  readonly clock: Clock;
}

export interface Interactions {
  onCommand(event: CommandEvent, client: Client): Promise<void>;
  /** Resolves when the command of this question was acknowledged; undefined when that is not under way. */
  acknowledged(questionId: string): Promise<void> | undefined;
}

/** Time for the store; the rest of the 3 s is for Discord. */
const storeLimitMs = 1_500;

export function createInteractions({ handlers, clock, ...options }: InteractionOptions): Interactions {
  const responses = createResponses(options);
  const acknowledging = new Map<string, Promise<void>>();

  return { onCommand, acknowledged: (questionId) => acknowledging.get(questionId) };

  async function onCommand(event: CommandEvent, client: Client): Promise<void> {
    const wording = wordingOf(event, client);
    const press = toControlPress(event);
    if (press) return onControl(event, press, wording);
    const given = toGivenReason(event);
    if (given) return onReason(event, given, wording);
    const pressed = toPressed(event) ?? toShared(event);
    if (pressed) return onPress(event, { ...pressed, question: withCategory(pressed.question, client) }, wording);
    const choice = toDeploymentPress(event);
    if (choice) return onDeploymentPress(event, withCategory(choice, client), wording);
    const mentioned = toMentionedCommand(event);
    if (mentioned) return answerAlone(event, take(mentioned, client), wording);
    const about = toAbout(event, namesIn(client, event.guild_id));
    if (about === 'no_text')
      return responses.respond(event, ChannelMessageWithSource, toPrivate(wording.say('noText')));
    if (about) return onAbout(event, withCategory(about, client), wording);
    const isPrivate = (thread: ThreadRef): boolean =>
      handlers.isPrivate?.(withCategory({ thread }, client).thread) ?? false;
    const command = toCommand(event, namesIn(client, event.guild_id), isPrivate);
    if (!command) return;
    if (command.kind !== 'docs') return answerAlone(event, take(command, client), wording);
    if (isForgetMe(command.question.text)) return answerAlone(event, forget(command.question.asker, wording), wording);
    await acknowledge(event, withCategory(command.question, client), wording);
  }

  async function take({ kind, command }: AloneCommand, client: Client): Promise<PrivateReply | undefined> {
    const asked = withCategory(command, client);
    return kind === 'deploy' ? handlers.deployment(asked) : handlers.report?.(asked);
  }

  async function forget(person: string, wording: Wording): Promise<PrivateReply | undefined> {
    const said = await handlers.forgetMe?.(person);
    return said && { markdown: wording.say(said), buttons: [] };
  }

  function wordingOf({ channel, guild_id: guild, locale }: CommandEvent, client: Client): Wording {
    const thread = channelRef(
      guild,
      channel?.id ?? '',
      channel ? toChannelInfo(channel, undefined) : { kind: 'direct' },
    );
    return handlers.wordingFor(withCategory({ thread }, client).thread, locale);
  }

  async function acknowledge(event: CommandEvent, question: Question, wording: Wording): Promise<void> {
    const done = onDocs(event, question, wording).finally(() => acknowledging.delete(question.id));
    // Whoever waits for it wants to know when, not how.
    acknowledging.set(
      question.id,
      done.catch(() => undefined),
    );
    await done;
  }

  /** The answer comes in the message's thread; who asked learns so. */
  async function onAbout(event: CommandEvent, question: Question, wording: Wording): Promise<void> {
    if (readOpening(question.opens ?? '')?.isPrivate) return acknowledge(event, question, wording);
    const refused = store(question).then((result) =>
      result === 'duplicate' ? wording.say('askedAlready') : refusalOf(result, wording),
    );
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
    const refusal = inTime === 'late' ? undefined : refusalOf(inTime, wording);
    if (refusal !== undefined) {
      await responses.respond(event, ChannelMessageWithSource, toPrivate(refusal));
      return;
    }
    const forAsker = readOpening(question.opens ?? '')?.isPrivate && { flags: MessageFlags.Ephemeral };
    await responses.respond(event, DeferredChannelMessageWithSource, forAsker);
    const late = refusalOf(await stored, wording);
    if (late !== undefined) await responses.editResponse(event, { markdown: late, buttons: [] });
  }

  /** The pressed button is removed, and no other one: its question is answered below. One that is not answered stays. */
  async function onPress(event: CommandEvent, { question, rest }: Pressed, wording: Wording): Promise<void> {
    const refused = store(question).then((result) => refusalOf(result, wording));
    const inTime = await within(refused, storeLimitMs, clock);
    if (inTime !== undefined && inTime !== 'late') {
      await responses.respond(event, ChannelMessageWithSource, toPrivate(inTime));
      return;
    }
    await responses.respond(event, UpdateMessage, { components: rest, ...noMentions });
    const refusal = await refused;
    if (refusal === undefined) return;
    await responses.followUp(event, refusal);
  }

  /** A form opens at once or not at all: what was pressed counts without a reason then. */
  async function onControl(event: CommandEvent, press: ControlPress, wording: Wording): Promise<void> {
    const pressed = orNotStored(async () => (await handlers.press?.(press)) ?? {});
    const inTime = await within(pressed, storeLimitMs, clock);
    if (inTime !== 'late' && inTime.asksReason) {
      return responses.respond(event, Modal, toReasonForm(press.control.turn, inTime.asksReason.mayTakeBack, wording));
    }
    if (inTime !== 'late' && inTime.replacement)
      return responses.respond(event, UpdateMessage, responses.toMessage(inTime.replacement));
    await tell(event, wording, pressed, inTime);
  }

  async function onReason(event: CommandEvent, given: GivenReason, wording: Wording): Promise<void> {
    const taken = orNotStored(async () => (await handlers.reason?.(given)) ?? {});
    await tell(event, wording, taken, await within(taken, storeLimitMs, clock));
  }

  /** Without a sentence, what was done shows in the answer itself. */
  async function tell(
    event: CommandEvent,
    wording: Wording,
    told: Promise<PressAnswer>,
    inTime: PressAnswer | 'late',
  ): Promise<void> {
    if (inTime !== 'late' && inTime.say !== undefined) {
      return responses.respond(event, ChannelMessageWithSource, toPrivate(wording.say(inTime.say)));
    }
    await responses.respond(event, DeferredMessageUpdate);
    const { say, replacement } = await told;
    if (say !== undefined) await responses.followUp(event, wording.say(say));
    if (!replacement) return;
    await responses.replaceMessage(event, replacement);
  }

  async function orNotStored(act: () => Promise<PressAnswer>): Promise<PressAnswer> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof StoreError) return { say: 'notTaken' };
      throw error;
    }
  }

  async function store(question: Question): Promise<QuestionResult | 'failed'> {
    try {
      return await handlers.question(question);
    } catch (error) {
      if (error instanceof StoreError) return 'failed';
      throw error;
    }
  }

  /** The response is for the requester alone. */
  async function answerAlone(
    event: CommandEvent,
    reply: Promise<PrivateReply | undefined>,
    wording: Wording,
  ): Promise<void> {
    const answer = orNotTaken(reply, wording);
    const inTime = await within(answer, storeLimitMs, clock);
    if (inTime !== 'late') {
      if (inTime) await responses.respond(event, ChannelMessageWithSource, responses.toAlone(inTime));
      return;
    }
    await responses.respond(event, DeferredChannelMessageWithSource, { flags: MessageFlags.Ephemeral });
    const late = await answer;
    if (late) await responses.editResponse(event, late);
  }

  /**
   * The answer takes the place of the message with the button. Of several processes that receive a press, one has the answer,
   * and another one may have acknowledged it before.
   */
  async function onDeploymentPress(event: CommandEvent, press: DeploymentPress, wording: Wording): Promise<void> {
    const answer = orNotTaken(handlers.deploymentPress(press), wording);
    const inTime = await within(answer, storeLimitMs, clock);
    if (inTime !== 'late' && inTime) {
      const type = inTime.isBeside ? ChannelMessageWithSource : UpdateMessage;
      if ((await responses.callBack(event, type, responses.toAlone(inTime))) === 'already')
        await responses.editResponse(event, inTime);
      return;
    }
    await responses.respond(event, DeferredMessageUpdate);
    const late = await answer;
    if (late?.isBeside) await responses.followUp(event, late.markdown);
    else if (late) await responses.editResponse(event, late);
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
}

const { ChannelMessageWithSource, DeferredChannelMessageWithSource, DeferredMessageUpdate, Modal, UpdateMessage } =
  InteractionResponseType;

/** The sentence for a question that will not be answered. */
function refusalOf(result: QuestionResult | 'failed', wording: Wording): string | undefined {
  if (result === 'failed') return wording.say('notTaken');
  if (result === 'off' || result === 'not_allowed' || result === 'unchecked') return wording.say(`refused.${result}`);
  if (result === 'gone') return wording.say('shareGone');
  return result === 'over_limit' ? wording.say('reply.over_limit') : undefined;
}
