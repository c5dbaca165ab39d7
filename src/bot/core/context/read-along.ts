/** What is sent along with a question besides its conversation: earlier messages of the thread, and small text files. */
import { maxBase64Chars, maxPictureBytes, type Picture, pictureTypeOf } from '../../../kit/wire/pictures.ts';
import type { Wording } from '../../wording/wording.ts';
import { isPicture, maxTextBytes, smallPictures, smallTextFiles } from '../model/attached-files.ts';
import type { AttachedFile, Reading, ThreadRef, Turn, UnreadPart } from '../model/conversation.ts';
import type { Ask } from '../ports/assistant.ts';
import type { EarlierMessage, Files, Platform, Threads } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';

export interface ReadAlong {
  readonly along: Pick<Ask, 'context' | 'files' | 'pictures'>;
  readonly unread: Unread;
}

/** What could not be read: whether the earlier messages of the thread, parts of them, and how many files. */
export interface Unread extends UnreadFiles {
  readonly isThread: boolean;
  readonly parts: readonly UnreadPart[];
}

interface UnreadFiles {
  readonly files: number;
  readonly pictures: number;
  /** Whether pictures are looked at. */
  readonly takesPictures: boolean;
}

export const nothingUnread: Unread = { isThread: false, parts: [], files: 0, pictures: 0, takesPictures: false };

/** `takesPictures`: whether the assistant looks at pictures. Fails with StoreError. */
export async function readAlong(
  turn: Turn,
  platform: Pick<Platform, 'files' | 'threads'>,
  store: Pick<Store, 'history'>,
  takesPictures: boolean,
): Promise<ReadAlong> {
  const earlier = await readThreadContext(turn, platform.threads, () => store.history(turn, 1));
  const { context, unread, isCut, messages } = earlier;
  // Those of the question first, then those nearest to it.
  const attached = [turn.question, ...messages.toReversed()].flatMap(({ files = [] }) => files);
  const read = await readAttachedFiles(attached, turn.conversation.thread, platform.files, takesPictures);
  const parts = [...messages.flatMap((message) => message.unread ?? []), ...(isCut ? (['length'] as const) : [])];
  return {
    along: {
      ...(context !== '' && { context }),
      ...(read.files.length > 0 && { files: read.files }),
      ...(read.pictures.length > 0 && { pictures: read.pictures }),
    },
    unread: { ...read.unread, isThread: unread, parts },
  };
}

/** `reading`: how the question itself was read. The first sentence is the most important. */
export function unreadSentences(unread: Unread, wording: Wording, reading?: Reading): readonly string[] {
  const { isThread, files, pictures, takesPictures } = unread;
  const parts = new Set([...(reading?.unread ?? []), ...unread.parts]);
  const kinds = [...parts].filter((part) => part !== 'length').map((part) => wording.say(`part.${part}`));
  return [
    ...(kinds.length > 0 ? [wording.say('partsUnread', { kinds: listOf(kinds, wording) })] : []),
    ...(parts.has('length') ? [wording.say('restUnread')] : []),
    ...(reading?.repliesTo === 'unread' ? [wording.say('repliedToUnread')] : []),
    ...(isThread ? [wording.say('threadUnread')] : []),
    ...(files > 0 ? [wording.say('filesUnread', { count: files })] : []),
    ...(pictures > 0 ? [takesPictures ? wording.say('picturesUnread') : wording.say('picturesUnseen')] : []),
    ...(reading?.of === undefined ? [] : [wording.say('answeringOf', { name: reading.of })]),
  ];
}

function listOf(words: readonly string[], { language }: Wording): string {
  return new Intl.ListFormat(language).format(words);
}

const maxNameChars = 200;

export interface ReadFiles {
  readonly files: NonNullable<Ask['files']>;
  readonly pictures: NonNullable<Ask['pictures']>;
  readonly unread: UnreadFiles;
}

/** Never fails. */
export async function readAttachedFiles(
  attached: readonly AttachedFile[],
  thread: ThreadRef,
  source: Files | undefined,
  takesPictures = false,
): Promise<ReadFiles> {
  const known = await Promise.all(
    attached
      .slice(0, maxFiles)
      .map(async (file) => (file.id === undefined ? file : ((await source?.describe(file, thread)) ?? file))),
  );
  const [texts, shown] = await Promise.all([
    Promise.all(
      smallTextFiles(known).map(async (file) => toText(file, await source?.read(file, maxTextBytes, thread))),
    ),
    Promise.all(
      (takesPictures ? smallPictures(known) : []).map(async (file) =>
        toPicture(file, await source?.read(file, maxPictureBytes, thread)),
      ),
    ),
  ]);
  const files = texts.filter((file) => file !== undefined);
  const pictures = withinBytes(shown.filter((picture) => picture !== undefined));
  const pictureCount = [...known, ...attached.slice(maxFiles)].filter(isPicture).length;
  return {
    files,
    pictures,
    unread: {
      files: attached.length - pictureCount - files.length,
      pictures: pictureCount - pictures.length,
      takesPictures,
    },
  };
}

/** Of a message and those before it. */
const maxFiles = 20;

/** What a platform says of a file's size may be missing or wrong. */
function withinBytes(pictures: readonly Picture[]): readonly Picture[] {
  let chars = 0;
  return pictures.filter(({ base64 }) => {
    const fits = chars + base64.length <= maxBase64Chars;
    if (fits) chars += base64.length;
    return fits;
  });
}

/** undefined if its bytes are not a picture of a kind that models look at. */
function toPicture({ name }: AttachedFile, bytes: Uint8Array | undefined): Picture | undefined {
  const mediaType = bytes && pictureTypeOf(bytes);
  if (!bytes || mediaType === undefined) return undefined;
  return { name: toFileName(name), mediaType, base64: Buffer.from(bytes).toString('base64') };
}

/** undefined if its bytes are not text, or if it is empty. */
function toText({ name }: AttachedFile, bytes: Uint8Array | undefined): { name: string; text: string } | undefined {
  const text = bytes && decoded(bytes);
  if (text === undefined || text.trim() === '') return undefined;
  return { name: toFileName(name), text };
}

function toFileName(name: string): string {
  return name
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, maxNameChars)
    .toWellFormed();
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const maxMessages = 20;
const maxChars = 8_000;

/**
 * The earlier messages of a thread where nothing was asked before, and the message that the question replies to, which comes
 * last. `unread`: the platform does not let us read the thread, or not right now, or the message replied to leaves no room for it.
 * `isCut`: of the last message only the beginning is sent. Fails with StoreError.
 */
async function readThreadContext(
  turn: Turn,
  threads: Threads | undefined,
  history: () => ReturnType<Store['history']>,
): Promise<{
  readonly context: string;
  readonly messages: readonly EarlierMessage[];
  readonly unread: boolean;
  readonly isCut: boolean;
}> {
  const { repliesTo = 'unread' } = turn.question.reading ?? {};
  const repliedTo = [repliesTo].filter((each) => each !== 'unread');
  const earlier = await earlierMessages(turn, threads, history);
  const messages = earlier === 'unread' ? [] : earlier.slice(-maxMessages);
  const others = messages.filter(({ text }) => text !== '' && !repliedTo.some((each) => each.text === text));
  const shown = [...others, ...repliedTo.filter(({ text }) => text !== '')];
  const { kept, isCut } = newestWithin(shown);
  const isCrowdedOut = others.length > 0 && kept.length <= shown.length - others.length;
  return { messages, context: kept.join('\n'), isCut, unread: earlier === 'unread' || isCrowdedOut };
}

async function earlierMessages(
  { question, conversation, fixedReply }: Turn,
  threads: Threads | undefined,
  history: () => ReturnType<Store['history']>,
): Promise<readonly EarlierMessage[] | 'unread'> {
  const isFirst = question.addressed === 'mention' && !fixedReply && !conversation.assistantThread;
  if (!threads || !isFirst || (await history()).length > 0) return [];
  return threads.earlierIn(conversation.thread, question);
}

/** The newest messages within the limits, oldest first. If the newest alone is too long, it is cut. */
export function newestWithin(messages: readonly EarlierMessage[]): {
  readonly kept: readonly string[];
  readonly isCut: boolean;
} {
  const kept: string[] = [];
  let chars = 0;
  let isCut = false;
  for (const message of messages.slice(-maxMessages).map(toLines).toReversed()) {
    chars += message.length + 1;
    if (chars > maxChars && kept.length > 0) break;
    isCut ||= message.length > maxChars;
    kept.unshift(message.slice(0, maxChars).toWellFormed());
  }
  return { kept, isCut };
}

/** Whatever a reader may take for the end of a line: every control character but the tab, and Unicode's separators. */
const lineBreak = /\r\n|(?!\t)[\p{Cc}\u2028\u2029]/gu;

/** Only a line that begins a message begins with a name, which ends at the first colon; further lines are indented. */
function toLines({ name, text }: EarlierMessage): string {
  const speaker = name.replace(lineBreak, ' ').replace(/[:：]/g, ' ').trim() || '?';
  return `${speaker}: ${text.replace(lineBreak, '\n  ')}`;
}
