/**
 * Pages that take in other files: snippets, partials, includes. In: a page's source, and who reads a file of the docs folder.
 * Out: the source with the files' text in place. Reads through `read` alone.
 */
import { posix } from 'node:path';

/** Gives a file's text by its path in the docs folder; undefined: there is none, or it may not be read. */
export type ReadInclude = (path: string) => Promise<string | undefined>;

/** Includes within includes, at most. */
const maxDepth = 4;
/** A page with all its includes is not longer than this: what would make it longer stays out. */
const maxChars = 1_000_000;

/**
 * The ways of docs sites to include a file, the path in the first group: mdBook `{{#include x}}`, MkDocs `--8<-- "x"`,
 * VitePress `<!--@include: x-->`, `{!x!}`, and `<Snippet file="x" />`.
 */
const includes =
  /\{\{#include\s+([^\s}:]+)[^}]*\}\}|^[ \t]*-{1,}8<-{1,}\s+["']([^"']+)["'][ \t]*$|<!--\s*@include:\s*([^\s>{]+)[^>]*-->|\{!\s*([^\s!]+)\s*!\}|<Snippet\s+file=["']([^"']+)["'][^>]*?\/>/gm;

/** `import Name from './x.mdx'`: the page shows it as `<Name />`. */
const imports = /^import\s+([A-Z]\w*)\s+from\s+["']([^"']+\.(?:mdx?|markdown))["'];?[ \t]*$/gm;

/** The page with everything that it includes. What cannot be read stays as it is written. */
export async function withIncludes(source: string, file: string, read: ReadInclude): Promise<string> {
  return expand(source, file, read, 0, { left: maxChars - source.length });
}

interface Room {
  left: number;
}

async function expand(source: string, file: string, read: ReadInclude, depth: number, room: Room): Promise<string> {
  if (depth >= maxDepth) return source;
  const imported = new Map([...source.matchAll(imports)].map(([, name = '', path = '']) => [name, path]));
  const used = imported.size === 0 ? undefined : new RegExp(`<(${[...imported.keys()].join('|')})\\b[^>]*?/>`, 'g');
  const found = [
    ...[...source.matchAll(includes)].map((match) => ({ match, path: match.slice(1).find((each) => each) ?? '' })),
    ...(used ? [...source.matchAll(used)].map((match) => ({ match, path: imported.get(match[1] ?? '') ?? '' })) : []),
  ].sort((a, b) => a.match.index - b.match.index);
  let text = '';
  let at = 0;
  for (const { match, path } of found) {
    if (match.index < at) continue;
    const included = await load(path, file, read);
    if (!included || included.text.length > room.left) continue;
    room.left -= included.text.length;
    text += source.slice(at, match.index) + (await expand(included.text, included.path, read, depth + 1, room));
    at = match.index + match[0].length;
  }
  return text + source.slice(at);
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

/** Where sites look: beside the page, from the docs folder, in its folders for snippets. `@site` is the folder above. */
function candidatesOf(path: string, file: string): readonly string[] {
  const bare = path.replace(/^@site\/(?:docs\/)?|^~?\//, '');
  const beside = posix.join(posix.dirname(file), path);
  const paths = path === bare ? [beside, bare] : [bare];
  return [...paths, `snippets/${bare}`, `_snippets/${bare}`]
    .map((each) => posix.normalize(each))
    .filter((each) => !each.startsWith('../') && !posix.isAbsolute(each));
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^\s*---[ \t]*\n[\s\S]*?(?:^|\n)---[ \t]*(?:\n|$)/, '');
}
