/**
 * HTML in Markdown, as chats that have none may show it. In: a node of a tree. Out: what a reader sees of it. Pure.
 */
import type { Break, Html } from 'mdast';

/** Tags that stand in a line of text; and those that have lines of their own, which in a line may be what is spoken of. */
const inText =
  'a|abbr|b|big|br|cite|code|del|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr';
const onLines =
  'address|article|aside|blockquote|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|' +
  'picture|pre|section|source|summary|table|tbody|td|tfoot|th|thead|tr|ul';
/** In `a <b and c> d` there is no tag: what it says has a value. */
const attribute = `\\s+(?:open|[\\w:@.-]+=(?:"[^"]*"|'[^']*'|\\{[^{}]*\\}|[\\w%#./:-]+))`;
const textTag = tagOf(inText);
const anyTag = tagOf(`${inText}|${onLines}`);
const comment = /<!--[\s\S]*?-->\n?/g;
const lineEnd = /^<br\s*\/?>$/i;

function tagOf(names: string): RegExp {
  return new RegExp(`<(/?)(${names})((?:${attribute})*)\\s*/?>`, 'gi');
}

/**
 * Without comments, and without tags that only shape text: `10<sup>6</sup>` is `10^6`, an image its description. What is
 * no such tag, as `<your-key>`, stays. `around`: the types of the nodes that it stands in.
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
  return { ...node, value: isBlock ? value.replaceAll(/^\s*\n|\s+$/g, '') : value };
}

const blocks: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);
