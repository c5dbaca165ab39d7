/** Converts rows of conversations and turns to the core's types and back. */

import { CorruptRow, hasTypes, isKeyOf, oneOf, parse, storable } from '../../../kit/sql/column-values.ts';
import type { ConversationRow, TurnRow } from '../../../kit/sql/schema.ts';
import { silentCode } from '../../core/model/asked-question.ts';
import type {
  Addressed,
  AssistantThread,
  AttachedFile,
  Conversation,
  FixedReply,
  OpenNotice,
  PlaceKind,
  PostedCard,
  Question,
  Reading,
  Shown,
  ThreadRef,
  Turn,
  TurnState,
  UnreadPart,
} from '../../core/model/conversation.ts';
import { removedPerson } from '../../core/model/people.ts';
import type { Source } from '../../core/model/source.ts';

type PlaceColumns = Pick<ConversationRow, 'platform' | 'installation' | 'channel' | 'thread' | 'address'>;

/** Fails with CorruptRow. */
export function toTurn(row: TurnRow, conversation: ConversationRow): Turn {
  const question = toQuestion(row);
  return {
    id: row.id,
    conversation: toConversation(conversation, question.thread),
    question,
    state: oneOf(turnStates, row.state),
    tries: row.tries,
    ...rounds(row),
    ...answerOf(row),
    ...(row.stopped_by !== null && { stoppedBy: row.stopped_by }),
    ...(row.cards !== null && { cards: orElse([], () => parse(row.cards ?? '', isCardList)) }),
    ...(row.taken_by !== null && { takenBy: row.taken_by }),
    ...(row.code !== null && isKeyOf(fixedReplies, row.code) && { fixedReply: row.code }),
    ...(row.code === sharedCode && { shared: sharedOf(row) }),
  };
}

function sharedOf(row: TurnRow): NonNullable<Turn['shared']> {
  const shared = { text: row.answer, sources: parse(row.sources, isSourceList) };
  return row.is_by_ai === 1 ? { ...shared, isByAi: true } : shared;
}

/** The fields that depend on how often the question was asked again. */
function rounds(row: TurnRow): Pick<Turn, 'attempt' | 'openedAt' | 'timesAgain' | 'replyKey'> {
  return {
    attempt: row.tries - row.tries_before,
    openedAt: row.again_at ?? row.asked_at,
    timesAgain: row.times_again,
    replyKey: row.reply_key ?? row.id,
  };
}

/** If a turn was asked again and no message shows the new answer yet, they still show the earlier one. */
function answerOf(row: TurnRow): Pick<Turn, 'shown' | 'answer' | 'earlier'> {
  const shown = parse(row.shown, isShownList);
  const isShownAgain = row.times_again > 0 || row.code === takenBackCode || row.code === callCode;
  const isEarlier = isShownAgain && row.answer !== '' && shown.every(({ to }) => to === 0);
  if (!isEarlier) return { shown, answer: row.answer };
  return { shown, answer: '', earlier: { text: row.answer, sources: parse(row.sources, isSourceList) } };
}

/** The place where the question was asked; empty if that cannot be read. */
export function readPlace(row: Pick<TurnRow, 'asked_in'>): Pick<ThreadRef, 'category'> {
  return orElse<Pick<ThreadRef, 'category'>>({}, () => parse(row.asked_in, isThreadRef));
}

/** Empty if the column cannot be read. */
export function readShown(json: string): readonly Shown[] {
  return orElse([], () => parse(json, isShownList));
}

/** Empty if the column cannot be read. */
export function readFiles(json: string | null): readonly AttachedFile[] {
  return json === null ? [] : orElse([], () => parse(json, isFileList));
}

export function readReading(json: string | null): Reading | undefined {
  return json === null ? undefined : orElse({}, () => parse(json, isReading));
}

/** Empty if the column cannot be read. */
export function readSources(json: string): readonly Source[] {
  return orElse([], () => parse(json, isSourceList));
}

function orElse<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CorruptRow) return fallback;
    throw error;
  }
}

/**
 * Builds a turn from a row that cannot be read: it keeps the thread, and assumes that a message may have been posted.
 */
export function toCorruptTurn(row: TurnRow, conversation: ConversationRow): Turn {
  const known = toConversation({ ...conversation, notice: null });
  const question: Question = {
    id: row.question_id,
    eventId: row.event_id,
    thread: known.thread,
    asker: row.asker,
    addressed: 'mention',
    text: '',
    askedAt: row.asked_at,
  };
  const shown = [{ message: '', from: 0, to: 0, digest: '' }];
  return {
    id: row.id,
    conversation: known,
    question,
    state: 'answering',
    tries: row.tries,
    shown,
    answer: '',
    ...rounds(row),
    corrupt: true,
  };
}

/** Converts a question to its columns. */
export function fromQuestion(question: Question) {
  return {
    platform: question.thread.platform,
    question_id: question.id,
    event_id: question.eventId,
    asked_in: JSON.stringify(question.thread),
    asker: question.asker,
    addressed: question.addressed,
    place: question.place ?? null,
    about: question.about?.join(' ') ?? null,
    reading: question.reading ? JSON.stringify(question.reading) : null,
    text: storable(question.text),
    opens: question.opens ?? null,
    locale: question.locale ?? null,
    shares: question.shares ?? null,
    files: question.files ? JSON.stringify(question.files) : null,
    ends_after_silence_ms: question.endsAfterSilenceMs ?? null,
    asked_at: question.askedAt,
  };
}

/** Stands in for the id of a person or place that was removed. */
export const removed = removedPerson;

function toConversation(row: ConversationRow, asked: Pick<ThreadRef, 'category'> = {}): Conversation {
  const assistantThread = toAssistantThread(row);
  return {
    id: row.id,
    thread: toThread(row, asked),
    ...(assistantThread && { assistantThread }),
    ...(row.is_restarted === 1 && { isRestarted: true as const }),
    // A newer version running alongside may know more notices; it shows them itself.
    ...(row.notice !== null && isKeyOf(notices, row.notice) && { notice: row.notice }),
  };
}

/** The thread of a conversation. Its category, which rules may name, is stored with each question. */
export function toThread(row: PlaceColumns, { category }: Pick<ThreadRef, 'category'>): ThreadRef {
  const { platform, installation, channel, thread, address } = row;
  return {
    platform,
    installation,
    channel,
    thread,
    ...(address !== null && { address }),
    ...(category !== undefined && { category }),
  };
}

function toAssistantThread(row: ConversationRow): AssistantThread | undefined {
  const { assistant_thread_id: id, assistant_thread_key: key, assistant_thread_site: site } = row;
  if (id === null) return undefined;
  return { id, ...(key !== null && { key }), ...(site !== null && { site }) };
}

function toQuestion(row: TurnRow): Question {
  const { opens, locale, ends_after_silence_ms: endsAfterSilenceMs } = row;
  const place = toPlaceKind(row.place);
  const reading = readReading(row.reading);
  return {
    id: row.question_id,
    eventId: row.event_id,
    thread: parse(row.asked_in, isThreadRef),
    asker: row.asker,
    addressed: oneOf(addressings, row.addressed),
    text: row.text,
    askedAt: row.asked_at,
    ...(place && { place }),
    ...(reading && { reading }),
    ...(opens !== null && { opens }),
    ...(locale !== null && { locale }),
    ...(row.files !== null && { files: readFiles(row.files) }),
    ...(endsAfterSilenceMs !== null && { endsAfterSilenceMs }),
  };
}

// Records, so that a new member of a union does not compile until it is listed here.
const turnStates: Record<TurnState, true> = {
  asked: true,
  answering: true,
  answered: true,
  failed: true,
  stopped: true,
};
const unreadParts: Record<UnreadPart, true> = {
  call: true,
  chart: true,
  file: true,
  forward: true,
  image: true,
  length: true,
  other: true,
  video: true,
};
const addressings: Record<Addressed, true> = {
  mention: true,
  direct: true,
  follow_up: true,
  command: true,
  auto: true,
};
const placeKinds: Record<PlaceKind, true> = { direct: true, group: true, private: true, public: true };
const fixedReplies: Record<FixedReply, true> = {
  over_limit: true,
  others_joined: true,
  muted: true,
  unmuted: true,
  new: true,
  help: true,
  slow_down: true,
  limit_minute: true,
  limit_channel: true,
  limit_day: true,
  limit_month: true,
  limit_address: true,
  limit_hour: true,
  limit_calls: true,
  human: true,
  human_none: true,
  human_direct: true,
  human_called: true,
  solved: true,
  solved_already: true,
  solved_not_yours: true,
  solved_none: true,
  nothing_to_stop: true,
  taken_back: true,
};
/** The code of a turn whose answer was taken back. */
export const takenBackCode = 'taken_back' satisfies FixedReply;
/** The code of a call for help. */
export const callCode = 'human' satisfies FixedReply;
/** The code of a turn that shares an answer, until it ends. */
export const sharedCode = 'shared';
/** The code of a message that is part of the question before it. */
export const joinedCode = 'joined';
/** Codes of messages that are not questions in their own right. */
export const codesOfNonQuestions: readonly string[] = ['stop', joinedCode];
/** Codes of turns that are not part of the conversation with the assistant. */
export const codesWithoutAnswer: readonly string[] = [...Object.keys(fixedReplies), ...codesOfNonQuestions];

/** Codes of turns whose answer nobody has seen. */
export const codesUnseen: readonly string[] = [...codesWithoutAnswer, silentCode];

/** Fails with CorruptRow. */
export function toTurnState(state: string): TurnState {
  return oneOf(turnStates, state);
}

/** Fails with CorruptRow. */
export function toAddressed(addressed: string): Addressed {
  return oneOf(addressings, addressed);
}

/** Returns undefined if the kind of place is unknown. */
export function toPlaceKind(place: string | null): PlaceKind | undefined {
  return place !== null && isKeyOf(placeKinds, place) ? place : undefined;
}

/** Returns undefined for a turn that the assistant answers. */
export function toFixedReply(code: string | null): FixedReply | undefined {
  return code !== null && isKeyOf(fixedReplies, code) ? code : undefined;
}

const notices: Record<OpenNotice, true> = {
  no_thread_right: true,
  threads_limited: true,
  title_refused: true,
  private_only: true,
};

export function isShownList(value: unknown): value is readonly Shown[] {
  return Array.isArray(value) && value.every(isShown);
}

function isShown(value: unknown): value is Shown {
  return hasTypes(value, { message: 'string', from: 'number', to: 'number', digest: 'string' });
}

function isCardList(value: unknown): value is readonly PostedCard[] {
  return Array.isArray(value) && value.every(isCard);
}

function isCard(value: unknown): value is PostedCard {
  return hasTypes(value, { reader: 'string', message: 'string' }) && isThreadRef(Reflect.get(Object(value), 'thread'));
}

function isSourceList(value: unknown): value is readonly Source[] {
  return Array.isArray(value) && value.every((source) => hasTypes(source, { path: 'string' }));
}

export function isThreadRef(value: unknown): value is ThreadRef {
  return hasTypes(value, { platform: 'string', installation: 'string', channel: 'string', thread: 'string' });
}

function isReading(value: unknown): value is Reading {
  const { of, unread, repliesTo = 'unread' } = (value ?? {}) as { [Key in keyof Reading]: unknown };
  const isList = unread === undefined || (Array.isArray(unread) && unread.every((part) => isKeyOf(unreadParts, part)));
  const isRepliedTo = repliesTo === 'unread' || hasTypes(repliesTo, { name: 'string', text: 'string' });
  return isList && isRepliedTo && (of === undefined || typeof of === 'string');
}

function isFileList(value: unknown): value is readonly AttachedFile[] {
  return Array.isArray(value) && value.every((file) => hasTypes(file, { name: 'string' }));
}
