/**
 * Part and Reply: the decoded pieces of an assistant's stream, folded into what should be shown now. Pure.
 */

import { english, type Wording } from '../../wording/wording.ts';
import type { Control } from './body.ts';
import type { AssistantThread } from './conversation.ts';
import type { Source } from './source.ts';
import { type Step, type StepUpdate, withStep } from './step.ts';
import { toSuggestions } from './suggestions.ts';

/** One decoded piece of the assistant's stream. */
export type Part =
  | { readonly type: 'thread'; readonly thread: AssistantThread }
  | { readonly type: 'text'; readonly text: string }
  /** The whole answer so far, replacing what came before: the assistant took something back, or added in the middle. */
  | { readonly type: 'replace'; readonly text: string; readonly sources: readonly Source[] }
  | { readonly type: 'source'; readonly source: Source }
  /** A search of the docs begins, is known better, or has found its pages. */
  | ({ readonly type: 'search' } & StepUpdate)
  /** There will be no answer; these are the pages nearest to the question. */
  | { readonly type: 'nearest'; readonly sources: readonly Source[] }
  /** What follows is the answer of the site's second assistant. */
  | { readonly type: 'fallback' }
  /** What may be asked next, in the assistant's words; once, when the answer is whole. */
  | { readonly type: 'suggestions'; readonly texts: readonly string[] }
  /** The assistant's own end. `length`: its answer was cut at its own limit. `unread`: some of it could not be read. */
  | { readonly type: 'finish'; readonly reason: string; readonly unread?: true };

/** What should be shown now. */
export interface Reply {
  /** The answer so far, Markdown as the assistant wrote it. */
  readonly text: string;
  /** Distinct pages in order of arrival. */
  readonly sources: readonly Source[];
  /** The sources are not cited: they are the pages nearest to the question. */
  readonly nearest?: true;
  /** The searches so far: shown while there is no text, and beside it on a stream. */
  readonly steps?: readonly Step[];
  /** Plain sentences of ours, shown under the text. */
  readonly notices: readonly string[];
  /** Questions that a reader may ask next by pressing a button, each within the limits of one. */
  readonly suggestions?: readonly string[];
  /** Only its asker sees it, and may show it to all: which text of its question it is, the first being 1. */
  readonly shareable?: number;
  /** Whom it notifies. */
  readonly mention?: string;
  readonly controls?: readonly Control[];
  /** Of its labels; missing: English. */
  readonly wording?: Wording;
  /** No more will come: surplus messages go, sources are shown. */
  readonly settled: boolean;
}

export const emptyReply: Reply = { text: '', sources: [], notices: [], settled: false };

/** How many source links a reply shows. */
export const maxSources = 5;

/** The reply after one more part. Parts without anything to show do not change it. */
export function fold(reply: Reply, part: Part): Reply {
  if (part.type === 'text') return { ...reply, text: reply.text + part.text };
  if (part.type === 'source') return withSource(reply, part.source);
  if (part.type === 'suggestions') return { ...reply, suggestions: toSuggestions(part.texts) };
  if (part.type === 'search') return withSearch(reply, part);
  if (part.type === 'nearest') return { ...reply, sources: part.sources, nearest: true };
  if (part.type === 'replace') return part.sources.reduce(withSource, withText(reply, part.text));
  return reply;
}

function withSearch(reply: Reply, update: StepUpdate): Reply {
  const { steps = [], wording = english } = reply;
  const now = withStep(steps, update, wording);
  return now === steps ? reply : { ...reply, steps: now };
}

/** Where all text is withdrawn, the answer begins again, and its searches with it. */
function withText({ steps, ...reply }: Reply, text: string): Reply {
  return { ...reply, text, sources: [], ...(steps && text !== '' && { steps }) };
}

/** Longer answers are cut: nobody reads more in a chat, and every character is laid out and rendered. */
export const maxAnswerChars = 60_000;

/** The reply with at most `maxAnswerChars` of text, cut between two words where there are any. */
export function bounded(reply: Reply): Reply {
  if (reply.text.length <= maxAnswerChars) return reply;
  const text = reply.text.slice(0, maxAnswerChars);
  const lastWord = /\s\S{0,100}$/.exec(text.slice(-101))?.[0] ?? '';
  return { ...reply, text: text.slice(0, text.length - lastWord.length).toWellFormed() };
}

/** The final reply, with sentences of ours under it. */
export function settle(reply: Reply, ...notices: readonly string[]): Reply {
  return { ...reply, notices: [...reply.notices, ...notices], settled: true };
}

function withSource(reply: Reply, source: Source): Reply {
  const known = reply.sources.findIndex((each) => pageOf(each) === pageOf(source));
  if (known === -1) return { ...reply, sources: [...reply.sources, source] };
  if (reply.sources[known]?.title || !source.title) return reply;
  return { ...reply, sources: reply.sources.with(known, source) };
}

/** Two sources are the same page when they differ in the anchor or a trailing slash only. */
function pageOf(source: Source): string {
  const known = pages.get(source);
  if (known !== undefined) return known;
  const page = (source.url ?? source.path).replace(/#.*$/s, '').replace(/(?<!\/)\/+$/, '');
  pages.set(source, page);
  return page;
}

/** Each new source is compared with all before it. */
const pages = new WeakMap<Source, string>();
