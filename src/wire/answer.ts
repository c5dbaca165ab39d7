/**
 * Answer: the state of an answer's stream so far. In: events. Out: text, pages, thread and state. Pure.
 */
import type { AnswerEvent, Page } from './answer-event.ts';

/** One block of text and the number of the step that began it. */
export interface Block {
  readonly step: number;
  readonly text: string;
}

/** Pages, distinct and in order of arrival, without snippets. */
interface Pages {
  readonly found: readonly Page[];
  readonly cited: readonly Page[];
  /** The pages to show: all of them, but once any found page is cited, only the cited ones. */
  readonly pages: readonly Page[];
}

/** The state of a stream so far. */
export interface Answer extends Pages {
  /** In the order of their start, which is the order of reading. */
  readonly blocks: readonly Block[];
  /** Steps begun. */
  readonly step: number;
  /** The blocks before the last step. */
  readonly settledPages: Pages;
  readonly thread?: { readonly id: string; readonly key?: string };
  readonly finished: boolean;
  readonly finishReason?: string;
  readonly error?: string;
  readonly aborted: boolean;
}

/** The maximum number of blocks; the text of further ones is added to the last. */
const maxBlocks = 1_000;
/** The maximum number of pages; further ones are left out. */
const maxPages = 200;

const noPages: Pages = { found: [], cited: [], pages: [] };

export const emptyAnswer: Answer = {
  ...noPages,
  blocks: [],
  step: 0,
  settledPages: noPages,
  finished: false,
  aborted: false,
};

/** The answer after one more event. */
export function foldAnswer(answer: Answer, event: AnswerEvent): Answer {
  const { found, cited, pages } = answer;
  switch (event.type) {
    case 'step':
      return { ...answer, step: answer.step + 1, settledPages: { found, cited, pages } };
    case 'text':
      return { ...answer, blocks: withText(answer, blockIndex(event), event.text) };
    case 'reset':
      return { ...answer, ...answer.settledPages, blocks: answer.blocks.slice(0, event.block) };
    case 'found':
      return { ...answer, ...toPages(answer, withPages(found, event.pages), cited) };
    case 'source':
      return { ...answer, ...toPages(answer, found, withPages(cited, [event.page])) };
    case 'thread':
      return { ...answer, thread: { id: event.id, ...(event.key !== undefined && { key: event.key }) } };
    case 'error':
      return { ...answer, error: event.message };
    case 'abort':
      return { ...answer, aborted: true };
    case 'finish':
      return { ...answer, finished: true, ...(event.reason !== undefined && { finishReason: event.reason }) };
    case 'search':
    case 'thinking':
      return answer;
  }
}

/** All blocks joined, nothing between them. */
export function textOf(answer: Answer): string {
  return answer.blocks.map((block) => block.text).join('');
}

/** Whether the stream ended normally: it announced its end and reported neither an error nor a stop. */
export function isComplete(answer: Answer): boolean {
  const failed = answer.error !== undefined || answer.finishReason === 'error';
  return answer.finished && !failed && !answer.aborted;
}

/** The position of a block's text among those of the answer. */
export function blockIndex({ block }: Extract<AnswerEvent, { type: 'text' }>): number {
  return Math.min(block, maxBlocks - 1);
}

function withText(answer: Answer, index: number, text: string): readonly Block[] {
  const blocks = [...answer.blocks];
  while (blocks.length <= index) blocks.push({ step: answer.step, text: '' });
  const block = blocks[index] ?? { step: answer.step, text: '' };
  blocks[index] = { ...block, text: block.text + text };
  return blocks;
}

/** Where an answer cites found pages, the citations show which were used. The same object where nothing is new. */
function toPages(before: Pages, found: readonly Page[], cited: readonly Page[]): Pages {
  if (found === before.found && cited === before.cited) return before;
  const all = new Map(withPages(found, cited).map((page) => [page.path, page]));
  const paths = new Set(found.map(({ path }) => path));
  const citesFound = cited.some(({ path }) => paths.has(path));
  // A search's page may have the title that the citation lacks.
  const pages = citesFound ? cited.map((page) => all.get(page.path) ?? page) : [...all.values()];
  return { found, cited, pages };
}

/** Merges duplicates; a title that the first mention lacked is filled in. The same list where nothing is new. */
function withPages(pages: readonly Page[], found: readonly Page[]): readonly Page[] {
  const known = new Map(pages.map((page) => [page.path, page]));
  let isNew = false;
  for (const { path, title } of found) {
    const page = known.get(path);
    const isUseful = page ? page.title === undefined && title !== undefined : known.size < maxPages;
    if (isUseful) known.set(path, { path, ...(title !== undefined && { title }) });
    isNew ||= isUseful;
  }
  return isNew ? [...known.values()] : pages;
}
