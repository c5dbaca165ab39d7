/**
 * Commands in mentions of us. Only commands and presses can be answered privately, so a mention is answered with a public
 * button, and pressing it is like using the command. Everyone sees the button, so only the message's author may press it, and
 * what runs is read from the message then: a stranger's words never run with the rights of whoever presses.
 */
import { ButtonStyle, RequestMethod, Routes } from 'discord.js';
import type { Clock } from '../../../../../kit/base/clock.ts';
import type { Logger } from '../../../../../kit/base/logger.ts';
import { StoreError } from '../../../../../kit/sql/store-errors.ts';
import type { PrivateReply } from '../../../../core/model/deployment.ts';
import { isPassing, PlatformError } from '../../../../core/model/errors.ts';
import { code, say } from '../../../../core/model/plain-text.ts';
import type { Wording } from '../../../../wording/wording.ts';
import type { Api } from '../../connection/rest.ts';
import type { CommandEvent, MessageEvent } from '../../native-events.ts';
import { readMessage } from '../../read-json.ts';
import { withRetries } from '../messages/retry.ts';
import { type MentionPress, type PrivateCommand, toDeploymentCommand, toRow } from './deploy-command.ts';
import type { PrivateAnswers } from './private-answers.ts';

/** A command in a mention of us: its kind, and the text after its first word. */
export interface MentionedCommand {
  readonly kind: PrivateCommand['kind'];
  readonly text: string;
}

/** Longer than what is read of any command. */
const maxCommandChars = 300;

/** The public answer to a message with a command: whose it is, what will run, and the button. Reveals nothing else. */
export function toPrompt(
  { kind, text }: MentionedCommand,
  { id, author }: MessageEvent,
  wording: Wording,
  renderMarkdown: (markdown: string) => string,
): object {
  const command = code(`${kind} ${text}`, maxCommandChars);
  const custom_id = `${kind === 'report' ? 'report' : 'deployment'}:go:${id}`;
  return {
    content: `<@${author.id}> ${renderMarkdown(wording.say('deploy.pressToGoOn', { command }))}`,
    components: [toRow([{ label: wording.say('button.goOn'), custom_id, style: ButtonStyle.Secondary }])],
  };
}

export interface MentionedCommandOptions {
  readonly api: Api;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly answers: PrivateAnswers;
}

export interface PressTools {
  readonly wording: Wording;
  /** The command in a message; undefined if there is none. Fails with PlatformError. */
  commandIn(message: MessageEvent): Promise<MentionedCommand | undefined>;
  /** Fails with StoreError. */
  take(command: PrivateCommand): Promise<PrivateReply | undefined>;
}

/** `isOver`: nothing is left to be run. */
interface Outcome {
  readonly reply: PrivateReply | undefined;
  readonly isOver: boolean;
}

/** Returns the handler of such presses. */
export function createMentionPresses({ api, clock, logger, signal, answers }: MentionedCommandOptions) {
  return async (event: CommandEvent, press: MentionPress, tools: PressTools): Promise<void> => {
    const outcome = run(event, press, tools);
    const reply = outcome.then((ended) => ended.reply);
    if (press.isConfirmed) return answers.replaceWith(event, reply, tools.wording);
    await answers.answerPrivately(event, reply, tools.wording);
    if ((await outcome).isOver) await removePrompt(press.channel, event.message?.id);
  };

  async function run(event: CommandEvent, press: MentionPress, tools: PressTools): Promise<Outcome> {
    const { wording } = tools;
    try {
      const message = await findMessage(event, press);
      if (!message) return { reply: say(wording.say('deploy.commandChanged')), isOver: true };
      if (message.author.id !== (event.member?.user ?? event.user)?.id)
        return { reply: say(wording.say('deploy.onlyAuthor')), isOver: false };
      const found = message.edited_timestamp ? undefined : await tools.commandIn(message);
      if (found?.kind !== press.kind) return { reply: say(wording.say('deploy.commandChanged')), isOver: true };
      const command = {
        ...toDeploymentCommand(event, press.here, found.text),
        ...(!press.isConfirmed && { confirmRef: press.message }),
      };
      return { reply: await tools.take({ kind: found.kind, command }), isOver: true };
    } catch (error) {
      if (!(error instanceof StoreError) && !(error instanceof PlatformError)) throw error;
      logger.warn({ code: error.code, err: error }, 'command in a mention not run');
      return { reply: say(wording.say('notTaken')), isOver: false };
    }
  }

  /** undefined if it was deleted, or if we may not read it. */
  async function findMessage(event: CommandEvent, press: MentionPress): Promise<MessageEvent | undefined> {
    try {
      const read = readMessage(await api.call(RequestMethod.Get, Routes.channelMessage(press.channel, press.message)));
      return read && { ...read, ...(event.guild_id !== undefined && { guild_id: event.guild_id }) };
    } catch (error) {
      if (!(error instanceof PlatformError) || isPassing(error)) throw error;
      return undefined;
    }
  }

  async function removePrompt(channel: string, prompt = ''): Promise<void> {
    try {
      await withRetries({ clock, logger, signal }, async () => {
        await api.call(RequestMethod.Delete, Routes.channelMessage(channel, prompt));
      });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.code !== 'message_gone')
        logger.warn({ code: error.code, err: error }, 'button of a command not removed');
    }
  }
}
