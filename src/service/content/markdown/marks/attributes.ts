/** Attribute lists and the small marks of Python-Markdown, kramdown and pymdownx. Pure. */
import { type Mark, openingTag, outsideFences, replaceInText } from './mark.ts';

/** `{/*id*​/}`, `<a id="x"></a>` and the like at a heading: its own anchor, kept where sections look for it. */
const headingComment = /^([ \t]*#{1,6}[ \t][^\n]*?)[ \t]*\{\/\*[ \t]*#?([^\s*{}]{1,200})[ \t]*\*\/\}[ \t]*$/gm;
const headingTag =
  /^([ \t]*#{1,6}[ \t][^\n<]*)<(a|span)\s[^<>\n]*?\b(?:id|name)=["']([^"'\n]{1,200})["'][^<>\n]*(?:\/>|>(?:<\/\2>)?)([^\n]*)$/gm;

export function withHeadingIds(text: string): string {
  if (!text.includes('#')) return text;
  return text
    .replace(headingComment, '$1 {#$2}')
    .replace(
      headingTag,
      (_, before: string, __, id: string, after: string) => `${(before + after).trimEnd()} {#${id}}`,
    );
}

/** Not at a heading, where sections read it. */
const list = /[ \t]?\{:?[ \t]*(?:[.#][\w-]|[\w-]+=["'])[^{}\n]{0,500}\}/g;
const blockList = /^[ \t]*\{:[^{}\n]{0,500}\}[ \t]*$/gm;
const kramdownBlock = /^[ \t]*\{::\/?[^{}\n]{0,200}\}[ \t]*$|\{::\/?[^{}\n]{0,200}\}/gm;
const tocItem = /^[ \t]*(?:[-*+]|1\.)[ \t]+[^\n]{1,80}\n[ \t]*\{:\s*toc[^{}\n]{0,100}\}[ \t]*$/gim;

/** `{: .wide }`, `{ .annotate }`, `{:toc}`. */
export const attributeLists: Mark = (page) => {
  if (!page.includes('{')) return page;
  const blocks = outsideFences(page, (text) =>
    text.replace(tocItem, '').replace(blockList, '').replace(kramdownBlock, ''),
  );
  return replaceInText(blocks, list, ({ 0: whole, index, input }) => (isInHeading(input, index) ? whole : ''));
};

function isInHeading(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at) + 1;
  return /^\s*#{1,6}\s/.test(text.slice(start, Math.min(at, start + 20)));
}

const keys = /\+\+((?:[\w-]{1,30}|"[^"\n]{1,30}")(?:\+(?:[\w-]{1,30}|"[^"\n]{1,30}"))*)\+\+/g;
const inserted = /\^\^(?=\S)([^^\n]{1,500}?)(?<=\S)\^\^/g;
const critic =
  /\{(?:\+\+([^{}\n]{0,500}?)\+\+|--[^{}\n]{0,500}?--|~~[^{}\n]{0,500}?~>([^{}\n]{0,500}?)~~|==([^{}\n]{0,500}?)==|>>[^{}\n]{0,500}?<<)\}/g;
const marked = /==(?=[^\s=])([^=\n]{1,500}?)(?<=\S)==/g;
const icon = /:(?:material|fontawesome|octicons|simple|lucide)-[\w-]+:/g;

/** `++ctrl+c++`, `^^new^^`, `{--gone--}`, `==marked==`, and icons. */
export const smallMarks: Mark = (page) => {
  if (!/\+\+|\^\^|==|\{[+~>-]|:\w+-/.test(page)) return page;
  const read = replaceInText(page, critic, ([, added, changed, kept]) => added ?? changed ?? kept ?? '');
  const pressed = replaceInText(read, keys, ([, combined = '']) => combined.split('+').map(keyName).join('+'));
  const plain = replaceInText(pressed, inserted, ([, words = '']) => words);
  return replaceInText(highlighted(plain), icon, () => '');
};

/** `==marked==` alone. */
export const highlights: Mark = (page) => highlighted(page);

function highlighted(page: string): string {
  return page.includes('==') ? replaceInText(page, marked, ([, words = '']) => words) : page;
}

function keyName(key: string): string {
  const bare = key.replace(/^"|"$/g, '');
  return bare.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const apiMark = /^([ \t]*)(#{1,6}[ \t]+)?:::[ \t]+[\w.]{1,200}[ \t]*(?:\n\1[ \t]{2,}[^\n]*)*$/gm;

/** `::: package.module` of mkdocstrings and its options: what it describes is in the code. */
export const apiMarks: Mark = (page, { drop }) =>
  page.includes(':::')
    ? outsideFences(page, (text) =>
        text.replace(apiMark, (whole) => {
          drop(whole.trim().split('\n', 1)[0] ?? '');
          return '';
        }),
      )
    : page;

const blockStart = /^([ \t]*)\/{3,}[ \t]*([\w-]+)(?:[ \t]*\|[ \t]*(.*?))?[ \t]*$/;
const blockEnd = /^[ \t]*\/{3,}[ \t]*$/;

/** `/// note | Title` … `///` of pymdownx, with its options in the indented lines below. */
export const slashBlocks: Mark = (page) =>
  page.includes('///')
    ? outsideFences(page, (text) => {
        const out: string[] = [];
        const open: string[] = [];
        let isHead = false;
        for (const line of text.split('\n')) {
          const start = blockStart.exec(line);
          if (start) {
            const [, indent = '', name = '', title = ''] = start;
            const tag = nameOf(name);
            open.push(tag);
            out.push('', indent + openingTag(tag, { ...(tag === 'callout' && { type: name }), title: title.trim() }));
            isHead = true;
            continue;
          }
          if (isHead && /^ {4,}[\w-]+:/.test(line)) continue;
          if (isHead) out.push('');
          isHead = false;
          if (blockEnd.test(line)) {
            const tag = open.pop();
            out.push(tag === undefined ? '' : `\n</${tag}>`);
          } else out.push(line);
        }
        return out.join('\n');
      })
    : page;

function nameOf(name: string): string {
  if (name === 'tab') return 'tab';
  if (name === 'details' || name === 'html' || name === 'define' || name === 'caption' || name === 'figure-caption')
    return 'section';
  return 'callout';
}
