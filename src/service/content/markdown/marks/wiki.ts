/** The marks of Obsidian and of wikis: links by page name, comments, highlights, block ids. Embeds are includes. Pure. */
import { type Mark, outsideFences, replaceInText } from './mark.ts';

const link = /(!?)\[\[([^[\]|#^\n]{0,300})(#[^[\]|\n]{0,300})?(?:\\?\|([^[\]\n]{0,300}))?\]\]/g;

/** `[[Page#Heading|words]]` */
export const wikiLinks: Mark = (page, { anchor, drop }) => {
  if (!page.includes('[[')) return page;
  return replaceInText(page, link, ([whole, embed, written = '', part = '', words]) => {
    // In a table, the stroke before the words is escaped.
    const name = written.replace(/\\$/, '');
    if (/^_?toc_?$/i.test(name)) return '';
    if (embed === '!') {
      if (!/\.(?:png|jpe?g|gif|svg|webp|avif|bmp|mp4|webm|mov|mp3|wav|ogg|pdf|canvas|base)$/i.test(name.trim()))
        drop(whole);
      return '';
    }
    const headings = part.split('#').filter((heading) => heading.trim() !== '');
    const shown =
      words ?? [name.trim(), ...headings.map((heading) => heading.replace(/^\^.*/, ''))].filter(Boolean).join(' > ');
    const last = headings.at(-1);
    const target = last === undefined || last.startsWith('^') ? '' : `#${anchor(last)}`;
    return `[${shown.trim()}](<${name.trim()}${target}>)`;
  });
};

const comment = /%%[\s\S]{0,5000}?%%/g;
const blockId = /(?:^|[ \t])\^[\w-]{1,80}[ \t]*$/gm;

/** `%%comment%%` and `^block-id`. */
export const wikiComments: Mark = (page) =>
  outsideFences(page, (text) => text.replace(comment, '').replace(blockId, ''));
