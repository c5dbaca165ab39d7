/**
 * Folds the events of an answer's stream into its state so far: text, pages, thread, and how it ended. Pure.
 */
import type { AnswerEvent, AnswerOutcome, Page } from './answer-event.ts';

/** One block of text and the number of the step that began it. */
export interface Block {
  readonly step: number;
  readonly text: string;
}

/** Pages, distinct and in order of arrival, without snippets. */
interface Pages {
  readonly found: readonly Page[];
  readonly cited: readonly Page[];
  /** The pages to show: all of them, or only the cited ones once a found page is cited. */
  readonly pages: readonly Page[];
}

/** The state of a stream so far. */
export interface Answer extends Pages {
  /** In the order in which they started, which is the reading order. */
  readonly blocks: readonly Block[];
  /** How many steps have begun. */
  readonly step: number;
  /** The pages from before the last step, which a reset restores. */
  readonly settledPages: Pages;
  /** If the service says it. */
  readonly outcome?: AnswerOutcome;
  /** The service says that a language model wrote it. */
  readonly isByModel?: true;
  readonly thread?: { readonly id: string; readonly key?: string };
  readonly finished: boolean;
  readonly finishReason?: string;
  readonly error?: string;
  readonly aborted: boolean;
}

/** The maximum number of blocks; text of further blocks is appended to the last one. */
const maxBlocks = 1_000;
/** The maximum number of pages; further ones are ignored. */
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
      return { ...withoutOutcome(answer), step: answer.step + 1, settledPages: { found, cited, pages } };
    case 'text':
      return { ...answer, blocks: withText(answer, blockIndex(event), event.text) };
    case 'reset':
      return { ...withoutOutcome(answer), ...answer.settledPages, blocks: answer.blocks.slice(0, event.block) };
    case 'found':
      return { ...answer, ...toPages(answer, withPages(found, event.pages), cited) };
    case 'source':
      return { ...answer, ...toPages(answer, found, withPages(cited, [event.page])) };
    case 'outcome':
      return {
        ...withoutOutcome(answer),
        outcome: event.outcome,
        ...(event.model && { isByModel: true }),
        found: [],
        pages: cited,
      };
    case 'thread':
      return { ...answer, thread: { id: event.id, ...(event.key !== undefined && { key: event.key }) } };
    case 'error':
      return { ...answer, error: event.message };
    case 'abort':
      return { ...answer, aborted: true };
    case 'finish':
      return { ...answer, finished: true, ...(event.reason !== undefined && { finishReason: event.reason }) };
    case 'search':
    case 'ask':
    case 'contact':
    case 'unshown':
    case 'thinking':
      return answer;
  }
}

/** It was that of the text so far. */
function withoutOutcome({ outcome: _, isByModel: __, ...answer }: Answer): Answer {
  return answer;
}

/** The text of all blocks, joined without a separator. */
export function textOf(answer: Answer): string {
  return answer.blocks.map((block) => block.text).join('');
}

/** Whether the stream ended normally: it announced its end and reported neither an error nor a stop. */
export function isComplete(answer: Answer): boolean {
  const failed = answer.error !== undefined || answer.finishReason === 'error';
  return answer.finished && !failed && !answer.aborted;
}

/** The index of the event's block in `blocks`. */
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

/** If an answer cites found pages, its citations show which ones it used. Returns the same object if nothing is new. */
function toPages(before: Pages, found: readonly Page[], cited: readonly Page[]): Pages {
  if (found === before.found && cited === before.cited) return before;
  const all = new Map(withPages(found, cited).map((page) => [page.path, page]));
  const paths = new Set(found.map(({ path }) => path));
  const citesFound = cited.some(({ path }) => paths.has(path));
  // A found page may have the title that its citation lacks.
  const pages = citesFound ? cited.map((page) => all.get(page.path) ?? page) : [...all.values()];
  return { found, cited, pages };
}

/** Merges duplicates; a title that the first mention lacked is filled in. Returns the same list if nothing is new. */
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
