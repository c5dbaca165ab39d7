/** Responds to commands and presses, with the token of their interaction. */
import { type InteractionResponseType, MessageFlags, RESTJSONErrorCodes, RequestMethod, Routes } from 'discord.js';
import type { Logger } from '../../../../../kit/base/logger.ts';
import type { PrivateReply } from '../../../../core/model/deployment.ts';
import { PlatformError } from '../../../../core/model/errors.ts';
import type { Api } from '../../connection/rest.ts';
import { discordCodeOf } from '../../errors.ts';
import type { CommandEvent } from '../../native-events.ts';
import { toDeploymentButtons } from './deploy-command.ts';

export interface ResponseOptions {
  readonly api: Api;
  readonly logger: Logger;
  /** Converts Markdown to Discord's dialect, cut to fit one message. */
  renderMarkdown(markdown: string): string;
}

export interface Responses {
  /** Logs failures instead of throwing them. */
  respond(event: CommandEvent, type: InteractionResponseType, data?: object): Promise<void>;
  /** Like `respond`. `already`: the interaction was acknowledged before. */
  callBack(event: CommandEvent, type: InteractionResponseType, data?: object): Promise<'already' | undefined>;
  /** Visible only to the person. */
  followUp(event: CommandEvent, said: string | object): Promise<void>;
  editResponse(event: CommandEvent, reply: PrivateReply): Promise<void>;
  /** Deletes the response, or the message whose button was pressed. Logs failures instead of throwing them. */
  removeResponse(event: CommandEvent): Promise<void>;
  toPrivateMessage(reply: PrivateReply): object;
}

export function createResponses({ api, logger, renderMarkdown }: ResponseOptions): Responses {
  return { respond, callBack, followUp, editResponse, removeResponse, toPrivateMessage };

  async function followUp(event: CommandEvent, said: string | object): Promise<void> {
    const route = Routes.webhook(event.application_id, event.token);
    await api.call(RequestMethod.Post, route, { body: typeof said === 'string' ? toPrivate(said) : said, auth: false });
  }

  function toPrivateMessage(reply: PrivateReply): object {
    return { ...toPrivate(renderMarkdown(reply.markdown)), components: toDeploymentButtons(reply) };
  }

  async function respond(event: CommandEvent, type: InteractionResponseType, data?: object): Promise<void> {
    await callBack(event, type, data);
  }

  /** Retried once if there is no response: Discord refuses a second acknowledgement, so that is harmless. */
  async function callBack(
    event: CommandEvent,
    type: InteractionResponseType,
    data?: object,
  ): Promise<'already' | undefined> {
    const body = { type, ...(data && { data }) };
    const call = () =>
      api.call(RequestMethod.Post, Routes.interactionCallback(event.id, event.token), { body, auth: false });
    try {
      await call().catch((error: unknown) => {
        if (error instanceof PlatformError && error.code === 'unavailable') return call();
        throw error;
      });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (discordCodeOf(error) === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) return 'already';
      logger.warn({ code: error.code, err: error }, 'command not acknowledged');
    }
    return undefined;
  }

  async function removeResponse(event: CommandEvent): Promise<void> {
    try {
      const route = Routes.webhookMessage(event.application_id, event.token);
      await api.call(RequestMethod.Delete, route, { auth: false });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.code !== 'message_gone')
        logger.warn({ code: error.code, err: error }, 'answer of a command not removed');
    }
  }

  function editResponse(event: CommandEvent, reply: PrivateReply): Promise<void> {
    return editAnswer(event.application_id, event.token, reply, { api, renderMarkdown });
  }
}

/** Edits the response to a command or press, which Discord allows for 15 minutes. Fails with PlatformError. */
export async function editAnswer(
  application: string,
  token: string,
  reply: PrivateReply,
  { api, renderMarkdown }: Pick<ResponseOptions, 'api' | 'renderMarkdown'>,
): Promise<void> {
  const shown = { content: renderMarkdown(reply.markdown), components: toDeploymentButtons(reply), ...noMentions };
  await api.call(RequestMethod.Patch, Routes.webhookMessage(application, token), { body: shown, auth: false });
}

export const noMentions = { allowed_mentions: { parse: [] } };

export function toPrivate(content: string): object {
  return { content, flags: MessageFlags.Ephemeral, ...noMentions };
}
