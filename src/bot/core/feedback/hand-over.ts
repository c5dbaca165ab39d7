/**
 * Calls people to a thread: a message that mentions the group or role configured for the place, with the question and the
 * pages that were tried. operators-cards.ts shows the same to the operators.
 */
import { headOf } from '../../../kit/base/shorten.ts';
import { instantOf, wallClock } from '../../../kit/base/wall-clock.ts';
import type { Wording } from '../../wording/wording.ts';
import type { Conversation, ThreadRef, Turn } from '../model/conversation.ts';
import type { Answer } from '../model/feedback.ts';
import { emptyReply, maxSources, type Reply, settle } from '../model/reply.ts';
import type { Source } from '../model/source.ts';
import type { Platform } from '../ports/platform.ts';
import type { Route, WorkingHours } from '../ports/routing.ts';
import type { Runtime } from '../runtime.ts';

/** A card shows at most this much of a question. */
const maxQuestionChars = 600;
/** At most this many answers of a thread are searched for the pages that were tried. */
const maxAnswers = 5;

/** What people called to a thread need to know. */
export interface Card {
  readonly markdown: string;
  readonly sources: readonly Source[];
}

/** `answers`: newest first. `name`: of the person who asked for help. Pure. */
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
  const short = question.length > maxQuestionChars ? `${headOf(question, maxQuestionChars)}…` : question;
  return short.replace(/^/gm, '> ');
}

/** A name as plain text, not Markdown. */
export function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N} .'-]/gu, ' ').trim() || '?';
}

/** The reply to a person who asks for help; once the call has been taken over, it says by whom. */
export async function handOverReply(
  { question, id, takenBy, conversation }: Turn,
  { handover, handoverHours }: Route,
  wording: Wording,
  options: Pick<Runtime, 'platforms' | 'store' | 'clock'>,
): Promise<Reply> {
  const card = await cardOf({ turn: id, conversation, asker: question.asker }, wording, options);
  const taker = await takerOf(takenBy, conversation.thread, wording, options.platforms);
  const status =
    taker === undefined ? backNotices(handoverHours, wording, options.clock.now()) : [takenNotice(taker, wording)];
  const notices = [wording.say('reply.human'), ...status];
  const reply = { ...emptyReply, wording, text: card.markdown, sources: card.sources };
  return settle({ ...reply, ...(handover !== undefined && { mention: handover }) }, ...notices);
}

/** Fails with StoreError. */
export async function cardOf(
  of: { readonly turn: string; readonly conversation: Pick<Conversation, 'id' | 'thread'>; readonly asker: string },
  wording: Wording,
  { store, platforms }: Pick<Runtime, 'store' | 'platforms'>,
): Promise<Card> {
  const { turn, conversation, asker } = of;
  const answers = await store.answersBefore({ turn, conversation: conversation.id }, maxAnswers);
  return toCard(answers, await nameOf(asker, conversation.thread, wording, platforms), wording);
}

/** `person`: in the form of `Question.asker`. `thread`: where they were. Never fails. */
export async function nameOf(
  person: string,
  thread: ThreadRef,
  wording: Wording,
  platforms: readonly Platform[],
): Promise<string> {
  const platform = platforms.find(({ name }) => person.startsWith(`${name}:`));
  return (await platform?.people?.nameOf(person, thread)) ?? wording.say('somebody');
}

/** The name of the person who took the call over; undefined if nobody has. Never fails. */
export async function takerOf(
  takenBy: string | undefined,
  thread: ThreadRef,
  wording: Wording,
  platforms: readonly Platform[],
): Promise<string | undefined> {
  return takenBy === undefined ? undefined : nameOf(takenBy, thread, wording, platforms);
}

export function takenNotice(name: string, wording: Wording): string {
  return wording.say('handover.taken', { name });
}

function backNotices(hours: WorkingHours | undefined, wording: Wording, now: number): readonly string[] {
  const at = hours && backAt(hours, now);
  if (!hours || at === undefined) return [];
  const { timeZone } = hours;
  const format = new Intl.DateTimeFormat(wording.language, {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return [wording.say('handover.back', { time: format.format(at) })];
}

const dayMs = 24 * 60 * 60_000;

/** When their next working hours begin, in milliseconds since 1970; undefined during working hours. */
export function backAt(hours: WorkingHours, now: number): number | undefined {
  const { days, from, to, timeZone } = hours;
  const { day, time } = wallClock(now, timeZone);
  if (isOneOf(days, day) && from <= time && time < to) return undefined;
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const begins = instantOf(now + ahead * dayMs, from, timeZone);
    if (begins > now && isOneOf(days, wallClock(begins, timeZone).day)) return begins;
  }
  return undefined;
}

function isOneOf(days: readonly string[], day: string): boolean {
  return days.includes(day);
}
