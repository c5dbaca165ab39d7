/** Starts a thread from a message, and makes its title. The thread has the message's id, and a message can have only one. */
import { RESTJSONErrorCodes, RequestMethod, Routes } from 'discord.js';
import { shorten } from '../../../../kit/base/shorten.ts';
import { parseQuestion } from '../../../../kit/markdown/parse.ts';
import type { OpenNotice } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import { discordCodeOf } from '../errors.ts';
import { toPlainText } from './plain.ts';
import { toOneLine } from './render.ts';

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

/** Source: developer docs "Resources: Channel, Start Thread from Message" (name: 1-100 characters), read 2026-11-21. */
const maxTitleChars = 100;
/** Titles are taken from the start of a question; parsing a whole hostile question can take most of a second. */
const maxTitleSourceChars = 400;

/** A spoiler, which a title must not reveal; or code, in which `||` is none. */
const spoiler = /(`+)[^`]*\1|\|\|[^|]{1,400}(?:\|[^|]{1,400})?\|\|/g;

/** A thread's name: the question in one line, without formatting and mentions. */
export function toTitle(text: string): string {
  const open = text.slice(0, maxTitleSourceChars).replaceAll(spoiler, (found) => (found.startsWith('`') ? found : ' '));
  const words = shorten(toOneLine(toPlainText(parseQuestion(open))), maxTitleChars);
  return /[^\s\u200c\u200d]/.test(words) ? words : 'Question';
}
