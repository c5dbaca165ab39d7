/** What others see of our messages in a channel, as Discord's API shows it, for `docent doctor --live`. */
import { RequestMethod, type RouteLike, Routes } from 'discord.js';
import type { Clock } from '../../../../kit/base/clock.ts';
import type { MessageRef, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { OperatorNotice } from '../../../core/ports/handlers.ts';
import { noticeFor } from '../connection/missing-rights.ts';
import { createApi } from '../connection/rest.ts';
import { createLimits } from '../limits/learned-limits.ts';
import { readObject } from '../read-json.ts';
import { readMessageRef, threadRef } from '../thread-refs.ts';

export interface DiscordWitnessOptions {
  readonly token: string;
  /** Ends in /api, without a version. */
  readonly apiUrl?: string;
  readonly clock: Clock;
  /** Reports missing permissions. */
  tellOperators(notice: OperatorNotice): void;
}

/** Every method fails with PlatformError. */
export function createWitness({ token, apiUrl, clock, tellOperators }: DiscordWitnessOptions) {
  const api = createApi(token, apiUrl, createLimits(clock), clock, (method, route, error) => {
    const notice = noticeFor(method, route, error, (id) => ({ id }));
    if (notice) tellOperators(notice);
  });

  return {
    close: () => api.close(),

    async place(channel: string): Promise<ThreadRef> {
      const found = await api.call(RequestMethod.Get, Routes.channel(channel));
      return threadRef(readObject<{ readonly guild_id?: string }>(found).guild_id, channel);
    },

    /** The text of a message; undefined if it is gone. */
    async read(_: ThreadRef, ref: MessageRef): Promise<string | undefined> {
      const { channel, message } = readMessageRef(ref);
      const found = await readIfThere<{ readonly content?: string }>(Routes.channelMessage(channel, message));
      return found && (found.content ?? '');
    },

    /** Whether the thread still exists, open or archived. */
    async isLeft({ thread }: ThreadRef): Promise<boolean> {
      return /^\d+$/.test(thread) && (await readIfThere(Routes.channel(thread))) !== undefined;
    },
  };

  async function readIfThere<T extends object>(route: RouteLike): Promise<T | undefined> {
    try {
      return readObject<T>(await api.call(RequestMethod.Get, route));
    } catch (error) {
      const isGone = error instanceof PlatformError && /^(?:message|thread)_gone$/.test(error.code);
      if (isGone) return undefined;
      throw error;
    }
  }
}
