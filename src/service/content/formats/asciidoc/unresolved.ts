/**
 * What Asciidoctor leaves as it is: attributes that no file sets, and macros of extensions. In: the Markdown. Out: the same with
 * what they name, or without them. Pure. Source: docs.asciidoctor.org/asciidoc/latest/attributes/unresolved-references.
 */

import { codeSpan } from '../../markdown/code-spans.ts';
import { replaceInText } from '../../markdown/marks/mark.ts';

/** Stands for an address whose beginning is an unknown attribute. */
export function unknownAddress(name: string): string {
  return `https://${name}.unknown.invalid`;
}

/** The attribute that an address begins with. undefined: it is known. */
export function unknownIn(address: string): string | undefined {
  return /^https:\/\/([\w-]+)\.unknown\.invalid/.exec(address)?.[1];
}

/** `{url-docs}/page[words]` */
const linkAttribute =
  /\{([a-z0-9]\w*(?:-\w+){0,10})\}(?=[^\s[\]{}]{0,300}(?:\{[^\s[\]{}]{1,100}\}[^\s[\]{}]{0,300}){0,5}\[)/gi;
/** Characters that Asciidoctor itself has names for. */
const characters =
  /^(?:nbsp|zwsp|wj|apos|quot|[lr][sd]quo|deg|plus|brvbar|vbar|amp|lt|gt|startsb|endsb|caret|asterisk|tilde|backslash|backtick|blank|empty|sp|two-(?:colons|semicolons)|cpp|cxx|pp|asciidoctor-version|doc\w+|local\w+|user-home|page-\w+|partialsdir|examplesdir|imagesdir|attachmentsdir)$/;

/** Attributes with which addresses in the source begin, and which the page can therefore do without. */
export function addressAttributes(source: string): readonly string[] {
  const names = [...source.matchAll(linkAttribute)].map(([, name = '']) => name.toLowerCase());
  return [...new Set(names)].filter((name) => !characters.test(name)).slice(0, 1_000);
}

const blockMacro = /(?<=^[ \t]{0,20}|: )([a-z][\w-]{1,40})::((?:[^\s[\]\\]|\\[^\s[\]]){0,300})\\\[[^\n]{0,500}$/gm;
const inlineMacro =
  /(?<![\w:\\/])([a-z][a-z0-9-]{1,40}):(?![:/])([\w.$/#@%-]{1,200})\\\[((?:[^[\]\\\n]|\\[^[\]\n]){0,300})\\\]/g;
/** Placeholders in prose (`{id}`) have no hyphen, as a rule. */
const attribute = /[ \t]?\\?\{([a-z0-9]\w{0,60}(?:-\w{1,60}){1,10})\}/gi;

export function withoutUnresolved(markdown: string, drop: (mark: string) => void): string {
  const blocks = replaceInText(markdown, blockMacro, ([, name = '', target = '']) => {
    drop(`${name}::${target}[]`);
    return '';
  });
  const inline = replaceInText(blocks, inlineMacro, ([, , target = '', words = '']) =>
    words.trim() === '' || words.includes('=') ? codeSpan(target) : words,
  );
  return replaceInText(inline, attribute, ([, name = '']) => {
    drop(`{${name}}`);
    return '';
  });
}
