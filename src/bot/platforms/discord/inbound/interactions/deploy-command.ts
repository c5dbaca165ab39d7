/**
 * Deployments and reports as people request them on Discord: /deploy and /docs-report, and the buttons of private replies and
 * of commands in mentions (mentioned-commands.ts). Pure.
 */
import { ButtonStyle, ComponentType, InteractionType, SnowflakeUtil } from 'discord.js';
import type { DeploymentRequest, PersonKind, ThreadRef } from '../../../../core/model/conversation.ts';
import {
  type DeploymentCommand,
  type DeploymentPress,
  type PrivateReply,
  privateChoices,
} from '../../../../core/model/deployment.ts';
import type { CommandEvent } from '../../native-events.ts';
import { channelRef, toChannelInfo } from '../../thread-refs.ts';
import { localeOf } from '../messages/events.ts';

/** A guest invited to a voice channel. Source: developer docs "Resources: Guild, Guild Member Flags", read 2026-11-22. */
const guestFlag = 1 << 4;

/** `here`: the thread in which progress is posted. */
export function toDeploymentCommand(event: CommandEvent, here: ThreadRef, text = typedIn(event)): DeploymentCommand {
  const named = optionOf(event, 'project');
  return { ...toRequest(event, here), text, ...(named !== '' && { named }) };
}

/** The options joined in the order in which people type the command as text. */
function typedIn(event: CommandEvent): string {
  const action = optionOf(event, 'action');
  return [action === 'deploy' ? '' : action, ...['project', 'text', 'since'].map((name) => optionOf(event, name))]
    .filter((option) => option !== '')
    .join(' ');
}

function optionOf({ data }: CommandEvent, name: string): string {
  const value = data?.options?.find((option) => option.name === name)?.value;
  return typeof value === 'string' ? value.trim() : '';
}

function toRequest(event: CommandEvent, thread: ThreadRef): DeploymentRequest {
  const { member, id, token } = event;
  const person = member?.user ?? event.user;
  const asker = `discord:${person?.id}`;
  const name = member?.nick ?? person?.global_name ?? person?.username;
  return {
    id: `discord:${id}`,
    thread,
    requester: asker,
    ...(name && { requesterName: name }),
    identities: [asker, ...(member?.roles ?? []).map((role) => `discord:${role}`)],
    kind: kindOf(event),
    ...localeOf(event),
    requestedAt: SnowflakeUtil.timestampFrom(id),
    replyAddress: token,
  };
}

function kindOf({ member }: CommandEvent): PersonKind {
  if (!member) return 'stranger';
  if (member.user.bot) return 'bot';
  // `pending`: the member has not accepted the server's rules yet.
  return member.pending || ((member.flags ?? 0) & guestFlag) !== 0 ? 'guest' : 'member';
}

const idPattern = /^(deployment|report):(\w+):(.*)$/s;

/** A command whose answer only the person who used it sees. */
export interface PrivateCommand {
  readonly kind: 'deploy' | 'report';
  readonly command: DeploymentCommand;
}

/** undefined if the event is not a press of a button in a private reply. */
export function toDeploymentPress(event: CommandEvent): DeploymentPress | undefined {
  const pressed = readPress(event);
  const choice = privateChoices.find((candidate) => candidate === pressed?.action);
  if (!pressed || !choice) return undefined;
  return { ...toRequest(event, pressed.here), choice, ref: pressed.ref };
}

/** A press of the button that answers a mention with a command, or of the one that confirms it. */
export interface MentionPress {
  readonly kind: PrivateCommand['kind'];
  /** The message with the command, and the channel or thread that it is in. */
  readonly message: string;
  readonly channel: string;
  /** The thread in which progress is posted. */
  readonly here: ThreadRef;
  /** The command asks nothing more. */
  readonly isConfirmed: boolean;
}

/** undefined for other interactions. */
export function toMentionPress(event: CommandEvent): MentionPress | undefined {
  const pressed = readPress(event);
  if (!pressed || !event.channel || (pressed.action !== 'go' && pressed.action !== 'run')) return undefined;
  const { kind, action, ref: message, here } = pressed;
  return { kind, message, channel: event.channel.id, here, isConfirmed: action === 'run' };
}

interface Press {
  readonly kind: PrivateCommand['kind'];
  readonly action: string;
  readonly ref: string;
  readonly here: ThreadRef;
}

function readPress(event: CommandEvent): Press | undefined {
  const [, about, action, ref] = idPattern.exec(event.data?.custom_id ?? '') ?? [];
  if (event.type !== InteractionType.MessageComponent || !event.channel || event.guild_id === undefined)
    return undefined;
  if (action === undefined || ref === undefined) return undefined;
  const kind = about === 'report' ? 'report' : 'deploy';
  return {
    kind,
    action,
    ref,
    here: channelRef(event.guild_id, event.channel.id, toChannelInfo(event.channel, undefined)),
  };
}

export function toDeploymentButtons({ buttons }: PrivateReply): readonly object[] {
  if (buttons.length === 0) return [];
  return [
    toRow(
      buttons.map(({ choice, ref, label, isMain }) => ({
        label,
        custom_id: `deployment:${choice}:${ref}`,
        style: isMain ? ButtonStyle.Primary : ButtonStyle.Secondary,
      })),
    ),
  ];
}

export function toRow(buttons: readonly { label: string; custom_id: string; style: ButtonStyle }[]): object {
  return {
    type: ComponentType.ActionRow,
    components: buttons.map((button) => ({ type: ComponentType.Button, ...button })),
  };
}
