/**
 * What others see of our messages in a channel, as Slack's API shows it, for `docent doctor --live`. Our token reads what any
 * member of the channel reads: it is never named as the recipient of a stream.
 */
import type { Clock } from '../../../../kit/base/clock.ts';
import { stringAt } from '../../../../kit/base/json.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import type { MessageRef, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { OperatorNotice } from '../../../core/ports/handlers.ts';
import { MissingRights } from '../connection/missing-rights.ts';
import { toPerson } from '../connection/person.ts';
import { createWebApi, fixedToken } from '../connection/web-api.ts';
import { threadRef } from '../inbound/events.ts';

export interface SlackWitnessOptions {
  readonly botToken: string;
  /** Ends in `/api/`. Defaults to Slack's own. */
  readonly apiUrl?: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Reports missing scopes. */
  tellOperators(notice: OperatorNotice): void;
}

/** How many members of a channel are looked up to find a person. */
const maxMembers = 20;

/** Every method fails with PlatformError. */
export function createWitness({ botToken, tellOperators, ...access }: SlackWitnessOptions) {
  const rights = new MissingRights(tellOperators);
  const api = createWebApi({
    ...access,
    tokens: fixedToken(botToken),
    onMissingScope: (scope) => rights.scope(scope),
  });
  api.open();

  return {
    close: () => api.close(),

    async place(channel: string): Promise<ThreadRef> {
      return threadRef((await api.whoAmI()).team_id ?? '', channel, '');
    },

    /** All that a message shows, as one text; undefined if it is gone. */
    async read(thread: ThreadRef, message: MessageRef): Promise<string | undefined> {
      const messages = await repliesIn({ ...thread, thread: thread.thread || message });
      const found = messages.find(({ ts }) => ts === message);
      return found && JSON.stringify([found.text, found.blocks]);
    },

    /** Whether anything but Slack's own tombstone is left of a thread. */
    async isLeft(thread: ThreadRef): Promise<boolean> {
      return (await repliesIn(thread)).some((message) => stringAt(message, 'subtype') !== 'tombstone');
    },

    people: {
      /** What people wrote in the thread, as Slack sends it, oldest first. */
      written: async (thread: ThreadRef): Promise<readonly object[]> =>
        (await repliesIn(thread)).filter(({ bot_id: bot }) => bot === undefined),

      /** A member of the channel who is not a bot, in the form of `Question.asker`. */
      async someone({ channel, installation }: ThreadRef): Promise<string | undefined> {
        const { members = [] } = await api.attempt(({ conversations }) =>
          conversations.members({ channel, limit: maxMembers }),
        );
        for (const user of members) {
          const { user: found } = await api.attempt(({ users }) => users.info({ user }));
          if (found?.is_bot === false && found.deleted !== true) return toPerson(user, installation, found.team_id);
        }
        return undefined;
      },
    },
  };

  async function repliesIn({ channel, thread: ts }: ThreadRef) {
    try {
      return (await api.attempt(({ conversations }) => conversations.replies({ channel, ts }))).messages ?? [];
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'thread_gone') return [];
      throw error;
    }
  }
}
