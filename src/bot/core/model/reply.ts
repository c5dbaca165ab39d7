/** Part and Reply: decoded pieces of an assistant's stream are folded into what should be shown now. Pure. */

import { headOf } from '../../../kit/base/shorten.ts';
import type { AnswerOutcome } from '../../../kit/wire/answer-event.ts';
import { english, type Wording } from '../../wording/wording.ts';
import type { Control, Nearest } from './body.ts';
import type { AssistantThread } from './conversation.ts';
import { addressOfPage, type Source } from './source.ts';
import { type Step, type StepUpdate, withStep } from './step.ts';
import { toChoices, toSuggestions } from './suggestions.ts';

/** One decoded piece of the assistant's stream. */
export type Part =
  | { readonly type: 'thread'; readonly thread: AssistantThread }
  | { readonly type: 'text'; readonly text: string }
  /** The whole answer so far, replacing earlier parts: the assistant withdrew text or inserted some in the middle. */
  | { readonly type: 'replace'; readonly text: string; readonly sources: readonly Source[] }
  | { readonly type: 'source'; readonly source: Source }
  /** The answer names a page, which a search alone does not say. */
  | { readonly type: 'cited' }
  /** What the answer is, if its service says it; `model`: a language model wrote it. */
  | { readonly type: 'outcome'; readonly outcome: AnswerOutcome; readonly model?: true }
  /** A search of the docs starts, is updated, or has found its pages. */
  | ({ readonly type: 'search' } & StepUpdate)
  /** There will be no answer; these pages are nearest to the question, or are where the docs begin. */
  | { readonly type: 'nearest'; readonly sources: readonly Source[]; readonly isSite?: true }
  /** What follows is from the site's fallback assistant. */
  | { readonly type: 'fallback' }
  /** The assistant was not shown the pictures that were attached. */
  | { readonly type: 'pictures_unseen' }
  /** Follow-up questions in the assistant's words; sent once, when the answer is complete. */
  | { readonly type: 'suggestions'; readonly texts: readonly string[] }
  /** The assistant asks back, and these are replies to choose from, which the text lists; sent as suggestions are. */
  | { readonly type: 'choices'; readonly texts: readonly string[] }
  /** The answer is from the team, who kept it on that day: `2026-05-03`. `isStale`: a page that it cites may have changed. */
  | { readonly type: 'kept'; readonly on: string; readonly isStale?: true }
  /** The end of the stream. `length`: cut at the assistant's own limit. `unread`: some of it could not be decoded. */
  | { readonly type: 'finish'; readonly reason: string; readonly unread?: true };

/** What should be shown now. */
export interface Reply {
  /** The answer so far, Markdown as the assistant wrote it. */
  readonly text: string;
  /** Distinct pages in order of arrival. */
  readonly sources: readonly Source[];
  /** The sources are not citations but the pages nearest to the question. */
  readonly nearest?: Nearest;
  /** The day on which the team kept it, if it is from the team. */
  readonly kept?: { readonly on: string; readonly isStale?: true };
  /** Where the same question was answered before: a page whose title is a sentence of Docent. */
  readonly before?: Source;
  /** If the assistant's service says it. */
  readonly outcome?: AnswerOutcome;
  /** The service says that no language model wrote it. */
  readonly isQuoted?: true;
  /** The searches so far: shown until there is text, and with it in a streamed message. */
  readonly steps?: readonly Step[];
  /** Docent's own plain-text sentences, shown under the text. */
  readonly notices: readonly string[];
  /** Follow-up questions offered as buttons, each short enough for a button label. */
  readonly suggestions?: readonly string[];
  /** Set if only its asker sees it and may share it: the version of the answer, counting from 1. */
  readonly shareable?: number;
  /** Whom to mention. */
  readonly mention?: string;
  readonly controls?: readonly Control[];
  /** For the labels; defaults to English. */
  readonly wording?: Wording;
  /** The reply is complete: surplus messages are removed, sources are shown. */
  readonly settled: boolean;
}

export const emptyReply: Reply = { text: '', sources: [], notices: [], settled: false };

/** At most this many source links are shown. */
export const maxSources = 5;

/** The reply after one more part. Parts with nothing to show leave it unchanged. */
export function fold(reply: Reply, part: Part): Reply {
  if (part.type === 'text') return { ...reply, text: reply.text + part.text };
  if (part.type === 'source') return withSource(reply, part.source);
  if (part.type === 'kept') return { ...reply, kept: { on: part.on, ...(part.isStale && { isStale: true }) } };
  if (part.type === 'outcome') return { ...reply, outcome: part.outcome, ...(!part.model && { isQuoted: true }) };
  if (part.type === 'suggestions') return { ...reply, suggestions: toSuggestions(part.texts) };
  if (part.type === 'choices') return { ...reply, suggestions: toChoices(part.texts), outcome: reply.outcome ?? 'ask' };
  if (part.type === 'search') return withSearch(reply, part);
  if (part.type === 'nearest') return { ...reply, sources: part.sources, nearest: part.isSite ? 'site' : 'pages' };
  if (part.type === 'replace') return part.sources.reduce(withSource, withText(reply, part.text));
  return reply;
}

function withSearch(reply: Reply, update: StepUpdate): Reply {
  const { steps = [], wording = english } = reply;
  const now = withStep(steps, update, wording);
  return now === steps ? reply : { ...reply, steps: now };
}

/** When all text is withdrawn, the answer starts over, and so do its searches. */
function withText({ steps, ...reply }: Reply, text: string): Reply {
  return { ...reply, text, sources: [], ...(steps && text !== '' && { steps }) };
}

/** Longer answers are cut: nobody reads more than this in a chat, and layout and rendering cost time per character. */
export const maxAnswerChars = 60_000;

/** Cuts the text to at most `maxAnswerChars`, between two words where possible. */
export function bounded(reply: Reply): Reply {
  if (reply.text.length <= maxAnswerChars) return reply;
  const text = headOf(reply.text, maxAnswerChars);
  const lastWord = /\s\S{0,100}$/.exec(text.slice(-101))?.[0] ?? '';
  return { ...reply, text: text.slice(0, text.length - lastWord.length) };
}

/** The final reply, with further notices under it. */
export function settle(reply: Reply, ...notices: readonly string[]): Reply {
  return { ...reply, notices: [...reply.notices, ...notices], settled: true };
}

function withSource(reply: Reply, source: Source): Reply {
  const known = reply.sources.findIndex((other) => pageOf(other) === pageOf(source));
  if (known === -1) return { ...reply, sources: [...reply.sources, source] };
  if (reply.sources[known]?.title || !source.title) return reply;
  return { ...reply, sources: reply.sources.with(known, source) };
}

/** Two sources are the same page if they differ only in the anchor or a trailing slash. */
function pageOf(source: Source): string {
  const known = pages.get(source);
  if (known !== undefined) return known;
  const page = addressOfPage(source.url ?? source.path);
  pages.set(source, page);
  return page;
}

/** Cache of `pageOf`, since each new source is compared with all earlier ones. */
const pages = new WeakMap<Source, string>();
