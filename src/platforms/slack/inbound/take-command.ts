/** Takes a slash command: /docs asks a question, /deploy a deployment, and each is acknowledged when it is stored. */
import type { AckFn, RespondArguments } from '@slack/bolt';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { StoreError } from '../../../core/model/errors.ts';
import * as wording from '../../../core/model/wording.ts';
import type { Handlers } from '../../../core/ports/platform.ts';
import { type Command, deployCommand, docsCommand, placeOf, toDeploymentRequest, toQuestion } from './commands.ts';
import type { Self } from './events.ts';

type Ack = AckFn<string | RespondArguments>;

export interface CommandTools {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Set between start and stop. */
  handlers(): Handlers;
  self(): Self;
  /** A question without a message of its own was stored, by this process and just now. */
  onUnposted(questionId: string): void;
}

export async function takeCommand(command: Command, ack: Ack, tools: CommandTools): Promise<void> {
  try {
    if (command.command === docsCommand) await ask(command, ack, tools);
    else if (command.command === deployCommand) await deploy(command, ack, tools);
    else await ack();
  } catch (error) {
    // Slack delivers a command once only, so its author must be told.
    if (!(error instanceof StoreError)) throw error;
    tools.logger.warn({ err: error, command: command.command }, 'command not stored');
    await ack(toAuthor(wording.notTaken));
  }
}

async function ask(command: Command, ack: Ack, { clock, handlers, self, onUnposted }: CommandTools): Promise<void> {
  const isPrivate = handlers().isPrivate?.(placeOf(command));
  const question = toQuestion(command, self().userId, clock.now(), isPrivate);
  if (question.text === '') {
    await ack(toAuthor(wording.fixedReply('help')));
    return;
  }
  const result = await handlers().question(question);
  if (result === 'off' || result === 'not_allowed') {
    await ack(toAuthor(wording.refusedHere(result)));
    return;
  }
  onUnposted(question.id);
  await ack();
}

async function deploy(command: Command, ack: Ack, { clock, handlers }: CommandTools): Promise<void> {
  const { sentence } = await handlers().deployment(toDeploymentRequest(command, clock.now()));
  await ack(toAuthor(sentence));
}

function toAuthor(text: string): RespondArguments {
  return { response_type: 'ephemeral', text };
}
