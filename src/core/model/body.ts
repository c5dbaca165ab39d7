/** One message's share of a reply. */
import type { Wording } from '../../wording/wording.ts';
import type { Source } from './source.ts';
import type { Step } from './step.ts';

/** One message's share of a reply, whole and balanced Markdown. */
export interface Body {
  /** GFM: fences closed, nothing half-written. */
  readonly markdown: string;
  /** Start and end of its share, in UTF-16 units of the reply's text. */
  readonly from: number;
  readonly to: number;
  /** Shown under the text, only in the last body of a settled reply. */
  readonly sources: readonly Source[];
  /** The sources are not cited: they are the pages nearest to the question. */
  readonly nearest?: true;
  /** Plain sentences of ours under it, only in the last body. */
  readonly notices: readonly string[];
  /** The searches so far, in place of text that is not there yet. */
  readonly steps?: readonly Step[];
  /** Questions on buttons below all, only in the last body of a settled reply, and only where they fit with the rest. */
  readonly suggestions?: readonly string[];
  /** Offers its reader to show it to all, likewise: which text of its question it is, the first being 1. */
  readonly shareable?: number;
  /** Whom it notifies, in front of the text: `slack:U…`, `slack:S…`, `discord:…` (a person or role). Only in the last body. */
  readonly mention?: string;
  /** Buttons for the whole reply, in their order, only in the last body. */
  readonly controls?: readonly Control[];
  /** Of its labels; missing: English. */
  readonly wording?: Wording;
}

/**
 * stop: ends the answer while it is written. helpful, not_helpful: marks it. again: has it written again. human: calls a person.
 * solved: marks its thread. taken: somebody takes over a call.
 */
const controlKinds = ['stop', 'helpful', 'not_helpful', 'again', 'human', 'solved', 'taken'] as const;
export type ControlKind = (typeof controlKinds)[number];

/** `turn`: its id. */
export interface Control {
  readonly kind: ControlKind;
  readonly turn: string;
}

export function isControlKind(value: unknown): value is ControlKind {
  return controlKinds.some((each) => each === value);
}

/**
 * A body without the buttons that cannot work where only one person sees it: a press reaches the message above it alone, so an
 * answer of several messages cannot be written again in place.
 */
export function withoutUnreachable(body: Body): Body {
  if (body.from === 0) return body;
  return { ...body, controls: (body.controls ?? []).filter(({ kind }) => kind !== 'again') };
}

/** Whether a body, rendered, is within the platform's limits of one message. */
export type Fits = (body: Body) => boolean;
