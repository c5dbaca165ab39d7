/** Questions and their outcomes as reports and exports read them, without people's names. Pure. */
import type { Addressed, FixedReply, ThreadRef, TurnState } from './conversation.ts';
import type { Feedback, FeedbackDetail } from './feedback.ts';
import type { Source } from './source.ts';

/** Codes of answered turns whose answer is none from the docs: small talk, and a question back. */
export const asideCodes = ['chat', 'ask'] as const;
export type AsideCode = (typeof asideCodes)[number];

/** Code of an answered turn where Docent may stay silent: its answer has no page, and nobody was shown it. */
export const silentCode = 'silent';

export interface AskedQuestion {
  /** The turn's id. */
  readonly turn: string;
  readonly conversation: string;
  readonly platform: string;
  readonly addressed: Addressed;
  /** Text, link and comments are left out, because nobody who was not there may read them. */
  readonly isPrivate: boolean;
  /** Asked in a private channel, whose members may read it: the thread there. */
  readonly onlyIn?: ThreadRef;
  readonly text: string;
  readonly sources: readonly Source[];
  readonly state: TurnState;
  readonly fixedReply?: FixedReply;
  /** It was answered with small talk or with a question back. */
  readonly isAside?: true;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** From when it was asked, or last asked again, to the complete reply. */
  readonly tookMs?: number;
  /** From the same moment to the first text of the answer. */
  readonly firstTextMs?: number;
  /** A link to the reply. */
  readonly link?: string;
  /** Includes marks on earlier answers to it. */
  readonly marks: readonly GivenMark[];
}

/** Whether its words may be shown to everybody, as in an issue. */
export function isPublic({ isPrivate, onlyIn }: AskedQuestion): boolean {
  return !isPrivate && onlyIn === undefined;
}

/** Still counts, but nobody can read what was said. */
export function withoutWords({ link: _, onlyIn: __, marks, ...question }: AskedQuestion): AskedQuestion {
  return { ...question, isPrivate: true, text: '', marks: marks.map(({ comment: ___, ...mark }) => mark) };
}

/** The setting `privateChannels`: whether everybody who reads reports may read words of private channels. */
export interface PrivateChannels {
  readonly privateChannels: boolean;
}

/** What readers who are not known may read. Pure. */
export function readableByAll(
  asked: readonly AskedQuestion[],
  { privateChannels }: PrivateChannels,
): readonly AskedQuestion[] {
  return privateChannels ? asked : asked.map((question) => (question.onlyIn ? withoutWords(question) : question));
}

export interface NewestAsked {
  readonly asked: readonly AskedQuestion[];
  /** Set if older questions were left out: how many were kept. */
  readonly newestOnly?: number;
}

/** Keeps the newest `max` questions. `read`: oldest first, read with a limit of `max + 1`. */
export function newestOf(read: readonly AskedQuestion[], max: number): NewestAsked {
  return read.length > max ? { asked: read.slice(-max), newestOnly: max } : { asked: read };
}

/** A question that started a conversation, was answered from the docs and was not marked as unhelpful. */
export interface AnsweredQuestion {
  readonly thread: ThreadRef;
  readonly asker: string;
  readonly text: string;
  readonly sources: readonly Source[];
  /** A link to the reply. */
  readonly link?: string;
  /** Milliseconds since 1970. */
  readonly answeredAt: number;
}

/** One person's feedback on the answer. */
export interface GivenMark extends Pick<Feedback, 'mark' | 'via' | 'at'>, Partial<FeedbackDetail> {
  /** The question has been asked again since. */
  readonly isOnEarlierAnswer?: true;
}
