/** Turns HTML in Markdown into text, for chat platforms without HTML. Pure. */
import type { Break, Html } from 'mdast';

/** Inline tags, and block tags. A block tag within a line is kept, since the text may be about it. */
const inText =
  'a|abbr|b|big|br|cite|code|del|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr';
const onLines =
  'address|article|aside|blockquote|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|' +
  'picture|pre|section|source|summary|table|tbody|td|tfoot|th|thead|tr|ul';
/** Attributes must have values, so that `a <b and c> d` contains no tag. */
const attribute = `\\s+(?:open|[\\w:@.-]+=(?:"[^"]*"|'[^']*'|\\{[^{}]*\\}|[\\w%#./:-]+))`;
const textTag = tagOf(inText);
const anyTag = tagOf(`${inText}|${onLines}`);
const comment = /<!--[\s\S]*?-->\n?/g;
const lineEnd = /^<br\s*\/?>$/i;

function tagOf(names: string): RegExp {
  return new RegExp(`<(/?)(${names})((?:${attribute})*)\\s*/?>`, 'gi');
}

/**
 * Removes comments and formatting tags: `10<sup>6</sup>` becomes `10^6`, and an image its alt text. Everything else, such as
 * `<your-key>`, stays. `around`: the types of the ancestors, outermost first.
 */
export function shownHtml(node: Html, around: readonly string[]): Html | Break {
  const isBlock = blocks.has(around.at(-1) ?? '');
  if (!isBlock && !around.includes('tableCell') && lineEnd.test(node.value)) {
    return { type: 'break', ...(node.position && { position: node.position }) };
  }
  const value = node.value.replaceAll(comment, '').replaceAll(isBlock ? anyTag : textTag, (...match) => {
    const [, slash, name, attributes] = match.map(String);
    switch (name?.toLowerCase()) {
      case 'br':
        return isBlock ? '\n' : ' ';
      case 'sup':
        return slash === '' ? '^' : '';
      case 'img':
        return /\salt=(["'])([\s\S]*?)\1/i.exec(attributes ?? '')?.[2] ?? '';
      default:
        return '';
    }
  });
  return { ...node, value: isBlock ? value.replace(/^\s*\n/, '').trimEnd() : value };
}

const blocks: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);
