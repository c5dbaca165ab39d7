/**
 * Passes commands and button presses to the core and acknowledges them. An interaction that is not acknowledged within 3 s
 * fails for the person, so it is acknowledged once its question is stored, or when the store has taken too long.
 * Source: developer docs "Interactions: Receiving and Responding", read 2026-11-21.
 */
import {
  ApplicationCommandType,
  type Client,
  InteractionResponseType,
  InteractionType,
  SnowflakeUtil,
} from 'discord.js';
import type { Clock } from '../../../../../kit/base/clock.ts';
import type { Question, ThreadRef } from '../../../../core/model/conversation.ts';
import type { PrivateReply } from '../../../../core/model/deployment.ts';
import { PlatformError } from '../../../../core/model/errors.ts';
import { isForgetMe } from '../../../../core/model/forget-me.ts';
import type { Handlers } from '../../../../core/ports/handlers.ts';
import type { Wording } from '../../../../wording/wording.ts';
import { toSentDraft } from '../../feedback/draft-form.ts';
import { toGivenReason } from '../../feedback/reason-form.ts';
import type { CommandEvent, MessageEvent } from '../../native-events.ts';
import { type ChannelInfo, channelRef, interactionRef, placeIn, toChannelInfo } from '../../thread-refs.ts';
import { type ChannelLookup, namesIn, withCategory } from '../messages/channels.ts';
import { directSilenceMs, groupsOf, localeOf } from '../messages/events.ts';
import { type Names, toReadable } from '../messages/message-reader.ts';
import { toControlPress, toMenuControls, toPressed } from './buttons.ts';
import { type CommandOpening, openingOf } from './command-opening.ts';
import { createControlPresses } from './control-presses.ts';
import { type PrivateCommand, toDeploymentCommand, toDeploymentPress, toMentionPress } from './deploy-command.ts';
import { createDraftCommands, toDraftRequest } from './draft-commands.ts';
import { createMentionPresses, type MentionedCommand } from './mentioned-commands.ts';
import { toAbout } from './message-command.ts';
import { createPrivateAnswers } from './private-answers.ts';
import { createQuestions } from './questions.ts';
import { createResponses, type ResponseOptions, toPrivate } from './responses.ts';
import { toShared } from './share.ts';

export interface InteractionOptions extends ResponseOptions {
  readonly handlers: Handlers;
  readonly clock: Clock;
  /** Aborts when the listener should stop. */
  readonly signal: AbortSignal;
  readonly channels: ChannelLookup;
  /** The command in a message that mentions us; undefined if there is none. Fails with PlatformError. */
  commandIn(message: MessageEvent, client: Client): Promise<MentionedCommand | undefined>;
}

export interface Interactions {
  onCommand(event: CommandEvent, client: Client): Promise<void>;
  /** Resolves when the question's command has been acknowledged; undefined if this process is not acknowledging it. */
  acknowledged(questionId: string): Promise<void> | undefined;
}

export function createInteractions({ handlers, clock, ...options }: InteractionOptions): Interactions {
  const { logger } = options;
  const responses = createResponses(options);
  const { acknowledge, onAbout, onPress, acknowledged } = createQuestions({ handlers, clock, responses });
  const { onControl, onMenu, onReason } = createControlPresses({ handlers, clock, responses });
  const { onDraft, onSent } = createDraftCommands({ handlers, clock, responses });
  const answers = createPrivateAnswers({ handlers, clock, responses });
  const { answerPrivately, onDeploymentPress } = answers;
  const onMentionPress = createMentionPresses({ ...options, clock, answers });

  return { onCommand, acknowledged };

  async function onCommand(sent: CommandEvent, client: Client): Promise<void> {
    const event = await withChannel(sent, client);
    const wording = wordingOf(event, client);
    if (!(event.member?.user ?? event.user)) return refuse(event, wording);
    const press = toControlPress(event);
    if (press) return onControl(event, press, wording);
    const menu = toMenuControls(event);
    if (menu) return onMenu(event, menu, wording);
    const reason = toGivenReason(event);
    if (reason) return onReason(event, reason, wording);
    const submitted = toSentDraft(event);
    if (submitted) return onSent(event, submitted.kind, withCategory(submitted.sent, client), wording);
    const pressed = toPressed(event) ?? toShared(event);
    if (pressed) return onPress(event, { ...pressed, question: withCategory(pressed.question, client) }, wording);
    const choice = toDeploymentPress(event);
    if (choice) return onDeploymentPress(event, withCategory(choice, client), wording);
    const mention = toMentionPress(event);
    if (mention) {
      const commandIn = (message: MessageEvent) => options.commandIn(message, client);
      return onMentionPress(event, mention, { wording, commandIn, take: (command) => take(command, client) });
    }
    const about = toAbout(event, namesIn(client, event.guild_id));
    if (about === 'no_text')
      return responses.respond(event, ChannelMessageWithSource, toPrivate(wording.say('noText')));
    if (about) return onAbout(event, withCategory(about, client), wording);
    const request = toDraftRequest(event, namesIn(client, event.guild_id));
    if (request) {
      const { kind, chosen } = request;
      const placed = chosen === 'no_text' ? chosen : { ...chosen, said: withCategory(chosen.said, client) };
      return onDraft(event, { kind, chosen: placed }, wording);
    }
    const isPrivate = (thread: ThreadRef): boolean => handlers.isPrivate(withCategory({ thread }, client).thread);
    const command = toCommand(event, namesIn(client, event.guild_id), isPrivate);
    if (!command) return refuse(event, wording);
    if (command.kind !== 'docs') return answerPrivately(event, take(command, client), wording);
    if (isForgetMe(command.question.text))
      return answerPrivately(event, forget(command.question.asker, wording), wording);
    await acknowledge(event, withCategory(command.question, client), wording);
  }

  /** Discord names the channel by its id alone if it cannot send more. */
  async function withChannel(event: CommandEvent, client: Client): Promise<CommandEvent> {
    const { channel, channel_id: id, guild_id: guild } = event;
    if (channel || id === undefined) return event;
    try {
      const found = await options.channels.shapeOf(id, guild, client);
      return { ...event, ...(found && { channel: found }) };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      logger.warn({ code: error.code, err: error }, 'channel of an interaction not found');
      return event;
    }
  }

  /** An interaction that we do not know. Its ids may contain what people wrote. */
  async function refuse(event: CommandEvent, wording: Wording): Promise<void> {
    logger.warn({ type: event.type, commandType: event.data?.type }, 'interaction not understood');
    if (answerable.includes(event.type))
      await responses.respond(event, ChannelMessageWithSource, toPrivate(wording.say('notUnderstood')));
  }

  async function take({ kind, command }: PrivateCommand, client: Client): Promise<PrivateReply | undefined> {
    const asked = withCategory(command, client);
    return kind === 'deploy' ? handlers.deployment(asked) : handlers.report(asked);
  }

  async function forget(person: string, wording: Wording): Promise<PrivateReply> {
    return { markdown: wording.say(await handlers.forgetMe(person)), buttons: [] };
  }

  function wordingOf({ channel, guild_id: guild, locale }: CommandEvent, client: Client): Wording {
    const thread = channelRef(
      guild,
      channel?.id ?? '',
      channel ? toChannelInfo(channel, undefined) : { kind: 'direct' },
    );
    return handlers.wordingFor(withCategory({ thread }, client).thread, locale);
  }
}

const { ChannelMessageWithSource } = InteractionResponseType;
/** Others, such as the completion of what is being typed, cannot show a message. */
const answerable: readonly number[] = [
  InteractionType.ApplicationCommand,
  InteractionType.MessageComponent,
  InteractionType.ModalSubmit,
];

/** Commands whose answers are visible only to the person who used them. */
const privateCommands: ReadonlyMap<string, PrivateCommand['kind']> = new Map([
  ['deploy', 'deploy'],
  ['docs-report', 'report'],
]);

export type Command = { readonly kind: 'docs'; readonly question: Question } | PrivateCommand;

/**
 * undefined if the interaction is not one of these commands. `isPrivate`: whether answers in this place are visible only to
 * their asker by default; the option `public` overrides it.
 */
export function toCommand(
  event: CommandEvent,
  names: Names,
  isPrivate: (thread: ThreadRef) => boolean = () => false,
): Command | undefined {
  const person = event.member?.user ?? event.user;
  const isTyped =
    event.type === InteractionType.ApplicationCommand && event.data?.type === ApplicationCommandType.ChatInput;
  if (!isTyped || !person || !event.channel) return undefined;
  const asker = `discord:${person.id}`;
  const place = toChannelInfo(event.channel, undefined);
  if (event.data?.name === 'docs')
    return { kind: 'docs', question: toDocsQuestion(event, event.channel.id, place, asker, names, isPrivate) };
  const kind = privateCommands.get(event.data?.name ?? '');
  if (!kind || event.guild_id === undefined) return undefined;
  const here = channelRef(event.guild_id, event.channel.id, place);
  const { mayPost } = openingOf(event, place);
  const thread = mayPost ? here : interactionRef(here, `discord:${event.id}`, event.token);
  return { kind, command: toDeploymentCommand(event, thread) };
}

/** In a channel the thread is not known yet, because there is no message to start it from. */
function toDocsQuestion(
  event: CommandEvent,
  channel: string,
  place: ChannelInfo,
  asker: string,
  names: Names,
  isPrivate: (thread: ThreadRef) => boolean,
): Question {
  const id = `discord:${event.id}`;
  const here = channelRef(event.guild_id, channel, place);
  const typed = optionOf(event, 'question');
  const isPublic = optionOf(event, 'public') ?? !isPrivate(here);
  const answersPrivately = place.kind !== 'direct' && isPublic !== true;
  return {
    id,
    eventId: id,
    // A private answer does not belong to the conversation of the thread in which it was asked.
    thread: place.kind === 'channel' || answersPrivately ? interactionRef(here, id) : here,
    asker,
    addressed: 'command',
    text: typeof typed === 'string' ? toReadable(typed, [], names).trim() : '',
    askedAt: SnowflakeUtil.timestampFrom(event.id),
    ...placeIn(place),
    ...localeOf(event),
    ...groupsOf(event.member),
    opens: JSON.stringify({
      ...openingOf(event, place),
      ...(answersPrivately && { isPrivate: true }),
    } satisfies CommandOpening),
    ...(place.kind === 'direct' && { endsAfterSilenceMs: directSilenceMs }),
  };
}

function optionOf({ data }: CommandEvent, name: string): unknown {
  return data?.options?.find((option) => option.name === name)?.value;
}
