/** Passes presses of an answer's controls, and submitted reasons, to the core, and acknowledges them in time. */
import { InteractionResponseType } from 'discord.js';
import { type Clock, within } from '../../../../../kit/base/clock.ts';
import { orIfStoreFails } from '../../../../../kit/sql/store-errors.ts';
import type { Control } from '../../../../core/model/body.ts';
import type { Handlers } from '../../../../core/ports/handlers.ts';
import type { GivenReason, PressAnswer } from '../../../../core/ports/presses.ts';
import type { PlainKey } from '../../../../wording/catalogue.ts';
import type { Wording } from '../../../../wording/wording.ts';
import { toReasonForm } from '../../feedback/reason-form.ts';
import type { CommandEvent } from '../../native-events.ts';
import { type PressedControl, toOffers } from './buttons.ts';
import { type Responses, toPrivate } from './responses.ts';
import { storeLimitMs } from './store-limit.ts';

export interface ControlPressOptions {
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly responses: Responses;
}

export interface ControlPresses {
  onControl(event: CommandEvent, press: PressedControl, wording: Wording): Promise<void>;
  /** Shows the controls as private buttons. */
  onMenu(event: CommandEvent, controls: readonly Control[], wording: Wording): Promise<void>;
  onReason(event: CommandEvent, reason: GivenReason, wording: Wording): Promise<void>;
}

const { ChannelMessageWithSource, DeferredMessageUpdate, Modal, UpdateMessage } = InteractionResponseType;

export function createControlPresses({ handlers, clock, responses }: ControlPressOptions): ControlPresses {
  return { onControl, onMenu, onReason };

  /** A form can be opened only in the first response; if the store is too slow, the press counts without a reason. */
  async function onControl(
    event: CommandEvent,
    { isOffer, ...press }: PressedControl,
    wording: Wording,
  ): Promise<void> {
    const take = (): Promise<PressAnswer> => orNotTaken(() => handlers.press(press));
    // A private answer is rewritten with this press's token, which is not usable until the press is acknowledged.
    if (press.control.kind === 'again' && press.address !== undefined) {
      await responses.respond(event, DeferredMessageUpdate);
      return followUp(event, wording, await take());
    }
    const pressed = take();
    const inTime = await within(pressed, storeLimitMs, clock);
    if (isOffer) return replace(event, wording, pressed, inTime);
    if (inTime !== 'late' && inTime.asksReason) {
      return responses.respond(event, Modal, toReasonForm(press.control.turn, inTime.asksReason.mayTakeBack, wording));
    }
    await respond(event, wording, pressed, inTime);
  }

  function onMenu(event: CommandEvent, controls: readonly Control[], wording: Wording): Promise<void> {
    return responses.respond(event, ChannelMessageWithSource, toPrivateAnswer(wording, 'moreHere', controls));
  }

  async function onReason(event: CommandEvent, reason: GivenReason, wording: Wording): Promise<void> {
    const taken = orNotTaken(() => handlers.reason(reason));
    await respond(event, wording, taken, await within(taken, storeLimitMs, clock));
  }

  /** Without a sentence, the answer itself shows the effect. */
  async function respond(
    event: CommandEvent,
    wording: Wording,
    answer: Promise<PressAnswer>,
    inTime: PressAnswer | 'late',
  ): Promise<void> {
    if (inTime !== 'late' && inTime.say !== undefined) {
      return responses.respond(event, ChannelMessageWithSource, toPrivateAnswer(wording, inTime.say, inTime.offers));
    }
    await responses.respond(event, DeferredMessageUpdate);
    await followUp(event, wording, await answer);
  }

  /** The private sentence above the pressed button has served; it disappears if there is nothing to say. */
  async function replace(
    event: CommandEvent,
    wording: Wording,
    answer: Promise<PressAnswer>,
    inTime: PressAnswer | 'late',
  ): Promise<void> {
    if (inTime !== 'late' && inTime.say !== undefined)
      return responses.respond(event, UpdateMessage, toPrivateAnswer(wording, inTime.say, inTime.offers));
    await responses.respond(event, DeferredMessageUpdate);
    await followUp(event, wording, await answer);
    await responses.removeResponse(event);
  }

  async function followUp(event: CommandEvent, wording: Wording, { say, offers }: PressAnswer): Promise<void> {
    if (say !== undefined) await responses.followUp(event, toPrivateAnswer(wording, say, offers));
  }

  function orNotTaken(act: () => Promise<PressAnswer>): Promise<PressAnswer> {
    return orIfStoreFails(act, () => ({ say: 'notTaken' }));
  }
}

function toPrivateAnswer(wording: Wording, say: PlainKey, controls: readonly Control[] = []): object {
  return { ...toPrivate(wording.say(say)), components: toOffers(controls, wording) };
}
