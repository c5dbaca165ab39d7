/**
 * Answer: what an answer's stream has said so far. In: events. Out: text, pages, thread and how it stands. Pure.
 */
import type { AnswerEvent, Page } from './answer-event.ts';

/** One block of text and the number of the step that began it. */
export interface Block {
  readonly step: number;
  readonly text: string;
}

/** What a stream has said so far. */
export interface Answer {
  /** In the order of their start, which is the order of reading. */
  readonly blocks: readonly Block[];
  /** Steps begun. */
  readonly step: number;
  /** Distinct, in order of arrival, without snippets. */
  readonly pages: readonly Page[];
  /** How many of the pages are from before the last step. */
  readonly settledPages: number;
  readonly thread?: { readonly id: string; readonly key?: string };
  readonly finished: boolean;
  readonly finishReason?: string;
  readonly error?: string;
  readonly aborted: boolean;
}

/** What the first of them fill is enough for any answer; the text of further blocks is part of the last. */
const maxBlocks = 1_000;
/** No reader looks at more; further ones are left out. */
const maxPages = 200;

export const emptyAnswer: Answer = {
  blocks: [],
  step: 0,
  pages: [],
  settledPages: 0,
  finished: false,
  aborted: false,
};

/** The answer after one more event. */
export function foldAnswer(answer: Answer, event: AnswerEvent): Answer {
  switch (event.type) {
    case 'step':
      return { ...answer, step: answer.step + 1, settledPages: answer.pages.length };
    case 'text':
      return { ...answer, blocks: withText(answer, blockIndex(event), event.text) };
    case 'reset':
      return {
        ...answer,
        blocks: answer.blocks.slice(0, event.block),
        pages: answer.pages.slice(0, answer.settledPages),
      };
    case 'found':
      return { ...answer, pages: withPages(answer.pages, event.pages) };
    case 'source':
      return { ...answer, pages: withPages(answer.pages, [event.page]) };
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

/** Whether the stream ended as it should: it said so, and told neither of an error nor of a stop. */
export function isComplete(answer: Answer): boolean {
  const failed = answer.error !== undefined || answer.finishReason === 'error';
  return answer.finished && !failed && !answer.aborted;
}

/** Where the text of a block stands among those of the answer. */
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

/** A page twice is one page; a title that the first mention lacked is filled in. The same list where nothing is new. */
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
