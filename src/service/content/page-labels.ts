/** Names that other pages may link to by themselves: the explicit ids of headings. In: Markdown. Pure. */
import { readPageLines } from '../../kit/markdown/page-lines.ts';
import type { Label } from './formats/format.ts';
import { plainText } from './markdown/sections.ts';

const labelled = /^\s*#{1,6}\s+(.*?)\s*\{:?\s*#([^\s{}]{1,200})[^{}]*\}\s*$/;
/** A page with more is generated, and its ids are not meant for links from elsewhere. */
const maxLabels = 500;

export function labelsIn(body: string): readonly Label[] {
  if (!body.includes('{')) return [];
  return readPageLines(body, false)
    .flatMap(({ text, kind }) => {
      const [, title = '', name] = (kind === 'text' && labelled.exec(text)) || [];
      return name === undefined ? [] : [{ name, anchor: name, title: plainText(title) }];
    })
    .slice(0, maxLabels);
}
