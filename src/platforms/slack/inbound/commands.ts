/**
 * Slash commands: the payload of /docs, /deploy or /docs-report -> a Question or a DeploymentCommand.
 *
 * A command has no message and no thread: `Platform.open` posts one, so a /docs question carries what that needs. The
 * response URL reaches the place where the command was typed, even where we may not post; it is secret.
 */

import type { Question, ThreadRef } from '../../../core/model/conversation.ts';
import type { DeploymentCommand } from '../../../core/model/deployment.ts';
import { identitiesOf } from '../../../core/model/people.ts';
import { toPerson } from '../connection/person.ts';
import { threadRef } from './events.ts';
import { readText } from './inbound-text.ts';

export const docsCommand = '/docs';
export const deployCommand = '/deploy';
export const reportCommand = '/docs-report';

/** The part of a payload that is read. Source: docs.slack.dev interactivity/implementing-slash-commands, 2026-11-21. */
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

/** What `open` needs to show a question that has no message of its own: that of a command, or of a button. */
export interface Opening {
  readonly user: string;
  /** Reaches the asker where we may not post. */
  readonly responseUrl?: string;
  /** The asker follows the thread, which is still to be made. */
  readonly mentions?: true;
  /** It is answered for its asker only. */
  readonly isPrivate?: true;
  /** It is the root of its thread, and is not quoted there. */
  readonly isRoot?: true;
  /** It shares a known answer. */
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
    thread: toBeMade(installation, command.channel_id, command.trigger_id),
    asker: askerOf(command),
    addressed: 'command',
    text: readText(command.text ?? '', self),
    ...(isGroup(command.channel_name) && { isInGroup: true }),
    askedAt: now,
    opens: JSON.stringify(opening),
  };
}

/** `mpdm-ada--bob-1` names a group direct message. */
export function isGroup(channelName: unknown): boolean {
  return typeof channelName === 'string' && channelName.startsWith('mpdm-');
}

/** Who typed it. */
export function askerOf(command: Command): string {
  return toPerson(command.user_id, installationOf(command), command.team_id);
}

/** The place of a command, with the fields that rules look at. */
export function placeOf(command: Command): ThreadRef {
  return threadRef(installationOf(command), command.channel_id, '');
}

/** The thread of a question without a message, which `open` makes. */
export function toBeMade(installation: string, channel: string, trigger: string): ThreadRef {
  return threadRef(installation, channel, `command:${trigger}`);
}

/** Progress goes to the channel, by the response URL where we may not post. */
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

/** What `toQuestion` wrote into `Question.opens`. */
export function readOpening(opens: string): Opening {
  // Written by a `toQuestion` of this folder and kept by the store as it was.
  return JSON.parse(opens) as Opening;
}

function idOf(command: Command): string {
  return `slack:${installationOf(command)}:command:${command.trigger_id}`;
}

/** The workspace or organisation where we are installed. */
export function installationOf(asked: Pick<Command, 'team_id' | 'enterprise_id' | 'is_enterprise_install'>): string {
  // The field is text in a form and a boolean in JSON.
  const wholeOrganisation = String(asked.is_enterprise_install) === 'true';
  return (wholeOrganisation ? asked.enterprise_id : asked.team_id) ?? '';
}
