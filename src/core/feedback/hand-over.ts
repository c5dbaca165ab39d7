/**
 * Calls people to a thread: a message that tags the group or role that is named for the place, with the question and the pages
 * that were tried; and the same card for the operators, who may say there that they have taken it.
 */
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { Wording } from '../../wording/wording.ts';
import type { Body } from '../model/body.ts';
import type { Conversation, ThreadRef, Turn } from '../model/conversation.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import type { Answer } from '../model/feedback.ts';
import { emptyReply, maxSources, type Reply, settle } from '../model/reply.ts';
import type { Source } from '../model/source.ts';
import type { Platform } from '../ports/platform.ts';
import type { PressAnswer } from '../ports/presses.ts';
import type { Route, Routing, WorkingHours } from '../ports/routing.ts';
import type { Store } from '../ports/store.ts';
import { backAt } from './working-hours.ts';

/** A card shows this much of a question. */
const maxQuestionChars = 600;
/** At most this many answers of a thread are searched for the pages that were tried. */
const maxAnswers = 5;

/** What people who are called to a thread need to know. */
export interface Card {
  readonly markdown: string;
  readonly sources: readonly Source[];
}

/** `answers`: the newest first. `name`: of the person who calls. Pure. */
export function toCard(answers: readonly Answer[], name: string, wording: Wording): Card {
  const [newest] = answers;
  const title = `**${wording.say('handover.card', { name: plain(name) })}**`;
  const link = newest?.link === undefined ? [] : [wording.say('handover.link', { link: newest.link })];
  const pages = new Map(answers.flatMap(({ sources }) => sources).map((source) => [source.path, source]));
  return {
    markdown: [title, ...(newest ? [quoted(newest.question)] : []), ...link].join('\n\n'),
    sources: [...pages.values()].slice(0, maxSources),
  };
}

function quoted(question: string): string {
  const short =
    question.length > maxQuestionChars ? `${question.slice(0, maxQuestionChars).toWellFormed()}…` : question;
  return short.replace(/^/gm, '> ');
}

/** A name as plain text, not Markdown. */
export function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N} .'-]/gu, ' ').trim() || '?';
}

export interface HandOverOptions {
  readonly platforms: readonly Platform[];
  readonly store: Store;
  readonly clock: Clock;
}

/** The reply to somebody who needs a person. */
export async function handOverReply(
  { question, id }: Turn,
  conversation: Conversation,
  { handover, handoverHours }: Route,
  wording: Wording,
  options: HandOverOptions,
): Promise<Reply> {
  const card = await cardOf({ turn: id, conversation, asker: question.asker }, wording, options);
  const notices = [wording.say('reply.human'), ...backNotices(handoverHours, wording, options.clock.now())];
  const reply = { ...emptyReply, wording, text: card.markdown, sources: card.sources };
  return settle({ ...reply, ...(handover !== undefined && { mention: handover }) }, ...notices);
}

/** Fails with StoreError. */
export async function cardOf(
  of: { readonly turn: string; readonly conversation: Pick<Conversation, 'id' | 'thread'>; readonly asker: string },
  wording: Wording,
  { store, platforms }: Pick<HandOverOptions, 'store' | 'platforms'>,
): Promise<Card> {
  const { turn, conversation, asker } = of;
  const answers = await store.answersBefore({ turn, conversation: conversation.id }, maxAnswers);
  return toCard(answers, await nameOf(asker, conversation.thread, wording, platforms), wording);
}

/** `person`: in the form of `Question.asker`; `thread`: where they were. Never fails. */
export async function nameOf(
  person: string,
  thread: ThreadRef,
  wording: Wording,
  platforms: readonly Platform[],
): Promise<string> {
  const platform = platforms.find(({ name }) => person.startsWith(`${name}:`));
  return (await platform?.nameOf?.(person, thread)) ?? wording.say('somebody');
}

/** Records that somebody takes over a call. Fails with StoreError. */
export async function takeCall(
  turn: string,
  by: string,
  options: HandOverOptions & { readonly routing: Routing },
): Promise<PressAnswer> {
  const { store, platforms, clock } = options;
  const first = await store.takeCall(turn, by, clock.now());
  const call = await store.findAnswer(turn);
  if (first === undefined || !call) return { say: 'press.gone' };
  const { conversation: id, thread, asker } = call;
  const wording = operatorsWording(options.routing);
  const card = await cardOf({ turn, conversation: { id, thread }, asker }, wording, options);
  return { replacement: toOperatorsCard(card, turn, wording, await nameOf(first, thread, wording, platforms)) };
}

function backNotices(hours: WorkingHours | undefined, wording: Wording, now: number): readonly string[] {
  const at = hours && backAt(hours, now);
  if (!hours || at === undefined) return [];
  const { timeZone } = hours;
  const format = new Intl.DateTimeFormat(wording.language, {
    ...{ timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  });
  return [wording.say('handover.back', { time: format.format(at) })];
}

/** The language of the defaults, since no rule covers the operators' channel. */
function operatorsWording(routing: Routing): Wording {
  return routing.wordingFor({ platform: '', installation: '', channel: '', thread: '' }, undefined);
}

/** The card for the operators; `takenBy`: the name of the person who took it over. Pure. */
export function toOperatorsCard({ markdown, sources }: Card, turn: string, wording: Wording, takenBy?: string): Body {
  const taken = takenBy === undefined ? [] : [wording.say('handover.taken', { name: takenBy })];
  return {
    ...{ markdown, from: 0, to: markdown.length, sources, notices: taken, wording },
    ...(takenBy === undefined && { controls: [{ kind: 'taken', turn }] as const }),
  };
}

export interface OperatorOptions extends Pick<HandOverOptions, 'store' | 'platforms'> {
  readonly routing: Routing;
  /** `slack:C…`, `slack:U…`, `discord:…`. */
  readonly operators: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** A longer limit is not waited for: the thread has the card. */
const maxWaitMs = 60_000;
const maxTries = 3;

/** Fails with StoreError. */
export async function tellOperators({ id, conversation, question }: Turn, options: OperatorOptions): Promise<void> {
  const { operators, logger } = options;
  if (operators.length === 0) return;
  const wording = operatorsWording(options.routing);
  const card = await cardOf({ turn: id, conversation, asker: question.asker }, wording, options);
  for (const recipient of operators.filter((each) => mayLearnOf(each, conversation.thread))) {
    const failure = await tell(recipient, toOperatorsCard(card, id, wording), options);
    if (!failure) continue;
    logger.warn({ recipient, code: failure.code, err: failure }, 'operators not notified of a call for help');
  }
}

/** Retries only failures that cannot have posted a card. Returns the last failure. */
async function tell(
  recipient: string,
  card: Body,
  { platforms, clock, signal }: OperatorOptions,
): Promise<PlatformError | undefined> {
  const platform = platforms.find(({ name }) => recipient.startsWith(`${name}:`));
  for (let tries = 1; ; tries += 1) {
    try {
      await platform?.tell?.(recipient, card);
      return undefined;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { waitMs = 2_000, arrived } = error;
      const mayTry = isPassing(error) && arrived === 'no' && tries < maxTries && waitMs <= maxWaitMs;
      if (!mayTry || signal.aborted) return error;
      await clock.wait(waitMs, signal);
    }
  }
}

/** Operators of one workspace do not see what was said in another (`slack:T…:C…`). */
function mayLearnOf(recipient: string, { platform, installation }: ThreadRef): boolean {
  const [of, workspace, id] = recipient.split(':');
  return id === undefined || of !== platform || workspace === installation;
}
