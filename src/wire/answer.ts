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
      return { ...answer, blocks: withText(answer, event.block, event.text) };
    case 'reset':
      return {
        ...answer,
        blocks: answer.blocks.slice(0, event.block),
        pages: answer.pages.slice(0, answer.settledPages),
      };
    case 'found':
      return { ...answer, pages: event.pages.reduce(withPage, answer.pages) };
    case 'source':
      return { ...answer, pages: withPage(answer.pages, event.page) };
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

function withText(answer: Answer, index: number, text: string): readonly Block[] {
  const blocks = [...answer.blocks];
  while (blocks.length <= index) blocks.push({ step: answer.step, text: '' });
  const block = blocks[index] ?? { step: answer.step, text: '' };
  blocks[index] = { ...block, text: block.text + text };
  return blocks;
}

/** A page twice is one page; a title that the first mention lacked is filled in. */
function withPage(pages: readonly Page[], { path, title }: Page): readonly Page[] {
  const known = pages.findIndex((page) => page.path === path);
  const page: Page = { path, ...(title !== undefined && { title }) };
  if (known === -1) return [...pages, page];
  return title === undefined || pages[known]?.title !== undefined ? pages : pages.with(known, page);
}
