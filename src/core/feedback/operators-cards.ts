/**
 * Shows the operators a call for help: a card for each of them, with a button for whoever takes it over; then all cards say
 * who. Every card is stored with the turn as soon as it is posted, and the turn ends after the last: a process that goes on with
 * the turn posts those that are missing.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { Wording } from '../../wording/wording.ts';
import type { Body } from '../model/body.ts';
import type { PostedCard, ThreadRef, Turn } from '../model/conversation.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import type { Routing } from '../ports/routing.ts';
import { type Card, cardOf, type HandOverOptions, takenNotice, takerOf } from './hand-over.ts';

export interface OperatorOptions extends Pick<HandOverOptions, 'store' | 'platforms'> {
  readonly routing: Routing;
  /** `slack:C…`, `slack:U…`, `discord:…`. */
  readonly operators: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts when the process must end. */
  readonly signal: AbortSignal;
}

/** A longer limit is not waited for: the thread has the card. */
const maxWaitMs = 60_000;
const maxTries = 3;

/** The card for the operators; `takenBy`: the name of the person who took it over. Pure. */
export function toOperatorsCard({ markdown, sources }: Card, turn: string, wording: Wording, takenBy?: string): Body {
  return {
    ...{ markdown, from: 0, to: markdown.length, sources, notices: [], wording },
    ...(takenBy === undefined
      ? { controls: [{ kind: 'taken', turn }] as const }
      : { notices: [takenNotice(takenBy, wording)] }),
  };
}

/** False: the process must end, and the next one goes on. Fails with StoreError or ClaimLostError. */
export async function showOperators(turn: Turn, options: OperatorOptions): Promise<boolean> {
  const { operators, platforms, routing } = options;
  const { id, conversation, question, cards = [], takenBy } = turn;
  if (operators.length === 0 && cards.length === 0) return true;
  // No rule covers the operators' channel, so the language is that of the defaults.
  const wording = routing.wordingFor({ platform: '', installation: '', channel: '', thread: '' }, undefined);
  const taker = await takerOf(takenBy, conversation.thread, wording, platforms);
  const card = await cardOf({ turn: id, conversation, asker: question.asker }, wording, options);
  const body = toOperatorsCard(card, id, wording, taker);
  return (taker === undefined || (await editAll(cards, body, options))) && postMissing(turn, body, options);
}

async function editAll(cards: readonly PostedCard[], body: Body, options: OperatorOptions): Promise<boolean> {
  for (const { thread, message } of cards) {
    const platform = options.platforms.find(({ name }) => name === thread.platform);
    const edit = async () => platform?.edit(thread, message, body);
    if ((await withRetries(edit, `${thread.platform}:${thread.channel}`, options)) === 'interrupted') return false;
  }
  return true;
}

async function postMissing(turn: Turn, body: Body, options: OperatorOptions): Promise<boolean> {
  const { id, attempt, takenBy, question, conversation } = turn;
  const { operators, platforms, store } = options;
  // A process that died, or whose turn was taken from it by a press, may have posted some.
  const earlier = attempt > 1 || takenBy !== undefined ? { since: question.askedAt, others: [] } : undefined;
  const cards = [...(turn.cards ?? [])];
  for (const recipient of operators.filter((each) => mayLearnOf(each, conversation.thread))) {
    const reader = createHash('sha256').update(recipient).digest('hex').slice(0, 16);
    if (cards.some((card) => card.reader === reader)) continue;
    const platform = platforms.find(({ name }) => recipient.startsWith(`${name}:`));
    const post = async () => platform?.postTo?.(recipient, body, `${id}.${reader}:0`, earlier);
    const posted = await withRetries(post, recipient, options);
    if (posted === 'interrupted') return false;
    if (!posted) continue;
    cards.push({ reader, ...posted });
    await store.saveCards(turn, cards);
  }
  return true;
}

/** Tries again what may pass. undefined: it cannot be done, and is logged. */
async function withRetries<T>(
  act: () => Promise<T>,
  recipient: string,
  { clock, logger, signal }: OperatorOptions,
): Promise<T | 'interrupted' | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { waitMs = 2_000, code } = error;
      if (!isPassing(error) || tries === maxTries || waitMs > maxWaitMs) {
        logger.warn({ recipient, code, err: error }, 'operators not notified of a call for help');
        return undefined;
      }
      logger.debug({ recipient, code, waitMs }, 'operators’ card not posted yet');
      await clock.wait(waitMs, signal);
      if (signal.aborted) return 'interrupted';
    }
  }
}

/** Operators of one workspace do not see what was said in another (`slack:T…:C…`). */
function mayLearnOf(recipient: string, { platform, installation }: ThreadRef): boolean {
  const [of, workspace, id] = recipient.split(':');
  return id === undefined || of !== platform || workspace === installation;
}
