/**
 * Inline markup of reStructuredText as Markdown. In: the text of a block, and the names of its page. Pure, in linear time: a
 * mark whose end was not found once is not looked for again.
 * Source: docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#inline-markup.
 */
import { posix } from 'node:path';
import { codeSpan } from '../../markdown/code-spans.ts';
import { escaped, link } from '../markdown-text.ts';
import { normalized, type RstPage, type Target } from './page.ts';
import { showRole } from './roles.ts';
import { splitTarget, unescaped } from './text.ts';

/** What may begin markup; addresses are taken whole, since they may look like references. */
const start =
  /\\[\s\S]|(?<![\w])(?:https?|ftp):\/\/[^\s<>"'`|\\]{1,2000}|``|`|:[A-Za-z][\w:.+-]{0,60}:(?=`\S)|\*\*?|\||_`|\[(?:#?[\w.:+-]{1,100}|#|\*)\]_(?!\w)|(?<![\p{L}\p{N}_])[\p{L}\p{N}](?:[-._+:]?[\p{L}\p{N}]){0,100}__?(?![\p{L}\p{N}_])/gu;

const afterEnd =
  '(?=$|[\\s\'")\\]}>\\-/\\\\:.,;!?\\u2019\\u201d\\u00bb\\u2026\\u2014\\u2013\\u3000-\\u303f\\uff00-\\uffef])';
const beforeStart = /^$|[\s'"([{<\-/:\u2018\u201c\u00ab\u2014\u2013\u3000-\u303f\uff00-\uffef]/;

const ends = {
  literal: new RegExp(`(?<!\\s)\`\`${afterEnd}`, 'gm'),
  strong: new RegExp(`(?<![\\s\\\\])\\*\\*${afterEnd}`, 'gm'),
  emphasis: new RegExp(`(?<![\\s\\\\])\\*${afterEnd}`, 'gm'),
  interpreted: new RegExp(`(?<![\\s\\\\])\`(:[A-Za-z][\\w:.+-]{0,60}:|__?)?${afterEnd}`, 'gm'),
  substitution: new RegExp(`(?<![\\s\\\\])\\|(__?)?${afterEnd}`, 'gm'),
};
type End = keyof typeof ends;

/** Substitutions may contain others. */
const maxDepth = 5;
/** All substitutions of a page together: a few lines could name each other without end. */
const maxSubstitutedChars = 300_000;

/** The words of a link must not contain another one. */
export interface InlineContext {
  readonly isLink?: boolean;
  readonly depth?: number;
}

export class Inline {
  readonly #page: RstPage;
  #anonymous = 0;
  #substituted = 0;

  constructor(page: RstPage) {
    this.#page = page;
  }

  /** Markdown. */
  render(source: string, context: InlineContext = {}): string {
    const unended = new Set<End>();
    const find = (end: End, from: number): RegExpExecArray | undefined => {
      if (unended.has(end)) return undefined;
      const pattern = ends[end];
      pattern.lastIndex = from;
      const found = pattern.exec(source) ?? undefined;
      if (!found) unended.add(end);
      return found;
    };
    let out = '';
    let plain = '';
    let at = 0;
    const flush = (): void => {
      out += escaped(plain);
      plain = '';
    };
    for (;;) {
      start.lastIndex = at;
      const found = start.exec(source);
      if (!found) break;
      const [mark] = found;
      plain += source.slice(at, found.index);
      at = found.index + mark.length;
      if (mark.startsWith('\\')) {
        if (mark.trim() !== '\\') plain += mark.slice(1);
        continue;
      }
      const read = this.#read(source, found.index, mark, find, context);
      if (read === undefined) {
        plain += mark;
        continue;
      }
      flush();
      out += read.text;
      at = read.end;
    }
    plain += source.slice(at);
    flush();
    return out;
  }

  /** undefined: it is text. */
  #read(
    source: string,
    at: number,
    mark: string,
    find: (end: End, from: number) => RegExpExecArray | undefined,
    context: InlineContext,
  ): { readonly text: string; readonly end: number } | undefined {
    const after = at + mark.length;
    if (/^(?:https?|ftp):/.test(mark)) return { text: mark, end: after };
    const before = source.charAt(at - 1);
    if (mark.startsWith('[')) return beforeStart.test(before) ? this.#footnote(mark, after) : undefined;
    if (mark.endsWith('_') && mark !== '_') return this.#named(mark, after, context);
    if (!beforeStart.test(before)) return undefined;
    if (mark.startsWith(':')) return this.#role(source, mark.slice(1, -1), after + 1, find, context);
    if (!/\S/.test(source.charAt(after)) || isQuoted(before, source.charAt(after))) return undefined;
    const until = (end: End): { content: string; sign: string; end: number } | undefined => {
      const found = find(end, after + 1);
      return (
        found && { content: source.slice(after, found.index), sign: found[1] ?? '', end: found.index + found[0].length }
      );
    };
    if (mark === '``') {
      const read = until('literal');
      return read && { text: codeSpan(read.content), end: read.end };
    }
    if (mark === '**' || mark === '*') {
      const read = until(mark === '**' ? 'strong' : 'emphasis');
      return read && { text: `${mark}${escaped(unescaped(read.content)).trim()}${mark}`, end: read.end };
    }
    if (mark === '|') {
      const read = until('substitution');
      return read && { text: this.#substitution(read.content, read.sign, context), end: read.end };
    }
    const read = until('interpreted');
    if (!read) return undefined;
    if (mark === '_`') return { text: escaped(unescaped(read.content)), end: read.end };
    if (read.sign.startsWith('_')) return { text: this.#reference(read.content, read.sign, context), end: read.end };
    const role = read.sign === '' ? this.#page.defaultRole : read.sign.slice(1, -1);
    return { text: showRole(role, read.content, this.#page, context.isLink === true), end: read.end };
  }

  #role(
    source: string,
    name: string,
    from: number,
    find: (end: End, from: number) => RegExpExecArray | undefined,
    context: InlineContext,
  ): { readonly text: string; readonly end: number } | undefined {
    const found = find('interpreted', from + 1);
    if (!found) return undefined;
    const content = source.slice(from, found.index);
    return { text: showRole(name, content, this.#page, context.isLink === true), end: found.index + found[0].length };
  }

  #footnote(mark: string, end: number): { readonly text: string; readonly end: number } {
    const name = mark.slice(1, -2);
    return { text: /^(?:#|\*)$/.test(name) ? '' : `\\[${escaped(name.replace(/^#/, ''))}\\]`, end };
  }

  /** `name_`, `name__` */
  #named(
    mark: string,
    end: number,
    context: InlineContext,
  ): { readonly text: string; readonly end: number } | undefined {
    const isAnonymous = mark.endsWith('__');
    const name = mark.slice(0, isAnonymous ? -2 : -1);
    const target = isAnonymous ? this.#nextAnonymous() : this.#hrefOf(name);
    if (target === undefined) return undefined;
    return { text: context.isLink ? escaped(name) : link(escaped(name), target), end };
  }

  /** `` `text`_ ``, `` `text <target>`_ `` */
  #reference(content: string, sign: string, { isLink }: InlineContext): string {
    const { words, aim } = splitTarget(content);
    const shown = escaped(unescaped(words));
    const href =
      aim === undefined
        ? sign === '__'
          ? this.#nextAnonymous()
          : this.#hrefOf(words)
        : /[^\\]_$/.test(aim)
          ? this.#hrefOf(aim.slice(0, -1))
          : toHref(unescaped(aim).replace(/\s+/g, ''));
    return isLink || href === undefined ? shown : link(shown, href);
  }

  #nextAnonymous(): string | undefined {
    const target = this.#page.anonymous[this.#anonymous];
    this.#anonymous += 1;
    if (target?.kind === 'alias') return this.#hrefOf(target.name);
    return target && this.#leadsTo(target);
  }

  /** undefined: the page has no such name. */
  #hrefOf(name: string): string | undefined {
    let target = this.#page.targets.get(normalized(name));
    for (let depth = 0; target?.kind === 'alias' && depth < 10; depth += 1)
      target = this.#page.targets.get(normalized(target.name));
    if (target === undefined || target.kind === 'alias') return undefined;
    return this.#leadsTo(target);
  }

  /** By the name of the file: `#anchor` alone may be a label of another page. */
  #leadsTo(target: Exclude<Target, { kind: 'alias' }>): string {
    return target.kind === 'uri' ? toHref(target.uri) : `${posix.basename(this.#page.settings.file)}#${target.anchor}`;
  }

  #substitution(name: string, sign: string, context: InlineContext): string {
    const depth = context.depth ?? 0;
    const value = this.#page.substitutions.get(name.trim()) ?? this.#page.substitutions.get(normalized(name));
    const known = value ?? escaped(this.#page.settings.variables.get(name.trim()) ?? '');
    if (value === undefined && known === '') return escaped(name);
    this.#substituted += known.length;
    if (depth >= maxDepth || this.#substituted > maxSubstitutedChars) return '';
    const text = value === undefined ? known : this.render(value, { ...context, depth: depth + 1 });
    const href = sign === '' || context.isLink ? undefined : this.#hrefOf(name);
    return href === undefined ? text : link(text, href);
  }
}

/** A mark between quotes, as in "*", is text. */
function isQuoted(before: string, after: string): boolean {
  const close = { '"': '"', "'": "'", '(': ')', '[': ']', '{': '}', '<': '>', '‘': '’', '“': '”' }[before];
  return close !== undefined && close === after;
}

/** Mail addresses are written without their scheme. */
function toHref(uri: string): string {
  return /^[^\s:/@]+@[\w.-]+\.\w+$/.test(uri) ? `mailto:${uri}` : uri;
}
