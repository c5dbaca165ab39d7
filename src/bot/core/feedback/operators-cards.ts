/**
 * Shows the operators a call for help: a card for each of them, with a button to take the call over; afterwards all cards say
 * who did. Each card is stored with the turn as soon as it is posted, and the turn ends after the last one, so a process that
 * continues the turn posts only the missing cards.
 */
import { createHash } from 'node:crypto';
import { retry } from '../../../kit/base/retry.ts';
import type { Wording } from '../../wording/wording.ts';
import type { Body } from '../model/body.ts';
import type { PostedCard, ThreadRef, Turn } from '../model/conversation.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import type { Runtime } from '../runtime.ts';
import { type Card, cardOf, takenNotice, takerOf } from './hand-over.ts';

type Needed = 'platforms' | 'routing' | 'store' | 'clock' | 'logger' | 'operators';

export interface OperatorOptions extends Pick<Runtime, Needed> {
  /** Aborts when the process must end. */
  readonly signal: AbortSignal;
}

/** Longer rate limits are not waited for, since the thread shows the call anyway. */
const maxWaitMs = 60_000;
const maxAttempts = 3;

/** The card for the operators; `takenBy`: the name of the person who took it over. Pure. */
export function toOperatorsCard({ markdown, sources }: Card, turn: string, wording: Wording, takenBy?: string): Body {
  return {
    markdown,
    from: 0,
    to: markdown.length,
    sources,
    notices: [],
    wording,
    ...(takenBy === undefined
      ? { controls: [{ kind: 'taken', turn }] as const }
      : { notices: [takenNotice(takenBy, wording)] }),
  };
}

/** False if the process must end and the next one has to continue. Fails with StoreError or ClaimLostError. */
export async function showOperators(turn: Turn, options: OperatorOptions): Promise<boolean> {
  const { operators = [], platforms, routing } = options;
  const { id, conversation, question, cards = [], takenBy } = turn;
  if (operators.length === 0 && cards.length === 0) return true;
  // No routing rule covers the operators' channel, so the default language applies.
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
  const { operators = [], platforms, store } = options;
  // A process that died, or that lost the turn because of a press, may have posted some.
  const earlier = attempt > 1 || takenBy !== undefined ? { since: question.askedAt, others: [] } : undefined;
  const cards = [...(turn.cards ?? [])];
  for (const recipient of operators.filter((operator) => mayLearnOf(operator, conversation.thread))) {
    const reader = createHash('sha256').update(recipient).digest('hex').slice(0, 16);
    if (cards.some((card) => card.reader === reader)) continue;
    const platform = platforms.find(({ name }) => recipient.startsWith(`${name}:`));
    const post = async () => platform?.notices?.postTo(recipient, body, `${id}.${reader}:0`, earlier);
    const posted = await withRetries(post, recipient, options);
    if (posted === 'interrupted') return false;
    if (!posted) continue;
    cards.push({ reader, ...posted });
    await store.saveCards(turn, cards);
  }
  return true;
}

/** Retries transient failures. undefined: it failed for good, and was logged. */
async function withRetries<T>(
  act: () => Promise<T>,
  recipient: string,
  { clock, logger, signal }: OperatorOptions,
): Promise<T | 'interrupted' | undefined> {
  const onWait = ({ code }: PlatformError, waitMs: number): void =>
    logger.debug({ recipient, code, waitMs }, 'operators’ card not posted yet');
  const limits = { maxAttempts, maxWaitMs, signal };
  try {
    return await retry(act, { clock, ...limits, mayPass: isPassing, pauseMs: () => 2_000, onWait });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (isPassing(error) && signal.aborted) return 'interrupted';
    logger.warn({ recipient, code: error.code, err: error }, 'operators not notified of a call for help');
    return undefined;
  }
}

/** Operators of one workspace (`slack:T…:C…`) must not see what was said in another. */
function mayLearnOf(recipient: string, { platform, installation }: ThreadRef): boolean {
  const [of, workspace, id] = recipient.split(':');
  return id === undefined || of !== platform || workspace === installation;
}
