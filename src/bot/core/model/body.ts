/** Body: one message's share of a reply, with the buttons under it. */
import type { Wording } from '../../wording/wording.ts';
import type { Source } from './source.ts';
import type { Step } from './step.ts';

/** What sources are that are not citations: pages nearest to the question, or where the docs begin. */
export type Nearest = 'pages' | 'site';

/** One message's share of a reply, whole and balanced Markdown. */
export interface Body {
  /** GFM: fences closed, nothing half-written. */
  readonly markdown: string;
  /** Start and end of its share, in UTF-16 units of the reply's text. */
  readonly from: number;
  readonly to: number;
  /** Shown under the text, only in the last body of a settled reply. */
  readonly sources: readonly Source[];
  /** Shown without the addresses of its links and sources, which the server's moderation may have refused. */
  readonly unlinked?: true;
  /** The sources are not citations but the pages nearest to the question. */
  readonly nearest?: Nearest;
  /** Where the same question was answered before, after the sources. */
  readonly before?: Source;
  /** Docent's own plain-text sentences under the text. Only in the last body. */
  readonly notices: readonly string[];
  /** The searches so far, shown until there is text. */
  readonly steps?: readonly Step[];
  /** Questions offered as buttons below everything else. Only in the last body of a settled reply, and only if they fit. */
  readonly suggestions?: readonly string[];
  /** Adds a button that shares the answer, in the same place: the version of the answer, counting from 1. */
  readonly shareable?: number;
  /** Whom to mention before the text: `slack:U…`, `slack:S…`, `discord:…` (a person or role). Only in the last body. */
  readonly mention?: string;
  /** Buttons for the whole reply, in display order. Only in the last body. */
  readonly controls?: readonly Control[];
  /** For the labels; defaults to English. */
  readonly wording?: Wording;
}

/**
 * stop: ends the answer being written. helpful, not_helpful: mark it. again: asks the question again. human: calls a person.
 * call: does so, after human has asked whether to. solved: marks the thread as solved. taken: takes over a call for help.
 */
const controlKinds = ['stop', 'helpful', 'not_helpful', 'again', 'human', 'call', 'solved', 'taken'] as const;
export type ControlKind = (typeof controlKinds)[number];

/** A button under a reply; `turn` is the turn's id. */
export interface Control {
  readonly kind: ControlKind;
  readonly turn: string;
}

/** More than these are the marks, and a menu of all others. */
const maxInRow = 3;

/** Whatever there is to press below a reply, in one row. */
export function inOneRow<Entry extends { readonly kind: string }>(
  entries: readonly Entry[],
): { readonly buttons: readonly Entry[]; readonly menu: readonly Entry[] } {
  if (entries.length <= maxInRow) return { buttons: entries, menu: [] };
  const isMark = ({ kind }: Entry): boolean => kind === 'helpful' || kind === 'not_helpful';
  return { buttons: entries.filter(isMark), menu: entries.filter((entry) => !isMark(entry)) };
}

/** Between the entries of a line. */
export const separator = ' · ';

/**
 * Whatever there is to read below a reply, in one line: what it cites, an earlier answer, then the sentences. Pages in place of
 * an answer are no citations, and sentences in place of one no small print, so these are lines of their own.
 */
export function inOneLine(
  { nearest, to }: Body,
  links: readonly string[],
  sentences: readonly string[],
): readonly string[] {
  const parts = [...links, sentences.join(' ')].filter((part) => part !== '');
  return nearest || to === 0 || parts.length === 0 ? parts : [parts.join(separator)];
}

export function isControlKind(value: unknown): value is ControlKind {
  return controlKinds.some((kind) => kind === value);
}

/**
 * Drops the buttons that cannot work in a reply that only one person sees: a press reaches only the message that it is on,
 * so an answer of several messages cannot be rewritten in place.
 */
export function withoutUnreachable(body: Body): Body {
  if (body.from === 0) return body;
  return { ...body, controls: (body.controls ?? []).filter(({ kind }) => kind !== 'again') };
}

/** Whether the rendered body fits into one message of the platform. */
export type Fits = (body: Body) => boolean;
