/**
 * Handles a slash command: /docs asks a question, /deploy requests a deployment, /docs-report a report. Each is acknowledged
 * once it is stored.
 */

import type { AckFn, RespondArguments } from '@slack/bolt';
import { StoreError } from '../../../../kit/sql/store-errors.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { isForgetMe } from '../../../core/model/forget-me.ts';
import { refusalSentence } from '../../../core/model/ignored-reason.ts';
import type { PlainKey } from '../../../wording/catalogue.ts';
import type { Wording } from '../../../wording/wording.ts';
import { toPerson } from '../connection/person.ts';
import {
  askerOf,
  type Command,
  deployCommand,
  docsCommand,
  installationOf,
  placeOf,
  reportCommand,
  toQuestion,
} from './commands.ts';
import { answerPrivately, type DeploymentTools, takeDeployCommand, takeReportCommand } from './deploy-command.ts';
import type { Self } from './events.ts';

type Ack = AckFn<string | RespondArguments>;

export interface CommandTools extends DeploymentTools {
  self(): Self;
  /** The ids of an organisation member's workspaces; empty for other users. Fails with PlatformError. */
  teamsOf(user: string): Promise<readonly string[]>;
  /** Escapes plain text for mrkdwn. */
  escapeText(text: string): string;
  /** This process has just stored a question that has no message of its own. */
  onUnposted(questionId: string): void;
  /** The mrkdwn above an answer that only its asker sees. */
  renderLookingUp(question: string, wording: Wording): string;
}

export async function takeCommand(command: Command, ack: Ack, tools: CommandTools): Promise<void> {
  try {
    if (command.command === docsCommand && isForgetMe(command.text ?? '')) await forget(command, ack, tools);
    else if (command.command === docsCommand) await ask(command, ack, tools);
    else if (command.command === deployCommand) await takeDeployCommand(command, ack, tools);
    else if (command.command === reportCommand) await takeReportCommand(command, ack, tools);
    else await ack();
  } catch (error) {
    // Slack delivers a command only once, so its author must learn of a failure.
    if (!(error instanceof StoreError)) throw error;
    tools.logger.warn({ err: error, command: command.command }, 'command not stored');
    await ack(toAuthor(await sentenceFor(command, 'notTaken', tools)));
  }
}

async function forget(command: Command, ack: Ack, tools: CommandTools): Promise<void> {
  const forgotten = forgetEverywhere(command, tools);
  const wording = tools.wordingFor(placeOf(command), command.user_id);
  const reply = forgotten.then(async (key) => key && { markdown: (await wording).say(key), buttons: [] });
  await answerPrivately(command, ack, reply, tools);
}

/** Forgets every identity of the user. Returns the least favourable outcome. */
async function forgetEverywhere(command: Command, tools: CommandTools): Promise<PlainKey | undefined> {
  const { user_id: user } = command;
  const { forgetMe } = tools.handlers();
  const teams = await teamsOf(command, tools);
  // Events without a workspace identify a user by our installation, here the organisation.
  const places = [installationOf(command), ...(teams ?? [])];
  const people = new Set([askerOf(command), ...places.map((place) => toPerson(user, place))]);
  let outcome: PlainKey | undefined;
  for (const person of people) {
    const key = await forgetMe(person);
    if (outcome !== 'forgottenHere') outcome = key;
  }
  return teams ? outcome : 'notTaken';
}

/** The workspaces of the user's organisation, in which their id is the same; undefined when Slack does not say. */
async function teamsOf(command: Command, tools: CommandTools): Promise<readonly string[] | undefined> {
  if (!command.enterprise_id) return [];
  try {
    return await tools.teamsOf(command.user_id);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    tools.logger.warn({ code: error.code, err: error }, 'workspaces of a user not looked up');
    return undefined;
  }
}

async function ask(command: Command, ack: Ack, tools: CommandTools): Promise<void> {
  const { clock, handlers, self, onUnposted, wordingFor, renderLookingUp } = tools;
  const isPrivate = handlers().isPrivate(placeOf(command));
  const question = toQuestion(command, self().userId, clock.now(), isPrivate);
  if (question.text === '') {
    await ack(toAuthor(await sentenceFor(command, 'reply.help', tools)));
    return;
  }
  const result = await handlers().question(question);
  const refusal = refusalSentence(result);
  if (refusal !== undefined) {
    await ack(toAuthor(await sentenceFor(command, refusal, tools)));
    return;
  }
  onUnposted(question.id);
  if (!isPrivate) return ack();
  await ack(toAuthor(renderLookingUp(question.text, await wordingFor(placeOf(command), command.user_id))));
}

async function sentenceFor(command: Command, key: PlainKey, { wordingFor, escapeText }: CommandTools): Promise<string> {
  return escapeText((await wordingFor(placeOf(command), command.user_id)).say(key));
}

function toAuthor(text: string): RespondArguments {
  return { response_type: 'ephemeral', text };
}
