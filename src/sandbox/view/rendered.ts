/**
 * A message's text as people see it: a tree that a page can draw without knowing any platform's markup. Every leaf is plain
 * text, never HTML.
 */

export type RenderedNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'rule' }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'fence'; readonly text: string; readonly language: string }
  | { readonly kind: 'emoji'; readonly text: string; readonly name: string }
  | { readonly kind: 'mention'; readonly text: string; readonly who: 'person' | 'group' | 'everybody' | 'place' }
  | { readonly kind: 'link'; readonly url: string; readonly children: readonly RenderedNode[] }
  | { readonly kind: WrapperKind; readonly children: readonly RenderedNode[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly RenderedNode[] }
  | { readonly kind: 'list'; readonly start?: number; readonly children: readonly RenderedNode[] }
  | { readonly kind: 'item'; readonly checked?: boolean; readonly children: readonly RenderedNode[] }
  | {
      readonly kind: 'table';
      readonly rows: readonly (readonly RenderedNode[])[][];
      readonly align?: readonly (string | null)[];
    }
  | {
      readonly kind: 'buttons';
      readonly buttons: readonly RenderedButton[];
      /** Behind a button of three dots at the end of the row. */
      readonly menu?: readonly RenderedButton[];
    }
  | { readonly kind: 'card'; readonly colour?: string; readonly children: readonly RenderedNode[] };

export type WrapperKind = 'strong' | 'emphasis' | 'strike' | 'underline' | 'spoiler' | 'quote' | 'paragraph' | 'small';

export interface RenderedButton {
  /** Sent when pressed. */
  readonly id: string;
  readonly text: string;
  readonly style: 'plain' | 'primary' | 'success' | 'danger';
  readonly disabled: boolean;
  /** Link buttons only: opens instead of sending a press. */
  readonly url?: string;
  /** Feedback buttons only, which are two in one element: sent when pressed. */
  readonly value?: string;
}
