/**
 * What Slack tells us, handed to the core. In: Bolt's events, commands and presses of buttons. Out: questions and deployment requests. Each
 * listener ends when the core has stored what it was given, and fails when the core could not: whoever brought the event
 * acknowledges after that.
 */
import type { AckFn, App, RespondArguments } from '@slack/bolt';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { PlatformError, StoreError } from '../../../core/model/errors.ts';
import * as wording from '../../../core/model/wording.ts';
import type { Handlers } from '../../../core/ports/platform.ts';
import { type ButtonPress, toQuestion as fromPress, suggestionAction } from './buttons.ts';
import {
  type Command,
  deployCommand,
  docsCommand,
  toQuestion as fromCommand,
  toDeploymentRequest,
} from './commands.ts';
import { type Delivery, toQuestion as fromEvent, type Self } from './events.ts';
import type { StopEvent } from './stop-button.ts';

export interface Listeners {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Set between start and stop. */
  handlers(): Handlers;
  self(): Self;
  /** A question came by this event. */
  onQuestion(delivery: Delivery): void;
  /** A question without a message of its own was stored, by this process and just now. */
  onUnposted(questionId: string): void;
  /** Somebody pressed Stop. Never fails. */
  onStop(stop: StopEvent, handlers: Handlers): Promise<void>;
  /** Says something in a thread to the one person who pressed a button there. Fails with PlatformError. */
  tell(responseUrl: string, thread: string | undefined, text: string): Promise<void>;
}

type Ack = AckFn<string | RespondArguments>;

/** Of the 3 s until an acknowledgement is due. */
const storeLimitMs = 1_500;

/** Returns what takes an event that came by another way than Bolt. It fails with StoreError. */
export function listen(app: App, listeners: Listeners): (delivery: Delivery) => Promise<void> {
  const { logger, clock } = listeners;
  // Bolt's types of an event are as many as its subtypes; `Delivery` names the fields that matter, all of them optional.
  app.event('app_mention', ({ body }) => takeEvent(body as unknown as Delivery));
  app.event('message', ({ body }) => takeEvent(body as unknown as Delivery));
  app.event('agent_session_stopped', async ({ event, context }) => {
    // It names no answer: told again, it could end the next one. One that is lost shows when more words are written.
    if (!context.retryNum) await listeners.onStop(event, listeners.handlers());
  });
  app.command(/^\//, ({ command, ack }) => takeCommand(command, ack));
  // As with events: `Press` names the fields that matter.
  app.action(suggestionAction, ({ body, ack }) => takePress(body as unknown as ButtonPress, () => ack()));
  // What a listener fails with must reach whoever would acknowledge.
  app.error((error) => Promise.reject(error));
  return takeEvent;

  async function takeEvent(delivery: Delivery): Promise<void> {
    const question = fromEvent(delivery, listeners.self());
    if (typeof question === 'string') {
      logger.debug({ reason: question, type: delivery.event.type }, 'no question');
      return;
    }
    const result = await listeners.handlers().question(question);
    if (result !== 'not_ours') listeners.onQuestion(delivery);
    logger.debug({ result, addressed: question.addressed }, 'question taken');
  }

  async function takeCommand(command: Command, ack: Ack): Promise<void> {
    try {
      if (command.command === docsCommand) await takeDocs(command, ack);
      else if (command.command === deployCommand) await takeDeploy(command, ack);
      else await ack();
    } catch (error) {
      // Slack brings a command once only, so whoever typed it must hear of it.
      if (!(error instanceof StoreError)) throw error;
      logger.warn({ err: error, command: command.command }, 'a command could not be stored');
      await ack(toOneReader(wording.notTaken));
    }
  }

  async function takeDocs(command: Command, ack: Ack): Promise<void> {
    const question = fromCommand(command, listeners.self().userId, clock.now());
    if (question.text === '') {
      await ack(toOneReader(wording.help));
      return;
    }
    await listeners.handlers().question(question);
    listeners.onUnposted(question.id);
    await ack();
  }

  /** It comes once only, like a command; but its acknowledgement has no words, and need not wait for a store that hangs. */
  async function takePress(press: ButtonPress, ack: () => Promise<void>): Promise<void> {
    const over = new AbortController();
    const asked = askPressed(press).finally(() => over.abort());
    // Its failure is looked at below.
    asked.catch(() => undefined);
    await clock.wait(storeLimitMs, over.signal);
    await ack();
    const sentence = await asked;
    if (sentence === undefined) return;
    try {
      await listeners.tell(press.response_url, press.message?.thread_ts, sentence);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      logger.debug({ code: error.code }, 'nobody could be told of a press');
    }
  }

  /** What the one who pressed must be told, or nothing. */
  async function askPressed(press: ButtonPress): Promise<string | undefined> {
    const question = fromPress(press, clock.now());
    if (!question) return undefined;
    try {
      const result = await listeners.handlers().question(question);
      logger.debug({ result }, 'press taken');
      if (result === 'duplicate') return wording.askedAlready;
      listeners.onUnposted(question.id);
      return undefined;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.warn({ err: error }, 'a press could not be stored');
      return wording.notTaken;
    }
  }

  async function takeDeploy(command: Command, ack: Ack): Promise<void> {
    const { sentence } = await listeners.handlers().deployment(toDeploymentRequest(command, clock.now()));
    await ack(toOneReader(sentence));
  }
}

function toOneReader(text: string): RespondArguments {
  return { response_type: 'ephemeral', text };
}
