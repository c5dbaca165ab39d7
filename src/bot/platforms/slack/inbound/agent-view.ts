/**
 * Docent as a Slack agent: its Home tab, the suggested prompts in direct messages, and the titles of conversations there.
 * All of these are optional extras: a refusal by Slack is only logged.
 */

import type { types } from '@slack/bolt';
import type { Logger } from '../../../../kit/base/logger.ts';
import { shorten } from '../../../../kit/base/shorten.ts';
import type { Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { identitiesOf } from '../../../core/model/people.ts';
import type { Handlers, HomePage } from '../../../core/ports/handlers.ts';
import type { Wording } from '../../../wording/wording.ts';
import { type Origin, toPerson } from '../connection/person.ts';
import type { WebApi } from '../connection/web-api.ts';
import { type Message, threadRef } from './events.ts';

export interface AgentViewOptions {
  readonly api: WebApi;
  readonly logger: Logger;
  /** Available while the platform is started. */
  handlers(): Handlers;
  /** Whether the app is an agent, that is, has the scope `assistant:write`. */
  isAgent(): boolean;
  renderHome(page: HomePage, wording: Wording): types.HomeView;
  /** The wording for a user. Never fails. */
  wordingFor(thread: ThreadRef, user: string): Promise<Wording>;
}

/** The fields of `app_home_opened` that we read. Source: docs.slack.dev reference/events/app_home_opened, 2026-11-21. */
interface HomeOpened {
  readonly user: string;
  readonly channel: string;
  readonly tab?: 'home' | 'messages';
}

/** No method fails or delays an acknowledgement. */
export interface AgentView {
  opened(event: HomeOpened, origin: Origin): void;
  /** A user opened an assistant thread with us. */
  started(user: string, place: { readonly channel: string; readonly thread?: string }, installation: string): void;
  /** A question was accepted. */
  asked(question: Question, message: Message): void;
}

const maxTitleChars = 60;

export function createAgentView(options: AgentViewOptions): AgentView {
  const { api, logger, handlers, isAgent, renderHome, wordingFor } = options;
  return {
    opened({ user, channel, tab }, origin) {
      if (tab === 'messages') propose(user, { channel }, origin.installation);
      else publish(user, channel, origin);
    },
    started: propose,
    asked({ addressed, text }, { channel, ts, thread_ts: root }) {
      const startsThread = root === undefined || root === ts;
      if (addressed !== 'direct' || !startsThread || !channel || !ts || !isAgent()) return;
      const title = toThreadTitle(text);
      if (title === '') return;
      const place = { channel_id: channel, thread_ts: ts };
      quietly('title not set', async () => {
        await api.attempt(({ assistant }) => assistant.threads.setTitle({ ...place, title }));
      });
    },
  };

  function publish(user: string, channel: string, { installation, team }: Origin): void {
    quietly('home not published', async () => {
      const thread = threadRef(installation, channel, '');
      const wording = await wordingFor(thread, user);
      const identities = identitiesOf(toPerson(user, installation, team));
      const page = await handlers().home({ identities, thread }, wording);
      const view = renderHome(page, wording);
      await api.attempt(({ views }) => views.publish({ user_id: user, view }));
    });
  }

  function propose(
    user: string,
    { channel, thread }: { readonly channel: string; readonly thread?: string },
    installation: string,
  ): void {
    if (!isAgent()) return;
    quietly('prompts not set', async () => {
      const here = threadRef(installation, channel, '');
      const texts = await handlers().prompts(here, await wordingFor(here, user));
      const prompts = texts.map((text) => ({ title: text, message: text }));
      const place = { channel_id: channel, ...(thread !== undefined && { thread_ts: thread }) };
      if (prompts.length === 0) return;
      await api.attempt(({ assistant }) => assistant.threads.setSuggestedPrompts({ ...place, prompts }));
    });
  }

  function quietly(phrase: string, act: () => Promise<void>): void {
    act().catch((error: unknown) => {
      logger[error instanceof PlatformError ? 'debug' : 'error']({ err: error }, phrase);
    });
  }
}

/** The question as one line without mentions, cut between words. */
function toThreadTitle(text: string): string {
  const line = text
    .slice(0, 1_000)
    .replace(/<[^<>]{1,200}>/g, ' ')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  return shorten(line, maxTitleChars);
}
