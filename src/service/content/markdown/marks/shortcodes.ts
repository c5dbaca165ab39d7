/** Shortcodes of Hugo: `{{< name attributes >}} content {{< /name >}}`, and with `%`. Pure. */
import {
  fenced,
  type Mark,
  type MarkContext,
  openingTag,
  outsideFences,
  readAttributes,
  replaceInText,
} from './mark.ts';

/** Their content is code, except where it is fenced itself. */
const codeBlock =
  /^([ \t]*)\{\{[<%]-?\s{0,20}([\w/-]{0,40}(?:highlight|code|toggle|console|clipboard|command|terminal|pre)[\w-]{0,40})\b([^\n>%]{0,500}?)-?[>%]\}\}[ \t]*\n?([\s\S]{0,5000}?)\{\{[<%]\s{0,20}\/\s{0,20}\2\s{0,20}[>%]\}\}/gm;
const shortcode =
  /\{\{([<%])-?\s{0,20}(\/?)\s{0,20}([\w./-]{1,80})((?:[^>%]|[>%](?!\}\})){0,500}?)(\/?)\s{0,20}-?[>%]\}\}/g;
const commented = /\{\{[<%]\/\*[\s\S]{0,500}?\*\/[>%]\}\}/g;
const action = /\{\{-?\s*(?![<%#])[^{}\n]{0,300}\}\}/g;

const notes =
  /^(?:alert|note|warning|tip|info|danger|caution|important|notice|callout|hint|admonition|admonish|version-note)$/;
const linking = /^(?:rel)?ref$/;
const silent =
  /^(?:figure|img|image|youtube|vimeo|video|tweet|gist|instagram|icon|br|clear|table|toc|tabs?-?(?:pane|group|s)?|steps?|cards?|cardpane|columns?|blocks?|div|details|expand|collapse|section|button-?(?:group)?|mermaid|heading)$/i;

export const hugoShortcodes: Mark = (page, context) => {
  if (!page.includes('{{')) return page;
  const coded = outsideFences(page, (text) =>
    text
      .replace(commented, '')
      .replace(codeBlock, (whole, indent: string, name: string, facts: string, code: string) => {
        if (/^[ \t]*(?:`{3}|~{3})/m.test(code)) return whole;
        return fenced(code.replace(/^\n+/, '').trimEnd(), languageOf(name, facts), indent);
      }),
  );
  // A link's target may be a shortcode, also one in quotes.
  const closed = new Set([...coded.matchAll(shortcode)].flatMap(([, , end, name = '']) => (end === '/' ? [name] : [])));
  return replaceInText(coded, shortcode, ([whole, , end, name = '', facts = '']) =>
    toMarkdown({ whole, name, facts, isEnd: end === '/', isPaired: closed.has(name) }, context),
  );
};

/** Go templates in text, as of Docsy's parameters. */
export const hugoActions: Mark = (page, { drop }) =>
  page.includes('{{')
    ? replaceInText(page, action, ([whole]) => {
        drop(whole);
        return '';
      })
    : page;

function languageOf(name: string, facts: string): string {
  const { named, others } = readAttributes(facts);
  const language = named.get('lang') ?? named.get('language') ?? others[0] ?? '';
  if (/^[\w+#-]{1,20}$/.test(language)) return language;
  return name.includes('toggle') ? 'toml' : '';
}

interface Shortcode {
  readonly whole: string;
  readonly name: string;
  readonly facts: string;
  readonly isEnd: boolean;
  readonly isPaired: boolean;
}

function toMarkdown({ whole, name, facts, isEnd, isPaired }: Shortcode, { variable, drop }: MarkContext): string {
  const bare = (name.split('/').at(-1) ?? name).toLowerCase();
  const { named, others } = readAttributes(facts.replace(/`/g, '"'));
  const text = (...keys: readonly string[]): string | undefined => keys.map((key) => named.get(key)).find(Boolean);
  const title = text('title', 'header', 'heading', 'name', 'label', 'summary');
  if (linking.test(bare)) return text('path') ?? others[0] ?? '';
  if (bare === 'param') {
    const value = variable(`params.${others[0] ?? ''}`);
    if (value === undefined) drop(whole);
    return value ?? '';
  }
  if (notes.test(bare)) {
    if (isEnd) return '</callout>';
    const kind = text('type', 'color', 'context') ?? others.find((word) => /^[a-z]+$/i.test(word)) ?? 'note';
    const label = kinds[kind] ?? (/^(?:alert|notice|callout|hint|admonition|admonish)$/.test(bare) ? kind : bare);
    return (
      openingTag('callout', { type: label, title }) + (isPaired ? '' : `${text('text', 'content') ?? ''}</callout>`)
    );
  }
  if (/^tab(?:-?item|-panel)?$/.test(bare)) return isEnd ? '</tab>' : openingTag('tab', { title: title ?? others[0] });
  if (isEnd) return '';
  if (/^(?:details|expand|collapse)$/.test(bare)) return (title ?? others[0]) ? `\n**${title ?? others[0]}**\n` : '';
  const words = text('text', 'caption', 'title', 'label', 'content', 'description');
  const href = text('href', 'url', 'link');
  if (words !== undefined && !/^(?:figure|img|image)$/.test(bare)) return href ? `[${words}](${href})` : words;
  const page = text('page', 'path', 'ref') ?? others[0];
  if (pageLink.test(bare) && page !== undefined) return `[${page.split('/').at(-1)}](${page})`;
  if (!isPaired && badge.test(bare)) return `(${bare})`;
  if (!isPaired && !silent.test(bare)) drop(whole);
  return '';
}

/** A link to a page, whose title the site shows. */
const pageLink = /^(?:page|doc|content)-?(?:ref|link)$/;
/** Their name is what they say. */
const badge = /^(?:required|optional|deprecated|nullable|experimental|alpha|beta|stable|read-?only|removed|preview)$/;

/** Docsy colours its alerts. */
const kinds: Readonly<Record<string, string>> = {
  primary: 'note',
  warning: 'warning',
  danger: 'danger',
  success: 'tip',
  info: 'info',
};
