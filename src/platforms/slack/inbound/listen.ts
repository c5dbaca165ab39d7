/**
 * Connects Bolt's events, commands and button presses to the core's handlers. Each listener ends when the core has stored
 * what it was given, and fails when it could not: whoever delivered the event acknowledges after that.
 */
import type { App, ViewSubmitAction } from '@slack/bolt';
import type { Handlers } from '../../../core/ports/handlers.ts';
import { toReaction } from '../feedback/reactions.ts';
import { reasonForm } from '../feedback/reason-form.ts';
import { takeReason } from '../feedback/take-reason.ts';
import type { AgentView } from './agent-view.ts';
import { type ButtonPress, controlAction, shareAction, suggestionAction } from './buttons.ts';
import { type Change, toChange } from './changes.ts';
import { checkDelivery } from './check-payload.ts';
import { commandIn, deploymentAction, takeDeploymentPress, takeMentionedCommand } from './deploy-command.ts';
import { type Delivery, installationOf, type Message, toQuestion } from './events.ts';
import { askShortcut, type Shortcut } from './shortcuts.ts';
import type { StopEvent } from './stop-button.ts';
import { type CommandTools, takeCommand } from './take-command.ts';
import { type PressTools, takePress, takeShortcut } from './take-press.ts';

export interface Listeners extends CommandTools, PressTools {
  readonly agentView: AgentView;
  /** A message came, perhaps with the kind of its channel. */
  onMessageIn(message: Message): void;
  /** A question came by this event. */
  onQuestion(delivery: Delivery): void;
  /** Somebody pressed Stop. Never fails. */
  onStop(stop: StopEvent, installation: string, handlers: Handlers): Promise<void>;
}

/** Returns the listener for events that came by another way than Bolt. It fails with StoreError. */
export function listen(app: App, listeners: Listeners): (delivery: Delivery) => Promise<void> {
  const { logger, agentView } = listeners;
  app.event('app_mention', ({ body }) => takeBody(body));
  app.event('message', ({ body }) => takeBody(body));
  app.event('agent_session_stopped', async ({ event, body, context }) => {
    // It names no answer, so a redelivered one could end the next answer. A lost one shows when more text is written.
    if (!context.retryNum) await listeners.onStop(event, installationOf(body), listeners.handlers());
  });
  app.event('app_home_opened', async ({ event, body }) => agentView.opened(event, installationOf(body)));
  // Of apps with `assistant_view`, the manifest's older way.
  app.event('assistant_thread_started', async ({ event: { assistant_thread: started }, body }) =>
    agentView.started(
      started.user_id,
      { channel: started.channel_id, thread: started.thread_ts },
      installationOf(body),
    ),
  );
  for (const type of ['reaction_added', 'reaction_removed'] as const)
    app.event(type, ({ event, body }) => takeReaction(event, body.team_id ?? installationOf(body)));
  app.command(/^\//, ({ command, ack }) => takeCommand(command, ack, listeners));
  // Bolt checks the kind of an action; `ButtonPress` names the fields that matter, all of them optional.
  for (const action of [suggestionAction, shareAction, controlAction])
    app.action(action, ({ body, ack }) => takePress(body as unknown as ButtonPress, () => ack(), listeners));
  app.action(deploymentAction, ({ body, ack }) =>
    takeDeploymentPress(body as unknown as ButtonPress, () => ack(), listeners),
  );
  const submitted = { callback_id: reasonForm, type: 'view_submission' } as const;
  app.view<ViewSubmitAction>(submitted, ({ body, ack }) => takeReason(body, ack, listeners));
  app.shortcut(askShortcut, ({ body, ack }) => takeShortcut(body as unknown as Shortcut, () => ack(), listeners));
  // What a listener fails with must reach whoever would acknowledge.
  app.error((error) => Promise.reject(error));
  return takeEvent;

  async function takeReaction(event: unknown, installation: string): Promise<void> {
    const reaction = toReaction(event, installation, listeners.self().userId);
    if (reaction) await listeners.handlers().reaction?.(reaction);
  }

  async function takeBody(body: unknown): Promise<void> {
    const delivery = checkDelivery(body);
    if (delivery) await takeEvent(delivery);
    else logger.warn({}, 'malformed event ignored');
  }

  async function takeEvent(delivery: Delivery): Promise<void> {
    listeners.onMessageIn(delivery.event);
    const change = toChange(delivery, listeners.self());
    if (change) return takeChange(change);
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
    logger.debug({ result, addressed: question.addressed }, 'question taken');
  }

  async function takeChange(change: Change): Promise<void> {
    const { edited, deleted } = listeners.handlers();
    if (change.kind === 'edited') await edited?.(change.question, change.at);
    else await deleted?.(change.question);
  }
}
