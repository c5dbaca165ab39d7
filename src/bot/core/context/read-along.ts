/** What is sent along with a question besides its conversation: earlier messages of the thread, and small text files. */
import type { Wording } from '../../wording/wording.ts';
import type { AttachedFile, Reading, ThreadRef, Turn } from '../model/conversation.ts';
import { maxBytes, smallTextFiles } from '../model/text-files.ts';
import type { Ask } from '../ports/assistant.ts';
import type { EarlierMessage, Platform } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';

export interface ReadAlong {
  readonly along: Pick<Ask, 'context' | 'files'>;
  readonly unread: Unread;
}

/** What could not be read: whether the earlier messages of the thread, and how many files. */
export interface Unread {
  readonly isThread: boolean;
  readonly files: number;
}

/** Fails with StoreError. */
export async function readAlong(turn: Turn, platform: Platform, store: Store): Promise<ReadAlong> {
  const [{ context, unread }, { files, unreadCount }] = await Promise.all([
    readThreadContext(turn, platform, () => store.history(turn, 1)),
    readAttachedFiles(turn.question.files ?? [], turn.conversation.thread, platform),
  ]);
  return {
    along: { ...(context !== undefined && { context }), ...(files.length > 0 && { files }) },
    unread: { isThread: unread ?? false, files: unreadCount },
  };
}

/** `reading`: how the question itself was read. The first sentence is the most important. */
export function unreadSentences({ isThread, files }: Unread, wording: Wording, reading?: Reading): readonly string[] {
  const kinds = (reading?.unread ?? []).map((kind) => kind.replaceAll(/[^\w -]/g, ' ').slice(0, 40));
  return [
    ...(kinds.length > 0 ? [wording.say('partsUnread', { kinds: kinds.join(', ') })] : []),
    ...(reading?.of === undefined ? [] : [wording.say('answeringOf', { name: reading.of })]),
    ...(reading?.repliesTo === 'unread' ? [wording.say('repliedToUnread')] : []),
    ...(isThread ? [wording.say('threadUnread')] : []),
    ...(files > 0 ? [wording.say('filesUnread', { count: files })] : []),
  ];
}

const maxNameChars = 200;

export interface ReadFiles {
  readonly files: NonNullable<Ask['files']>;
  readonly unreadCount: number;
}

/** Never fails. */
export async function readAttachedFiles(
  attached: readonly AttachedFile[],
  thread: ThreadRef,
  { describeFile, readFile }: Pick<Platform, 'describeFile' | 'readFile'>,
): Promise<ReadFiles> {
  const known = await Promise.all(
    attached.map(async (file) => (file.id === undefined ? file : ((await describeFile?.(file, thread)) ?? file))),
  );
  const read = await Promise.all(
    smallTextFiles(known).map(async (file) => toText(file, await readFile?.(file, maxBytes, thread))),
  );
  const files = read.filter((file) => file !== undefined);
  return { files, unreadCount: attached.length - files.length };
}

/** undefined if its bytes are not text, or if it is empty. */
function toText({ name }: AttachedFile, bytes: Uint8Array | undefined): { name: string; text: string } | undefined {
  const text = bytes && decoded(bytes);
  if (text === undefined || text.trim() === '') return undefined;
  return {
    name: name
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, maxNameChars)
      .toWellFormed(),
    text,
  };
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
 * last. `unread`: the platform does not let us read the thread, or not right now. Fails with StoreError.
 */
async function readThreadContext(
  turn: Turn,
  platform: Pick<Platform, 'earlierIn'>,
  history: () => ReturnType<Store['history']>,
): Promise<{ readonly context?: string; readonly unread?: true }> {
  const { repliesTo = 'unread' } = turn.question.reading ?? {};
  const repliedTo = [repliesTo].filter((each) => each !== 'unread');
  const earlier = await earlierMessages(turn, platform, history);
  const others =
    earlier === 'unread' ? [] : earlier.filter(({ text }) => !repliedTo.some((each) => each.text === text));
  const context = newestWithin([...others, ...repliedTo].filter(({ text }) => text !== ''));
  return { ...(context !== '' && { context }), ...(earlier === 'unread' && { unread: true }) };
}

async function earlierMessages(
  { question, conversation, fixedReply }: Turn,
  { earlierIn }: Pick<Platform, 'earlierIn'>,
  history: () => ReturnType<Store['history']>,
): Promise<readonly EarlierMessage[] | 'unread'> {
  const isFirst = question.addressed === 'mention' && !fixedReply && !conversation.assistantThread;
  if (!earlierIn || !isFirst || (await history()).length > 0) return [];
  return earlierIn(conversation.thread, question);
}

/** The newest messages within the limits, oldest first. If the newest alone is too long, it is cut. */
export function newestWithin(messages: readonly EarlierMessage[]): string {
  const kept: string[] = [];
  let chars = 0;
  for (const message of messages.slice(-maxMessages).map(toLines).toReversed()) {
    chars += message.length + 1;
    if (chars > maxChars && kept.length > 0) break;
    kept.unshift(message.slice(0, maxChars).toWellFormed());
  }
  return kept.join('\n');
}

/** Whatever a reader may take for the end of a line: every control character but the tab, and Unicode's separators. */
const lineBreak = /\r\n|(?!\t)[\p{Cc}\u2028\u2029]/gu;

/** Only a line that begins a message begins with a name, which ends at the first colon; further lines are indented. */
function toLines({ name, text }: EarlierMessage): string {
  const speaker = name.replace(lineBreak, ' ').replace(/[:：]/g, ' ').trim() || '?';
  return `${speaker}: ${text.replace(lineBreak, '\n  ')}`;
}
