/**
 * Shows that an answer is in progress: with a status in the thread, which says what is being searched for, or with an eyes
 * reaction on the thread's first message where Slack refuses a status.
 */
import { BoundedCache } from '../../../../kit/base/bounded-cache.ts';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Step } from '../../../core/model/step.ts';
import { english, type Wording } from '../../../wording/wording.ts';
import type { WebApi } from '../connection/web-api.ts';
import { refusalOf } from '../errors.ts';
import { plainText } from './escape.ts';
import { isThread } from './thread-refs.ts';

/** `set` fails with PlatformError. */
export interface WorkingIndicator {
  set(thread: ThreadRef, on: boolean, step?: Step, wording?: Wording): Promise<void>;
  /** One of our messages appeared in the thread. */
  posted(thread: ThreadRef): void;
}

const maxRemembered = 1_000;

export function createWorkingIndicator(api: WebApi): WorkingIndicator {
  /** Channels where Slack refused a status. */
  const statusless = new BoundedCache<string, true>(maxRemembered);
  /** Threads where this process set a status, and whether they still show it: Slack clears it when we post there. */
  const busy = new BoundedCache<string, boolean>(maxRemembered);

  return { set, posted };

  function posted({ thread }: ThreadRef): void {
    if (busy.has(thread)) busy.set(thread, false);
  }

  async function set(thread: ThreadRef, on: boolean, step?: Step, wording = english): Promise<void> {
    if (!isThread(thread)) return;
    // Another process may have left a reaction behind; a status left behind would expire.
    const isLeftover = !on && !busy.has(thread.thread);
    if (isLeftover || statusless.has(thread.channel)) return react(thread, on);
    if (!on && busy.get(thread.thread) === false) {
      busy.delete(thread.thread);
      return;
    }
    try {
      await api.attempt((client) =>
        client.assistant.threads.setStatus({
          channel_id: thread.channel,
          thread_ts: thread.thread,
          status: on ? wording.say('working') : '',
          // Shown in place of the status.
          ...(on && step && { loading_messages: [`${plainText(step.title)} …`] }),
        }),
      );
      if (on) busy.set(thread.thread, true);
      else busy.delete(thread.thread);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'forbidden') throw error;
      statusless.set(thread.channel, true);
      await react(thread, on);
    }
  }

  /** Adds or removes an eyes reaction on the thread's first message. */
  async function react(thread: ThreadRef, on: boolean): Promise<void> {
    const reaction = { channel: thread.channel, timestamp: thread.thread, name: 'eyes' };
    try {
      await api.attempt(({ reactions }) => (on ? reactions.add(reaction) : reactions.remove(reaction)));
    } catch (error) {
      const word = refusalOf(error);
      if (word !== 'already_reacted' && word !== 'no_reaction') throw error;
    }
  }
}
