/** Starts a thread from a message. The thread has the message's id, and a message can have only one. */
import { RESTJSONErrorCodes, RequestMethod, Routes } from 'discord.js';
import type { OpenNotice } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import { discordCodeOf } from '../errors.ts';
import { toTitle } from './render.ts';

/** undefined: the thread exists now; otherwise the reason why not. Fails with PlatformError. */
export type StartThread = (channel: string, message: string, text: string) => Promise<OpenNotice | undefined>;

/** Discord limits thread creation over several minutes, which is too long to wait for an answer. */
const maxThreadWaitMs = 5_000;

export function createThreadStart(api: Api): StartThread {
  return start;

  async function start(channel: string, message: string, text: string): Promise<OpenNotice | undefined> {
    const route = Routes.threads(channel, message);
    try {
      await api.call(RequestMethod.Post, route, { body: { name: toTitle(text) } });
      return undefined;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const code = discordCodeOf(error);
      if (code === RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage) return undefined;
      if (code === RESTJSONErrorCodes.MaximumActiveThreads) return 'threads_limited';
      // Other limits, such as that of a proxy in front of Discord, apply to replies too.
      if (api.routeWaitMs(RequestMethod.Post, route) > maxThreadWaitMs) return 'threads_limited';
      // Moderation may refuse a title made of the question.
      if (error.code === 'rejected' && text !== '') return start(channel, message, '');
      if (error.code === 'forbidden' || error.code === 'rejected') return 'no_thread_right';
      throw error;
    }
  }
}
