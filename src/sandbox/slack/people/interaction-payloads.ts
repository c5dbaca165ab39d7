/**
 * The payloads of commands and interactions.
 * Source: interactivity/implementing-slash-commands and reference/interaction-payloads, 2026-11-21.
 */
import { isObject, type Json, type JsonObject } from '../../json.ts';
import type { Message } from '../world/message.ts';
import { appId, type SlackChannel, type SlackUser, type Team } from '../world/seed.ts';
import { channelShape, messageShape } from '../world/shapes.ts';

/** Where a command or interaction comes from. */
export interface Origin {
  readonly team: Team;
  readonly channel: SlackChannel;
  readonly user: SlackUser;
  readonly responseUrl: string;
  readonly triggerId: string;
}

const token = 'deprecated-verification-token';

export function slashCommand(
  { team, channel, user, responseUrl, triggerId }: Origin,
  command: string,
  text: string,
): JsonObject {
  return {
    token,
    team_id: team.id,
    team_domain: team.domain,
    ...(team.organization !== undefined && { enterprise_id: team.organization }),
    channel_id: channel.id,
    channel_name: commandChannelName(channel),
    user_id: user.id,
    user_name: user.name,
    command,
    text,
    api_app_id: appId,
    is_enterprise_install: String(team.organization !== undefined),
    response_url: responseUrl,
    trigger_id: triggerId,
  };
}

export function blockActions(origin: Origin, message: Message, action: JsonObject): JsonObject {
  return {
    ...interaction('block_actions', origin),
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: message.channel,
      is_ephemeral: message.visibleTo !== undefined,
      ...(message.threadTs ? { thread_ts: message.threadTs } : {}),
    },
    // Slack does not store ephemeral messages.
    ...(message.visibleTo === undefined ? { message: messageShape(message) } : {}),
    state: { values: {} },
    actions: [action],
  };
}

export function messageShortcut(origin: Origin, message: Message, callbackId: string, actionTs: string): JsonObject {
  return {
    ...interaction('message_action', origin),
    callback_id: callbackId,
    message_ts: message.ts,
    message: messageShape(message),
    action_ts: actionTs,
  };
}

/** The elements that a person can press: feedback buttons are two, and each option of a menu is one. */
function toPressable(element: JsonObject): JsonObject[] {
  if ((element.type === 'static_select' || element.type === 'overflow') && Array.isArray(element.options)) {
    const { type, action_id = '', options } = element;
    return options
      .filter(isObject)
      .map((option) => ({ type, action_id, text: option.text ?? '', selected_option: option }));
  }
  if (element.type !== 'feedback_buttons') return [element];
  const { type = '', action_id = '', positive_button, negative_button } = element;
  return [positive_button, negative_button].filter(isObject).map((button) => ({ ...button, type, action_id }));
}

function labelOf({ text }: JsonObject): Json | undefined {
  return isObject(text) ? text.text : undefined;
}

/** The payload of a submitted form. `values`: by block and action. */
export function viewSubmission(team: Team, user: SlackUser, view: JsonObject, values: JsonObject): JsonObject {
  return {
    type: 'view_submission',
    token,
    ...teamFields(team),
    user: { id: user.id, username: user.name, name: user.name, team_id: user.teamId ?? team.id },
    api_app_id: appId,
    view: { ...view, state: { values } },
    response_urls: [],
  };
}

/** The element with this action_id or label, with its block's id. */
export function findButton({ blocks = [] }: Message, button: string): JsonObject | undefined {
  for (const { elements, accessory = null, block_id = '' } of blocks) {
    const all = [...(Array.isArray(elements) ? elements : []), accessory].filter(isObject);
    const element = all
      .flatMap(toPressable)
      .find((candidate) => candidate.action_id === button || labelOf(candidate) === button);
    if (element) return { ...element, block_id: String(block_id) };
  }
  return undefined;
}

function interaction(type: string, { team, channel, user, responseUrl, triggerId }: Origin): JsonObject {
  return {
    type,
    token,
    ...teamFields(team),
    user: { id: user.id, username: user.name, name: user.name, team_id: user.teamId ?? team.id },
    channel: { id: channel.id, name: channelShape(channel).name ?? 'directmessage' },
    api_app_id: appId,
    trigger_id: triggerId,
    response_url: responseUrl,
  };
}

function teamFields({ id, domain, organization }: Team): JsonObject {
  return {
    team: { id, domain },
    enterprise: organization === undefined ? null : { id: organization, name: organization },
    is_enterprise_install: organization !== undefined,
  };
}

function commandChannelName({ kind, name }: SlackChannel): string {
  if (kind === 'im') return 'directmessage';
  return kind === 'private' ? 'privategroup' : name;
}
