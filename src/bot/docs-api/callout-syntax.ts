/**
 * How documentation tools write notes and warnings, line by line: `:::tip Title` of Docusaurus and VitePress, `<Note>` or
 * `<Callout type="warn" title="…">` of Mintlify, Fumadocs, Starlight and others.
 */
import type { AlertName } from '../../kit/markdown/parse.ts';

/** Maps the tools' names to GitHub's; empty for containers that are not shown as a quote. */
const kinds: Readonly<Record<string, Uppercase<AlertName> | ''>> = {
  ...{ note: 'NOTE', info: 'INFO', information: 'INFO', important: 'IMPORTANT', callout: 'NOTE', aside: 'NOTE' },
  ...{ tip: 'TIP', hint: 'TIP', idea: 'TIP', check: 'TIP', success: 'TIP', admonition: 'NOTE' },
  ...{ details: '', 'code-group': '', tabs: '' },
  ...{ warning: 'WARNING', warn: 'WARNING', caution: 'CAUTION', danger: 'CAUTION', error: 'CAUTION' },
};
const tags = 'Note|Info|Important|Callout|Aside|Tip|Hint|Check|Success|Admonition|Warning|Caution|Danger|Error';

const directive = /^([ \t]{0,20})(:{3,})[ \t]*([A-Za-z][\w-]*)(.*)$/s;
const openingTag = new RegExp(`^([ \\t]{0,20})<(${tags})((?:[ \\t][^<>]*[^<>/])?)>[ \\t]*`);
export const closingColons = /^[ \t]{0,20}(:{3,200})[ \t]{0,200}(?:\n|$)/;
export const closingTag = /^[ \t]{0,20}(<\/[A-Za-z]+>)[ \t]{0,20}\n?/;
/** The beginning of a line that may still become a callout, or the end of one. */
export const maybeCallout = new RegExp(
  `^[ \\t]*(?::*|:{3,}[^\\n]*|</?[A-Za-z]*|<(?:${tags})[ \\t>][^\\n]*|</(?:${tags})>[ \\t]{0,20})$`,
);
/** The opening line of a callout. */
export interface Opening {
  /** GitHub's name for it; empty for a container that is not shown as a quote. */
  readonly kind: string;
  readonly title: string;
  readonly indent: string;
  /** The line or tag that closes it. */
  readonly closing: string;
  /** How many characters of the line it takes, including the line break. */
  readonly length: number;
}

/**
 * `closesIn` tells whether the tag is closed in the rest of its line; a tag followed by other text is not a callout.
 */
export function readOpening(line: string, closesIn: (closing: string, rest: string) => boolean): Opening | undefined {
  return readDirective(line) ?? readTag(line, closesIn);
}

function readDirective(line: string): Opening | undefined {
  const [, indent = '', closing = '', name = '', rest = ''] = directive.exec(line) ?? [];
  const kind = kindOf(name);
  const title = rest.replace(/\{[^{}]*\}/g, '').replace(/^\[(.*)\]\s*$/, '$1');
  return kind === undefined ? undefined : { kind, title: title.trim(), indent, closing, length: line.length + 1 };
}

function readTag(line: string, closesIn: (closing: string, rest: string) => boolean): Opening | undefined {
  const [tag, indent = '', component = '', attributes = ''] = openingTag.exec(line) ?? [];
  if (tag === undefined) return undefined;
  const rest = line.slice(tag.length);
  const closing = `</${component}>`;
  if (rest !== '' && !closesIn(closing, rest)) return undefined;
  const kind = kindOf(attributeOf(attributes, 'type')) ?? kindOf(component);
  const title = attributeOf(attributes, 'title').trim();
  return kind === undefined ? undefined : { kind, title, indent, closing, length: tag.length + (rest === '' ? 1 : 0) };
}

/** Returns undefined if it is not the name of a callout. */
function kindOf(name: string): string | undefined {
  return Object.hasOwn(kinds, name.toLowerCase()) ? kinds[name.toLowerCase()] : undefined;
}

/** The indent in columns, counting a tab as four. */
export function indentOf(words: string): number {
  return (/^[ \t]*/.exec(words)?.[0] ?? '').replaceAll('\t', '    ').length;
}

function attributeOf(attributes: string, name: string): string {
  return (
    new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|\\{["'\`]([^"'\`]*)["'\`]\\})`)
      .exec(attributes)
      ?.slice(1)
      .find(Boolean) ?? ''
  );
}
