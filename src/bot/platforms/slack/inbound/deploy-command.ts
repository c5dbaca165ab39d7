/**
 * Deployments and reports requested in Slack: with /deploy and /docs-report, with a mention that begins with `deploy` or
 * `report`, and with the buttons of private replies. The core's replies are private: sent with the acknowledgement, over a
 * response URL, or as an ephemeral message.
 */

import type { AckFn, RespondArguments, types } from '@slack/bolt';
import { type Clock, within } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { StoreError } from '../../../../kit/sql/store-errors.ts';
import type { DeploymentRequest, Question, ThreadRef } from '../../../core/model/conversation.ts';
import {
  type DeploymentCommand,
  type DeploymentPress,
  type PrivateReply,
  privateChoices,
} from '../../../core/model/deployment.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { identitiesOf } from '../../../core/model/people.ts';
import type { Handlers } from '../../../core/ports/handlers.ts';
import type { Wording } from '../../../wording/wording.ts';
import { toPerson } from '../connection/person.ts';
import type { WebApi } from '../connection/web-api.ts';
import type { ButtonPress } from './buttons.ts';
import { type Command, installationOf, toDeploymentCommand } from './commands.ts';
import { threadRef } from './events.ts';

export interface PrivateContent {
  readonly text: string;
  /** Absent without buttons: Slack takes an empty list for a message without content. */
  readonly blocks?: (types.SectionBlock | types.ActionsBlock)[];
}

export interface DeploymentTools {
  readonly api: WebApi;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Available while the platform is started. */
  handlers(): Handlers;
  renderPrivate(reply: PrivateReply): PrivateContent;
  /** The wording for a user in the place where they wrote. Never fails. */
  wordingFor(thread: ThreadRef, user: string): Promise<Wording>;
}

/** Action ids of the buttons in private replies. */
export const deploymentAction = /^deployment:\w+$/;

/** How long to wait for the reply, of the 3 s within which Slack wants an acknowledgement. */
const answerLimitMs = 2_000;
/** A mention that is handled this late, after an outage, is stale. */
const staleMs = 2 * 60_000;

export async function takeDeployCommand(
  command: Command,
  ack: AckFn<string | RespondArguments>,
  tools: DeploymentTools,
): Promise<void> {
  const request = toDeploymentCommand(command, tools.clock.now());
  await answerPrivately(command, ack, tools.handlers().deployment(request), tools);
}

export async function takeReportCommand(
  command: Command,
  ack: AckFn<string | RespondArguments>,
  tools: DeploymentTools,
): Promise<void> {
  const request = toDeploymentCommand(command, tools.clock.now());
  await answerPrivately(command, ack, tools.handlers().report(request), tools);
}

/** Replies in the acknowledgement if there is time, else over the response URL. Fails with StoreError unless acknowledged. */
export async function answerPrivately(
  command: Command,
  ack: AckFn<string | RespondArguments>,
  answer: Promise<PrivateReply | undefined>,
  tools: DeploymentTools,
): Promise<void> {
  const { api, clock, renderPrivate, logger } = tools;
  const inTime = await within(answer, answerLimitMs, clock);
  if (inTime !== 'late') {
    if (inTime && !inTime.isInPublic) await ack({ response_type: 'ephemeral', ...renderPrivate(inTime) });
    else await ack();
    return;
  }
  await ack();
  const request = toDeploymentCommand(command, clock.now());
  const reply = await answer.catch((error: unknown) => toFailureReply(error, request, tools));
  if (reply && !reply.isInPublic)
    await sendPrivately(logger, () => api.respond(command.response_url, { ...renderPrivate(reply), forAll: false }));
}

/** Slack delivers a button press only once; its acknowledgement cannot contain text. */
export async function takeDeploymentPress(
  press: ButtonPress,
  ack: () => Promise<void>,
  tools: DeploymentTools,
): Promise<void> {
  const { api, clock, handlers, renderPrivate, logger } = tools;
  const pressed = toDeploymentPress(press, clock.now());
  if (!pressed) return ack();
  let isTaken = true;
  const answer = handlers()
    .deploymentPress(pressed)
    .catch((error: unknown) => {
      isTaken = false;
      return toFailureReply(error, pressed, tools);
    });
  await within(answer, answerLimitMs, clock);
  await ack();
  const reply = await answer;
  if (!reply) return;
  const content = {
    ...renderPrivate(reply),
    forAll: false,
    replaces: isTaken && !reply.isBeside,
    removes: reply.isInPublic === true,
    thread: press.message?.thread_ts,
  };
  await sendPrivately(logger, () => api.respond(press.response_url, content));
}

/** The command in a mention; undefined for a question. Makes no calls. */
export function commandIn(question: Question, handlers: Handlers): MentionedCommand | undefined {
  const deploys = handlers.deploymentIn(question);
  if (deploys !== undefined) return { text: deploys, take: (command) => handlers.deployment(command) };
  const reports = handlers.reportIn(question);
  return reports === undefined ? undefined : { text: reports, take: (command) => handlers.report(command) };
}

export interface MentionedCommand {
  readonly text: string;
  take(command: DeploymentCommand): Promise<PrivateReply | undefined>;
}

/** `question`: the mention, read as a question. Fails with StoreError. */
export async function takeMentionedCommand(
  question: Question,
  { text, take }: MentionedCommand,
  user: string,
  { api, clock, renderPrivate, logger }: DeploymentTools,
): Promise<void> {
  const { id, thread, asker, askedAt } = question;
  if (clock.now() - askedAt > staleMs) return logger.debug({ reason: 'stale' }, 'message ignored');
  const identities = identitiesOf(asker);
  const reply = await take({ id, thread, requester: asker, identities, requestedAt: askedAt, text });
  if (!reply || reply.isInPublic) return;
  await sendPrivately(logger, () => postEphemeral({ id, thread }, user, renderPrivate(reply), api));
}

async function postEphemeral(
  { id, thread }: Pick<Question, 'id' | 'thread'>,
  user: string,
  content: PrivateContent,
  api: WebApi,
): Promise<void> {
  // Slack shows an ephemeral message in a thread only when the thread already exists.
  const isReply = !id.endsWith(`:${thread.thread}`);
  const place = { channel: thread.channel, user, ...(isReply && { thread_ts: thread.thread }) };
  await api.attempt(({ chat }) => chat.postEphemeral({ ...place, ...content }));
}

/**
 * Sends the requester another private message: a press's response URL can replace one, a command's only posts new ones.
 * Source: slackapi/bolt-js issue 2287 and slackapi/bolt-python issue 1268, read 2026-11-22. Fails with PlatformError.
 */
export async function tellRequester(request: DeploymentRequest, content: PrivateContent, api: WebApi): Promise<void> {
  const { address } = request.thread;
  if (address !== undefined) return api.respond(address, { ...content, forAll: false });
  await postEphemeral(request, request.requester.split(':').at(-1) ?? '', content, api);
}

/** undefined for other buttons. */
function toDeploymentPress(press: ButtonPress, now: number): DeploymentPress | undefined {
  const { channel, message, user, actions, trigger_id: trigger } = press;
  const [pressed] = actions;
  const choice = privateChoices.find((name) => pressed?.action_id === `deployment:${name}`);
  if (!channel || !choice || !pressed?.value) return undefined;
  const installation = installationOf({
    team_id: press.team?.id,
    enterprise_id: press.enterprise?.id,
    is_enterprise_install: press.is_enterprise_install,
  });
  const requester = toPerson(user.id, installation, user.team_id);
  return {
    id: `slack:${installation}:press:${trigger}`,
    thread: threadRef(installation, channel.id, message?.thread_ts ?? '', press.response_url),
    requester,
    identities: identitiesOf(requester),
    requestedAt: now,
    choice,
    ref: pressed.value,
  };
}

export function toDeploymentButtons({ buttons }: PrivateReply): types.ActionsBlock[] {
  if (buttons.length === 0) return [];
  const elements = buttons.map(({ choice, ref, label, isMain }) => ({
    type: 'button' as const,
    action_id: `deployment:${choice}`,
    text: { type: 'plain_text' as const, text: label, emoji: false },
    value: ref,
    ...(isMain && { style: 'primary' as const }),
  }));
  return [{ type: 'actions', elements }];
}

async function toFailureReply(
  error: unknown,
  { thread, requester }: DeploymentRequest,
  { wordingFor }: DeploymentTools,
): Promise<PrivateReply> {
  if (!(error instanceof StoreError)) throw error;
  const wording = await wordingFor(thread, requester.split(':').at(-1) ?? '');
  return { markdown: wording.say('notTaken'), buttons: [] };
}

/** A failure is only logged, because nothing depends on the reply. */
async function sendPrivately(logger: Logger, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.warn({ code: error.code, err: error }, 'command not answered');
  }
}
