/** How people use the app other than by messages: commands, buttons, shortcuts, its Home tab, Stop. */
import { isObject, type JsonObject } from '../../json.ts';
import type { Delivery } from '../socket-mode/delivery.ts';
import type { Streams } from '../web-api/methods/streams.ts';
import type { ResponseUrls } from '../web-api/response-urls.ts';
import type { Message } from '../world/message.ts';
import type { Modals } from '../world/modals.ts';
import type { Workspace } from '../world/workspace.ts';
import {
  blockActions,
  findButton,
  messageShortcut,
  type Origin,
  slashCommand,
  viewSubmission,
} from './interaction-payloads.ts';
import { findMember, findMessage, type MessagePlace, type Place } from './place.ts';

export interface ButtonPress extends MessagePlace {
  /** The element's action_id or label. */
  readonly button: string;
  /** Feedback buttons only: which of the two. */
  readonly value?: string;
}

/** What the app returned with its ack. */
export interface Acknowledged {
  readonly ack: JsonObject;
}

interface Parts {
  readonly workspace: Workspace;
  readonly delivery: Delivery;
  readonly responseUrls: ResponseUrls;
  readonly streams: Streams;
  readonly modals: Modals;
  /** `http://127.0.0.1:PORT` */
  origin(): string;
}

export type UserInteractions = ReturnType<typeof createUserInteractions>;

/** Commands, buttons and shortcuts reject with NotAnswered if no ack arrives within 3 s. */
export function createUserInteractions({ workspace, delivery, responseUrls, streams, modals, origin }: Parts) {
  return { command, press, shortcut, submitForm, openHome, openAssistant, stopAnswer };

  /** `/docs how do I …` */
  async function command(asked: Place & { command: string; text: string }): Promise<Acknowledged> {
    const from = originOf(asked);
    const ack = await delivery.sendInteraction('slash_commands', slashCommand(from, asked.command, asked.text));
    if (ack.text || ack.blocks) responseUrls.respond({ channel: from.channel.id, user: from.user.id }, ack);
    return { ack };
  }

  /** Presses a button under a message. */
  async function press({ button, value, ...place }: ButtonPress): Promise<Acknowledged> {
    const message = findMessage(workspace, place);
    const element = findButton(message, button);
    if (!element) throw new Error(`no button ${button} under ${place.ts}`);
    const action = { ...element, action_ts: workspace.nextTs(), ...(value === undefined ? {} : { value }) };
    const payload = blockActions(originOf(place, message), message, action);
    return { ack: await delivery.sendInteraction('interactive', payload) };
  }

  /**
   * Submits the form that a person has open, with the input of each block. It closes unless the app responds with errors.
   */
  async function submitForm(form: { user: string; values: Readonly<Record<string, string>> }): Promise<Acknowledged> {
    const view = modals.of(form.user);
    const user = workspace.users.get(form.user);
    if (!view || !user) throw new Error(`no form is open for ${form.user}`);
    const ack = await delivery.sendInteraction(
      'interactive',
      viewSubmission(workspace.team, user, view, filledIn(view, form.values)),
    );
    if (ack.response_action !== 'errors') modals.close(form.user);
    return { ack };
  }

  /** Runs a message shortcut, chosen from a message's menu. */
  async function shortcut({ callbackId, ...place }: MessagePlace & { callbackId: string }): Promise<Acknowledged> {
    const message = findMessage(workspace, place);
    const payload = messageShortcut(originOf(place), message, callbackId, workspace.nextTs());
    return { ack: await delivery.sendInteraction('interactive', payload) };
  }

  /** Opens the app's own page. */
  function openHome(user: string, tab: 'home' | 'messages' = 'home'): void {
    const direct = [...workspace.channels.values()].find(
      ({ kind, members }) => kind === 'im' && members.includes(user),
    );
    sendEvent({ type: 'app_home_opened', user, channel: direct?.id ?? '', tab });
  }

  /** Opens a thread with the app in the assistant view, as for apps with `assistant_view`. */
  function openAssistant(user: string, thread: string): void {
    const direct = [...workspace.channels.values()].find(
      ({ kind, members }) => kind === 'im' && members.includes(user),
    );
    const assistant_thread = { user_id: user, context: {}, channel_id: direct?.id ?? '', thread_ts: thread };
    sendEvent({ type: 'assistant_thread_started', assistant_thread });
  }

  /** Presses Stop, which Slack shows while an answer is streamed into a thread. */
  function stopAnswer({ channel, user, thread }: Place & { thread: string }): void {
    const streaming_message_ts = streams.stopByUser(channel, thread).map((message) => message.ts);
    sendEvent({ type: 'agent_session_stopped', channel, thread_ts: thread, user, streaming_message_ts });
  }

  function sendEvent(event: JsonObject): void {
    delivery.sendEvent({ scope: 'chat:write', event: { ...event, event_ts: workspace.nextTs() } });
  }

  function originOf(place: Place, original?: Message): Origin {
    const { channel, user } = findMember(workspace, place);
    const target = { channel: channel.id, user: user.id, ...(original ? { original } : {}) };
    const { team } = workspace;
    return {
      team,
      channel,
      user,
      responseUrl: origin() + responseUrls.create(target),
      triggerId: modals.trigger(user.id),
    };
  }
}

/** A form's state, by block and action. Fails, as in Slack's client, if a required input is missing. */
function filledIn(view: JsonObject, values: Readonly<Record<string, string>>): JsonObject {
  const inputs = (Array.isArray(view.blocks) ? view.blocks : [])
    .filter(isObject)
    .filter(({ type }) => type === 'input');
  return Object.fromEntries(
    inputs.map(({ block_id = '', optional, element }) => {
      const value = values[String(block_id)];
      const isPreset = isObject(element) && typeof element.initial_value === 'string';
      if (value === undefined && optional !== true && !isPreset) throw new Error(`${String(block_id)} is required`);
      const { type = '', action_id = '', initial_value = null } = isObject(element) ? element : {};
      const entered =
        type === 'plain_text_input'
          ? { type, value: value ?? initial_value }
          : { type, selected_option: value === undefined ? null : { value } };
      return [String(block_id), { [String(action_id)]: entered }];
    }),
  );
}
