/**
 * Slash commands: the payload of /docs, /deploy or /docs-report -> a Question or a DeploymentCommand.
 *
 * A command has neither a message nor a thread: `Platform.open` posts one, so a /docs question carries the data for that.
 * The response URL reaches the channel where the command was typed, even if we may not post there; it is secret.
 */

import type { Question, ThreadRef } from '../../../core/model/conversation.ts';
import type { DeploymentCommand } from '../../../core/model/deployment.ts';
import { identitiesOf } from '../../../core/model/people.ts';
import { toPerson } from '../connection/person.ts';
import { placeIn } from '../connection/visibility.ts';
import { threadRef } from './events.ts';
import { readText } from './inbound-text.ts';

export const docsCommand = '/docs';
export const deployCommand = '/deploy';
export const reportCommand = '/docs-report';

/** The fields of the payload that we read. Source: docs.slack.dev interactivity/implementing-slash-commands, 2026-11-21. */
export interface Command {
  readonly command: string;
  readonly text?: string;
  readonly team_id?: string | undefined;
  readonly enterprise_id?: string | undefined;
  readonly is_enterprise_install?: string | boolean | undefined;
  readonly channel_id: string;
  readonly channel_name?: string | undefined;
  readonly user_id: string;
  readonly response_url: string;
  readonly trigger_id: string;
}

/** What `open` needs to show a question that has no message of its own: one asked by a command or a button. */
export interface Opening {
  readonly user: string;
  /** Reaches the asker where we may not post. */
  readonly responseUrl?: string;
  /** The asker is mentioned, and so follows the new thread. */
  readonly mentions?: true;
  /** The answer is visible only to the asker. */
  readonly isPrivate?: true;
  /** The question is the root of its thread, so it is not quoted there. */
  readonly isRoot?: true;
  /** The question shares an existing answer. */
  readonly isShared?: true;
}

/** The question that /docs asks; its text is empty when nothing was typed after the command. */
export function toQuestion(command: Command, self: string, now: number, isPrivate = false): Question {
  const installation = installationOf(command);
  const opening: Opening = {
    user: command.user_id,
    responseUrl: command.response_url,
    mentions: true,
    ...(isPrivate && { isPrivate }),
  };
  const id = idOf(command);
  return {
    id,
    eventId: id,
    thread: toUnopenedThread(installation, command.channel_id, command.trigger_id),
    asker: askerOf(command),
    addressed: 'command',
    text: readText(command.text ?? '', self),
    ...placeIn({ id: command.channel_id, name: command.channel_name }),
    askedAt: now,
    opens: JSON.stringify(opening),
  };
}

/** Who typed the command, in the form of `Question.asker`. */
export function askerOf(command: Command): string {
  return toPerson(command.user_id, installationOf(command), command.team_id);
}

/** Where the command was typed, with the fields that routing rules look at. */
export function placeOf(command: Command): ThreadRef {
  return threadRef(installationOf(command), command.channel_id, '');
}

/** The placeholder for a thread that `open` has yet to create. */
export function toUnopenedThread(installation: string, channel: string, trigger: string): ThreadRef {
  return threadRef(installation, channel, `command:${trigger}`);
}

/** Progress is shown in the channel, through the response URL where we may not post. */
export function toDeploymentCommand(command: Command, now: number): DeploymentCommand {
  const installation = installationOf(command);
  return {
    id: idOf(command),
    thread: threadRef(installation, command.channel_id, '', command.response_url),
    requester: askerOf(command),
    identities: identitiesOf(askerOf(command)),
    requestedAt: now,
    text: command.text?.trim() ?? '',
  };
}

/** Parses `Question.opens`. */
export function readOpening(opens: string): Opening {
  // Written by one of the `toQuestion` functions in this folder and stored unchanged.
  return JSON.parse(opens) as Opening;
}

function idOf(command: Command): string {
  return `slack:${installationOf(command)}:command:${command.trigger_id}`;
}

/** The workspace or organisation where we are installed. */
export function installationOf(command: Pick<Command, 'team_id' | 'enterprise_id' | 'is_enterprise_install'>): string {
  // A string in form data, a boolean in JSON.
  const isOrganisationWide = String(command.is_enterprise_install) === 'true';
  return (isOrganisationWide ? command.enterprise_id : command.team_id) ?? '';
}
