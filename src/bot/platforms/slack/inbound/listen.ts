/**
 * Connects Bolt's events, commands and button presses to the core's handlers. Each listener resolves once the core has stored
 * the event, and fails if it cannot: only a stored event is acknowledged.
 */
import { isDeepStrictEqual } from 'node:util';
import type { App, ViewSubmitAction } from '@slack/bolt';
import { isObject } from '../../../../kit/base/json.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import type { Question } from '../../../core/model/conversation.ts';
import { draftKinds } from '../../../core/model/draft.ts';
import type { Handlers } from '../../../core/ports/handlers.ts';
import type { Origin } from '../connection/person.ts';
import { draftForm } from '../feedback/draft-form.ts';
import { toReaction } from '../feedback/reactions.ts';
import { reasonForm } from '../feedback/reason-form.ts';
import { takeReason } from '../feedback/take-reason.ts';
import type { AgentView } from './agent-view.ts';
import { type ButtonPress, controlAction, installationOfPress, suggestionAction } from './buttons.ts';
import { installationOf as installationOfCommand } from './commands.ts';
import { commandIn, deploymentAction, takeDeploymentPress, takeMentionedCommand } from './deploy-command.ts';
import { draftShortcuts, takeDraftForm, takeDraftShortcut } from './draft-shortcuts.ts';
import { type Delivery, installationOf, type Message, questionAt, type Self, toQuestion } from './events.ts';
import { readMessage } from './message-reader.ts';
import { askShortcut, type Shortcut } from './shortcuts.ts';
import type { StopEvent } from './stop-button.ts';
import { type CommandTools, takeCommand } from './take-command.ts';
import { type PressTools, takePress, takeShortcut } from './take-press.ts';

export interface Listeners extends CommandTools, PressTools {
  readonly agentView: AgentView;
  /** A message arrived, possibly with the kind of its channel. */
  onMessageIn(message: Message): void;
  /** This event was a question. */
  onQuestion(delivery: Delivery): void;
  /** The user pressed Stop. Never fails. */
  onStop(stop: StopEvent, origin: Origin, handlers: Handlers): Promise<void>;
}

export interface ListenOptions {
  readonly logger: Logger;
  /**
   * The listeners for an installation's events; undefined when the app is not installed there. Fails with PlatformError or
   * StoreError.
   */
  listenersFor(installation: string): Promise<Listeners | undefined>;
  /** The app was uninstalled there, or its token was revoked. Fails like `listenersFor`. */
  onRemoved(installation: string): Promise<void>;
}

export function listen(app: App, { logger, listenersFor, onRemoved }: ListenOptions): void {
  app.event('app_mention', ({ body }) => takeBody(body));
  app.event('message', ({ body }) => takeBody(body));
  app.event('agent_session_stopped', async ({ event, body, context }) => {
    // The event does not say which answer it stops, so a redelivery could stop the next one. If the event was lost, the next
    // append reports the stop.
    if (context.retryNum) return;
    const origin = originOf(body);
    await withListeners(origin.installation, ({ onStop, handlers }) => onStop(event, origin, handlers()));
  });
  app.event('app_home_opened', ({ event, body }) => {
    const origin = originOf(body);
    return withListeners(origin.installation, async ({ agentView }) => agentView.opened(event, origin));
  });
  // Sent to apps with `assistant_view`, the manifest's older form.
  app.event('assistant_thread_started', ({ event: { assistant_thread: started }, body }) => {
    const installation = installationOf(body);
    const place = { channel: started.channel_id, thread: started.thread_ts };
    return withListeners(installation, async ({ agentView }) =>
      agentView.started(started.user_id, place, installation),
    );
  });
  for (const type of ['reaction_added', 'reaction_removed'] as const)
    app.event(type, ({ event, body }) => {
      const origin = originOf(body);
      return withListeners(origin.installation, (listeners) => takeReaction(event, origin, listeners));
    });
  app.command(/^\//, ({ command, ack }) =>
    withListeners(
      installationOfCommand(command),
      (listeners) => takeCommand(command, ack, listeners),
      () => ack(),
    ),
  );
  // Bolt checks the type of an action; `ButtonPress` names the fields that we read.
  for (const action of [suggestionAction, controlAction])
    app.action(action, ({ body, ack }) =>
      pressed(body, ack, (press, listeners) => takePress(press, () => ack(), listeners)),
    );
  app.action(deploymentAction, ({ body, ack }) =>
    pressed(body, ack, (press, listeners) => takeDeploymentPress(press, () => ack(), listeners)),
  );
  const submitted = { callback_id: reasonForm, type: 'view_submission' } as const;
  app.view<ViewSubmitAction>(submitted, ({ body, ack }) =>
    pressed(body, ack, (_, listeners) => takeReason(body, ack, listeners)),
  );
  app.shortcut(askShortcut, ({ body, ack }) =>
    pressed(body, ack, (_, listeners) => takeShortcut(body as unknown as Shortcut, () => ack(), listeners)),
  );
  const drafted = { callback_id: draftForm, type: 'view_submission' } as const;
  app.view<ViewSubmitAction>(drafted, ({ body, ack }) =>
    pressed(body, ack, (_, listeners) => takeDraftForm(body, ack, listeners)),
  );
  for (const kind of draftKinds)
    app.shortcut(draftShortcuts[kind], ({ body, ack }) =>
      pressed(body, ack, (_, listeners) => {
        return takeDraftShortcut(kind, body as unknown as Shortcut, () => ack(), listeners);
      }),
    );
  app.event('app_uninstalled', ({ body }) => onRemoved(installationOf(body)));
  app.event('tokens_revoked', async ({ event, body }) => {
    if (event.tokens.bot?.length) await onRemoved(installationOf(body));
  });
  // A listener's failure must reach the receiver, so that it does not acknowledge the event.
  app.error((error) => Promise.reject(error));

  async function withListeners(
    installation: string,
    act: (listeners: Listeners) => Promise<void>,
    ack?: () => Promise<void>,
  ): Promise<void> {
    const listeners = await listenersFor(installation);
    if (listeners) return act(listeners);
    logger.debug({ installation }, 'event ignored: app not installed in the workspace');
    await ack?.();
  }

  function pressed(
    body: unknown,
    ack: () => Promise<void>,
    act: (press: ButtonPress, listeners: Listeners) => Promise<void>,
  ): Promise<void> {
    const press = body as ButtonPress;
    return withListeners(
      installationOfPress(press),
      (listeners) => act(press, listeners),
      () => ack(),
    );
  }

  async function takeBody(body: unknown): Promise<void> {
    const delivery = checkDelivery(body);
    if (delivery) await withListeners(installationOf(delivery), (listeners) => takeEvent(delivery, listeners));
    else logger.warn({}, 'malformed event ignored');
  }
}

function originOf(body: Parameters<typeof installationOf>[0] & { readonly team_id?: string | null }): Origin {
  return { installation: installationOf(body), team: body.team_id ?? undefined };
}

async function takeReaction(event: unknown, origin: Origin, { self, handlers }: Listeners): Promise<void> {
  const reaction = toReaction(event, origin, self().userId);
  if (reaction) await handlers().reaction(reaction);
}

/** Handles a message or mention, delivered or backfilled. Fails with StoreError. */
export async function takeEvent(delivery: Delivery, listeners: Listeners): Promise<void> {
  const { logger, agentView } = listeners;
  listeners.onMessageIn(delivery.event);
  const change = toChange(delivery, listeners.self());
  if (change) return takeChange(change, listeners);
  const question = toQuestion(delivery, listeners.self());
  if (typeof question === 'string') {
    logger.debug({ reason: question, type: delivery.event.type }, 'message ignored');
    return;
  }
  const command = question.addressed === 'follow_up' ? undefined : commandIn(question, listeners.handlers());
  const { user } = delivery.event;
  if (command && user) return takeMentionedCommand(question, command, user, listeners);
  const result = await listeners.handlers().question(question);
  if (result !== 'not_ours') listeners.onQuestion(delivery);
  if (result === 'accepted') agentView.asked(question, delivery.event);
  logger.debug({ result, addressed: question.addressed }, 'question handled');
}

async function takeChange(change: Change, { handlers }: Listeners): Promise<void> {
  const { edited, deleted } = handlers();
  if (change.kind === 'edited') await edited(change.question, change.at);
  else await deleted(change.question);
}

type Change =
  | { readonly kind: 'edited'; readonly question: Question; readonly at: number }
  | { readonly kind: 'deleted'; readonly question: Pick<Question, 'id' | 'thread'> };

/** undefined for any other event. */
function toChange(delivery: Delivery, self: Self): Change | undefined {
  const { event } = delivery;
  const { message, previous_message: previous, channel = '', deleted_ts: deleted } = event;
  // A root with replies stays as a tombstone.
  const isDeleted = event.subtype === 'message_deleted' || message?.subtype === 'tombstone';
  const ts = deleted ?? message?.ts;
  if (isDeleted) return ts ? { kind: 'deleted', question: questionAt(delivery, channel, ts) } : undefined;
  if (event.subtype !== 'message_changed' || !message?.edited || !isEdited(message, previous, self)) return undefined;
  const question = toQuestion({ ...delivery, event: { ...message, channel, channel_type: event.channel_type } }, self);
  if (typeof question === 'string') return undefined;
  return { kind: 'edited', question, at: Math.round(Number(message.edited.ts) * 1_000) };
}

/**
 * Whether a person changed what can be read. Slack also reports changes of its own, such as the preview of a link, which leave
 * the time of the last edit as it was.
 */
function isEdited(message: Message, previous: Message | undefined, { userId }: Self): boolean {
  if (!previous) return true;
  const isNewEdit = message.edited?.ts !== previous.edited?.ts;
  return isNewEdit && !isDeepStrictEqual(readMessage(message, userId), readMessage(previous, userId));
}

const stringFields = [
  'subtype',
  'channel',
  'channel_type',
  'user',
  'bot_id',
  'text',
  'ts',
  'thread_ts',
  'team',
  'user_team',
  'deleted_ts',
];

/** undefined for a malformed event. */
export function checkDelivery(body: unknown): Delivery | undefined {
  if (!isObject(body) || typeof body.event_id !== 'string' || !isEvent(body.event)) return undefined;
  if (!isStringOrMissing(body.team_id) || !isListOfObjects(body.authorizations)) return undefined;
  // All fields of `Delivery` were just checked.
  return body as unknown as Delivery;
}

function isEvent(event: unknown): boolean {
  return isObject(event) && typeof event.type === 'string' && isMessage(event);
}

/** Also checks the nested messages of an edit. */
function isMessage(message: Readonly<Record<string, unknown>>): boolean {
  const inner = [message.message, message.previous_message].filter((nested) => nested !== undefined && nested !== null);
  const { edited } = message;
  return (
    stringFields.every((name) => isStringOrMissing(message[name])) &&
    (edited === undefined || edited === null || (isObject(edited) && typeof edited.ts === 'string')) &&
    inner.every((nested) => isObject(nested) && stringFields.every((name) => isStringOrMissing(nested[name])))
  );
}

function isStringOrMissing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function isListOfObjects(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.every(isObject));
}
