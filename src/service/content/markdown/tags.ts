/**
 * Reads HTML and JSX tags with their attributes. In: source. Out: the tag at a position. Positions from which no tag end is
 * reached are cached, so that even a source of nothing but tag beginnings is read once.
 */
import { blanksEnd, closingEnd, type Literal, readLiteral } from './literals.ts';

/** A tag as it was read; `end` is the position after it. */
export interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly empty: boolean;
  readonly attributes: ReadonlyMap<string, Literal>;
  readonly end: number;
}

/** The tag at a position, or undefined when the text there only looks like one. */
export type ReadTag = (at: number) => Tag | undefined;

const tagName = /<(\/?)([A-Za-z][\w.-]*)(?=[\s/>])/y;
const attribute = /([\w:@.#-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=(\{))|([^\s"'{}>=]+)))?|(?=\{)|(\/?>)/y;

export function createTagReader(source: string): ReadTag {
  /** Positions before an attribute from which the end of the tag is not reached. */
  const endless = new Set<number>();
  return (at) => {
    tagName.lastIndex = at;
    const head = tagName.exec(source);
    if (!head) return undefined;
    const attributes = new Map<string, Literal>();
    const passed: number[] = [];
    let i = at + head[0].length;
    while (!endless.has(i)) {
      passed.push(i);
      attribute.lastIndex = blanksEnd(source, i);
      const found = attribute.exec(source);
      if (!found) break;
      i = attribute.lastIndex;
      const [, name, double, single, brace, bare, close] = found;
      if (close) return { name: head[2] ?? '', closing: head[1] === '/', empty: close === '/>', attributes, end: i };
      const isExpression = name === undefined || brace !== undefined;
      const end = isExpression ? closingEnd(source, i) : i;
      if (end === -1) break;
      if (name !== undefined) {
        attributes.set(name, isExpression ? readLiteral(source, i + 1) : (double ?? single ?? bare ?? true));
      }
      i = end;
    }
    for (const position of passed) endless.add(position);
    return undefined;
  };
}
