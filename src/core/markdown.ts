/**
 * Markdown read: GFM as every part of Docent understands it. In: text. Out: its tree. Pure.
 */
import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** The tree of a GFM text. Never fails: every text is Markdown. Positions are offsets into `text`. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, options);
}
