/** Names that other pages may link to by themselves: the explicit ids of headings. In: Markdown. Pure. */
import { readPageLines } from '../../kit/markdown/page-lines.ts';
import type { Label } from './formats/format.ts';
import { plainText } from './markdown/sections.ts';

const heading = /^\s*#{1,6}\s+(.*)$/;
const attributes = /^\{:?\s*#([^\s{}]{1,200})([^{}]*)\}$/;
/** Where the name is not also the anchor. */
const named = /\blabel="([^"\n]{1,200})"/;
/** Of a paragraph, which has no title. */
const alone = /^[ \t]*<a id="([^"\n]{1,200})" label="([^"\n]{1,200})"><\/a>[ \t]*$/;
/** A page with more is generated, and its ids are not meant for links from elsewhere. */
const maxLabels = 500;

export function labelsIn(body: string): readonly Label[] {
  if (!/\{|label=/.test(body)) return [];
  return readPageLines(body, false)
    .flatMap(({ text, kind }) => {
      if (kind !== 'text') return [];
      const [, id, label = ''] = alone.exec(text) ?? [];
      if (id !== undefined) return [{ name: label, anchor: id, title: '' }];
      const written = text.trimEnd();
      const open = written.endsWith('}') ? written.lastIndexOf('{') : -1;
      const title = heading.exec(written.slice(0, Math.max(0, open)))?.[1];
      const [, anchor, others = ''] = attributes.exec(written.slice(open)) ?? [];
      if (title === undefined || anchor === undefined) return [];
      return [{ name: named.exec(others)?.[1] ?? anchor, anchor, title: plainText(title.trimEnd()) }];
    })
    .slice(0, maxLabels);
}
