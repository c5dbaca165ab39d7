/**
 * Expands the files that a page includes: snippets, partials, includes. In: a page's source, and a function that reads a
 * file of the docs folder. Out: the source with the text of these files.
 */
import { posix } from 'node:path';

/** Returns a file's text by its path in the docs folder. undefined: it does not exist or must not be read. */
export type ReadInclude = (path: string) => Promise<string | undefined>;

/** The maximum depth of nested includes. */
const maxDepth = 4;
/** How many files a page may include; each is looked up in several folders. */
const maxIncludes = 1_000;
/** The maximum length of a page with its includes; an include that would exceed it is not expanded. */
const maxChars = 1_000_000;

/**
 * How docs sites include a file, each path in a group: mdBook `{{#include x}}`, MkDocs `--8<-- "x"` and `{!x!}`,
 * VitePress `<!--@include: x-->`, Fumadocs `<include>x</include>`, and `<Snippet file="x" />`. Lengths are bounded so that
 * hostile text cannot make matching slow.
 */
const includes =
  /\{\{#include\s+([^\s}:]{1,300})(?:[\s:][^}]{0,100})?\}\}|^[ \t]*-{1,9}8<-{1,9}\s+["']([^"':\n]{1,300})(?::[^"'\n]{0,100})?["'][ \t]*$|<!--\s*@include:\s*([^\s>{#]{1,300}?)(?:[\s{#][^>]{0,100})?-->|\{!\s*([^\s!]{1,300})\s*!\}|<Snippet\s+file=["']([^"']{1,300})["'][^>]{0,300}?\/>|<include(?:\s[^>]{0,100})?>([^<>\n]{1,300})<\/include>/gm;

/** Files that are shown as code: VitePress `<<< @/x.js#region{1,2} [Title]`. */
const codeIncludes = /^[ \t]*<<<[ \t]+([^\s#{]+)(?:#([\w-]+))?(?:[ \t]*\{[^}\n]*\})?(?:[ \t]*(\[[^\]\n]*\]))?[ \t]*$/gm;

/** MkDocs lists several files between two marks, one per line. */
const includeLists = /^[ \t]*(-{1,9}8<-{1,9})[ \t]*\n([\s\S]*?)\n[ \t]*\1[ \t]*$/gm;

/** `import Name from './x.mdx'`, which the page uses as `<Name />`. */
const imports = /^import\s+([A-Z]\w*)(?:,\s*\{[^}]{0,1000}\})?\s+from\s+["']([^"']+\.(?:mdx?|markdown))["'];?[ \t]*$/gm;

/** A component without children, which is how imported files are used. */
const components = /<([A-Z]\w*)\b[^>]{0,1000}?(?:\/>|>\s*<\/\1>)/g;

/** The page with all its includes. Those that cannot be read stay unchanged. */
export async function withIncludes(source: string, file: string, read: ReadInclude): Promise<string> {
  return expand(source, file, read, 0, { chars: maxChars - source.length, includes: maxIncludes });
}

interface Budget {
  chars: number;
  includes: number;
}

async function expand(page: string, file: string, read: ReadInclude, depth: number, budget: Budget): Promise<string> {
  if (depth >= maxDepth) return page;
  const source = page.replace(includeLists, (_, mark: string, names: string) => toIncludes(mark, names));
  let text = '';
  let at = 0;
  for (const { match, path, isCode } of findIncludes(source)) {
    if (match.index < at) continue;
    if (budget.includes === 0) break;
    budget.includes -= 1;
    const included = await load(path, file, read);
    if (!included || included.text.length > budget.chars) continue;
    budget.chars -= included.text.length;
    const { path: from, text: own } = included;
    const shown = isCode ? toFence(own, from, match) : await expand(own, from, read, depth + 1, budget);
    text += source.slice(at, match.index) + shown;
    at = match.index + match[0].length;
  }
  return text + source.slice(at);
}

function toIncludes(mark: string, names: string): string {
  return names
    .split('\n')
    .map((name) => (name.trim() === '' ? '' : `${mark} "${name.trim()}"`))
    .join('\n');
}

interface Found {
  readonly match: RegExpExecArray;
  readonly path: string;
  readonly isCode: boolean;
}

function findIncludes(source: string): readonly Found[] {
  const imported = new Map([...source.matchAll(imports)].map(([, name = '', path = '']) => [name, path]));
  const used =
    imported.size === 0 ? [] : [...source.matchAll(components)].filter(([, name = '']) => imported.has(name));
  return [
    ...[...source.matchAll(includes)].map((match) => ({ match, path: match.slice(1).find(Boolean) ?? '' })),
    ...used.map((match) => ({ match, path: imported.get(match[1] ?? '') ?? '' })),
    ...[...source.matchAll(codeIncludes)].map((match) => ({ match, path: match[1] ?? '', isCode: true })),
  ]
    .map((found) => ({ isCode: false, ...found }))
    .sort((a, b) => a.match.index - b.match.index);
}

/** The file as fenced code, or only the region that the path names. */
function toFence(text: string, path: string, [, , region, title = '']: RegExpExecArray): string {
  const mark = /^[ \t]*```/m.test(text) ? '~~~~~~' : '```';
  const shown = (region === undefined ? undefined : regionOf(text, region)) ?? text;
  return `${mark}${posix.extname(path).slice(1)} ${title}\n${shown}\n${mark}`;
}

/** The lines between `#region name` and the next `#endregion`. undefined: there is no such region. */
function regionOf(text: string, name: string): string | undefined {
  const begin = [...text.matchAll(/#region[ \t]+([\w-]+)/g)].find(([, found]) => found === name);
  const from = begin ? text.indexOf('\n', begin.index) + 1 : 0;
  if (from === 0) return undefined;
  const end = text.indexOf('#endregion', from);
  return end === -1 ? undefined : text.slice(from, Math.max(from, text.lastIndexOf('\n', end)));
}

async function load(
  path: string,
  file: string,
  read: ReadInclude,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  for (const candidate of candidatesOf(path, file)) {
    const text = await read(candidate);
    if (text !== undefined) return { path: candidate, text: withoutFrontMatter(text).trim() };
  }
  return undefined;
}

/** Where sites look: relative to the page, to the docs folder and to its snippet folders. `@site` is the parent folder. */
function candidatesOf(path: string, file: string): readonly string[] {
  const bare = path.replace(/^@site\/(?:docs\/)?|^[@~]?\//, '');
  const beside = posix.join(posix.dirname(file), path);
  const paths = path === bare ? [beside, bare] : [bare];
  return [...paths, `snippets/${bare}`, `_snippets/${bare}`]
    .map((candidate) => posix.normalize(candidate))
    .filter((candidate) => !candidate.startsWith('../') && !posix.isAbsolute(candidate));
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^\s*---[ \t]*\n[\s\S]*?(?:^|\n)---[ \t]*(?:\n|$)/, '');
}
