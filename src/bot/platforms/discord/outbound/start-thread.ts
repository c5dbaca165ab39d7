/** Starts a thread from a message. The thread has the message's id, and a message can have only one. */
import { RESTJSONErrorCodes, RequestMethod, Routes } from 'discord.js';
import type { OpenNotice } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import { discordCodeOf } from '../errors.ts';
import { toTitle } from './render.ts';

export interface Started {
  /** The thread exists now. */
  readonly isOpen: boolean;
  /** Why not, or why it has another title. */
  readonly notice?: OpenNotice;
}

/** Fails with PlatformError. */
export type StartThread = (channel: string, message: string, text: string) => Promise<Started>;

/** Discord limits thread creation over several minutes, which is too long to wait for an answer. */
const maxThreadWaitMs = 5_000;

export function createThreadStart(api: Api): StartThread {
  return start;

  async function start(channel: string, message: string, text: string): Promise<Started> {
    const route = Routes.threads(channel, message);
    try {
      await api.call(RequestMethod.Post, route, { body: { name: toTitle(text) } });
      return { isOpen: true };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const code = discordCodeOf(error);
      if (code === RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage) return { isOpen: true };
      if (code === RESTJSONErrorCodes.MaximumActiveThreads) return { isOpen: false, notice: 'threads_limited' };
      // Other limits, such as that of a proxy in front of Discord, apply to replies too.
      if (api.routeWaitMs(RequestMethod.Post, route) > maxThreadWaitMs)
        return { isOpen: false, notice: 'threads_limited' };
      const isModerated = error.code === 'moderated';
      if ((isModerated || error.code === 'rejected') && text !== '')
        return { ...(isModerated && { notice: 'title_refused' }), ...(await start(channel, message, '')) };
      if (isModerated) return { isOpen: false, notice: 'title_refused' };
      if (error.code === 'forbidden' || error.code === 'rejected') return { isOpen: false, notice: 'no_thread_right' };
      throw error;
    }
  }
}
