/**
 * Template tags that hold content: `{% tab title="A" %} … {% endtab %}` of GitBook, Liquid and Markdoc. They become components,
 * which are read as such later, and code its fence. Pure.
 */
import {
  fenced,
  type Mark,
  type MarkContext,
  openingTag,
  outsideFences,
  readAttributes,
  replaceInText,
} from './mark.ts';

const codeBlock =
  /^([ \t]*)\{%-?\s*highlight\s+([\w+#.-]{1,40})[^%\n]{0,200}%\}[ \t]*\n?([\s\S]{0,5000}?)\{%-?\s{0,20}endhighlight\s*-?%\}/gm;
const commentBlock = /\{%-?\s{0,20}comment\s{0,20}-?%\}[\s\S]{0,5000}?\{%-?\s{0,20}endcomment\s*-?%\}/g;
const rawTag = /\{%-?\s*(?:end)?raw\s*-?%\}/g;
const tag = /\{%-?\s*([^%]|%(?!\})){0,1500}?-?%\}/g;
/** A list that is made of data says nothing without the data. */
const loop = /\{%-?\s{0,20}for\b[^%\n]{0,300}%\}(?=[\s\S]{0,300}\{\{)[\s\S]{0,3000}?\{%-?\s{0,20}endfor\s*-?%\}/g;
const variable = /\{\{-?\s*([^{}\n]{0,300}?)\s*-?\}\}/g;

/** Blocks whose tags say nothing themselves. */
const silent =
  /^(?:tabs|steps?|stepper|columns?|cards?|updates?|raw|comment|assign|capture|if|elsif|else|unless|for|break|continue|case|when|table|increment|decrement|block|extends|import|from|macro|set|with|call|filter|tablerow|cycle|toc|side-by-side|section|grid|layout|partial-end|paginate|contentfor)$/;
const notes = /^(?:hint|callout|note|warning|tip|info|danger|caution|important|admonition|alert|aside)$/;

/** Tags of all three kinds; what is in them stays. */
export const templateTags: Mark = (page, context) => {
  if (!page.includes('{%')) return page;
  const coded = outsideFences(page.replace(commentBlock, ''), (text) =>
    text.replace(codeBlock, (_, indent: string, language: string, code: string) =>
      fenced(code.trimEnd(), language, indent),
    ),
  );
  const plain = replaceInText(coded.replace(rawTag, ''), loop, ([whole]) => {
    context.drop(whole);
    return '';
  });
  return replaceInText(plain, tag, ([whole]) => toComponent(whole, context));
};

/** `{{ name }}` and `{{ name | filter }}`: their value, if it is known. */
export const templateVariables: Mark = (page, context) =>
  page.includes('{{') ? replaceInText(page, variable, ([whole, name = '']) => shownValue(name, whole, context)) : page;

function shownValue(expression: string, whole: string, { variable: read, drop }: MarkContext): string {
  if (/^[#/]/.test(expression)) return whole;
  const literal = /^(["'])(.*?)\1/.exec(expression)?.[2];
  const value = literal ?? read(expression.split('|', 1)[0]?.trim() ?? '');
  if (value === undefined) drop(whole);
  return value ?? '';
}

function toComponent(whole: string, { variable: read, drop }: MarkContext): string {
  const inner = whole.slice(2, -2).replace(/^-|-$/g, '').trim();
  const id = /^#([\w-]+)/.exec(inner)?.[1];
  if (id !== undefined) return `{#${id}}`;
  if (/^\.[\w-]/.test(inner) || /^[\w-]+=/.test(inner)) return '';
  if (inner.startsWith('$')) {
    const value = read(inner.slice(1));
    if (value === undefined) drop(whole);
    return value ?? '';
  }
  const name = /^\/?\s*[\w-]+/.exec(inner)?.[0] ?? '';
  const bare = name.replace(/^(?:\/\s*|end(?=[a-z]))/, '').toLowerCase();
  const isEnd = bare !== name.toLowerCase();
  const { named, others } = readAttributes(inner.slice(name.length).replace(/\/$/, ''));
  const text = (...keys: readonly string[]): string | undefined => keys.map((key) => named.get(key)).find(Boolean);
  if (notes.test(bare)) {
    if (isEnd) return '</callout>';
    const kind = text('style', 'type') ?? (bare === 'hint' || bare === 'callout' ? 'note' : bare);
    return openingTag('callout', { type: kind === 'success' ? 'tip' : kind, title: text('title') ?? others[0] });
  }
  if (bare === 'tab' || bare === 'tab-item' || bare === 'tabitem') {
    return isEnd
      ? '</tab>'
      : openingTag('tab', { title: text('title', 'label', 'name') ?? others.filter((word) => word !== ',').at(-1) });
  }
  if (isEnd || silent.test(bare)) return '';
  if (bare === 'code') return text('title') ? `\n**${text('title')}**\n` : '';
  const href = text('url', 'src', 'href');
  if (bare === 'content-ref' || bare === 'link' || bare === 'post_url') return linkTo(bare, href, others);
  // A card or a note that another file lays out: the words that it is given.
  const words = text('text', 'content', 'title', 'label', 'caption', 'message', 'description');
  if (href !== undefined && /^(?:embed|file|video|youtube)$/.test(bare)) return `[${words ?? href}](${href})`;
  if (words === undefined && !/^(?:figure|image|img|picture)$/.test(bare)) drop(whole);
  return words ?? '';
}

function linkTo(name: string, href: string | undefined, others: readonly string[]): string {
  // The block around a reference holds the link itself.
  if (name === 'content-ref') return '';
  const [target = ''] = others;
  // Jekyll looks from the root of the site.
  if (name === 'post_url') return `/_posts/${target}`;
  return href ?? (target.includes('.') ? `/${target.replace(/^\//, '')}` : target);
}
