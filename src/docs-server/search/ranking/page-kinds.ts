/** Which kind of page answers which kind of question. In: a page, a question. Out: what its score is multiplied by. Pure. */
import type { Page } from '../../content/pages.ts';

/** A kind of page that answers one kind of question: its score is multiplied. A page is of the first kind that fits. */
interface PageKind {
  readonly pages: RegExp;
  readonly askedBy: RegExp;
  readonly asked: number;
  readonly unasked: number;
}

const pageKinds: readonly PageKind[] = [
  {
    pages: /migrat|changelog|release|upgrad|deprecat|legacy|versioning|\/blog\b|announcement/i,
    askedBy:
      /migrat|upgrad|v\d|\bversion|deprecat|removed|gone|changed|breaking|replac|\bold\b|\d\.\d|from \d|instead/i,
    asked: 1,
    unasked: 0.8,
  },
  {
    // Who asks how to do a thing wants a guide; who names a function wants what is said of it anywhere.
    pages: /\/(?:reference|api|api-reference)(?:\/|$)/i,
    askedBy: /\p{Ll}\p{Lu}|_|\(\)|\b(?:reference|signature|parameters?|returns?|types?)\b/u,
    asked: 1,
    unasked: 0.9,
  },
  {
    pages: /overview|introduction|glossary|concepts?\b|foundations/i,
    askedBy: /^\W*(?:so |hey |hi )?what(?:['’]?s| is| are)\b|\b(?:explain|difference|meaning of)\b/i,
    asked: 1.2,
    unasked: 1,
  },
];

/** What a page's score is multiplied by for what kind of page it is and what kind of thing was asked. */
export function kindWeight(page: Pick<Page, 'title' | 'path'>, question: string): number {
  const kind = pageKinds.find(({ pages }) => pages.test(`${page.title} ${page.path}`));
  if (!kind) return 1;
  return kind.askedBy.test(question) ? kind.asked : kind.unasked;
}
