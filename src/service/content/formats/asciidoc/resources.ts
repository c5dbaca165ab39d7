/**
 * The files that references of AsciiDoc name: relative paths, and resource ids of Antora (`module:partial$file.adoc`). Paths are
 * relative to the docs folder. Pure. Source: docs.antora.org/antora/latest/page/resource-id-coordinates.
 */
import { posix } from 'node:path';
import { includeCandidates } from '../include-candidates.ts';

interface Coordinates {
  /** Of another component or version. */
  readonly isElsewhere: boolean;
  readonly module: string | undefined;
  readonly family: string;
  readonly path: string;
}

/** A file of Antora: `docs/modules/ROOT/pages/a.adoc`. */
const antoraFile = /^(.*?(?:^|\/))modules\/([^/]+)\/(?:pages|partials|examples|attachments|images)\//;
const folders: Readonly<Record<string, string>> = { page: 'pages', partial: 'partials', example: 'examples' };

function coordinatesOf(target: string, component: string): Coordinates {
  const [, version, first, second, family = 'page', path = target] =
    /^(?:([^@:$/]{0,100})@)?(?:([^:$/]{0,100}):)?(?:([^:$/]{0,100}):)?(?:(page|partial|example|attachment|image)\$)?(.*)$/s.exec(
      target,
    ) ?? [];
  const isNamed = second !== undefined && first !== undefined && first !== component;
  const named = second ?? first;
  return {
    isElsewhere: (version !== undefined && version !== '') || isNamed,
    module: named === '' ? 'ROOT' : named,
    family,
    path: path.replace(/^\/+/, ''),
  };
}

/** The name of the document that a cross reference leads to: its path with a slash, without ending. undefined: another site. */
export function documentOf(target: string, file: string, component: string): string | undefined {
  const hash = target.includes('#') ? target.indexOf('#') : target.length;
  const [path, anchor] = [target.slice(0, hash), target.slice(hash)];
  const name = (found: string): string => `/${found.replace(/\.(?:adoc|asciidoc|html)$/, '')}${anchor}`;
  const [, root, module] = antoraFile.exec(file) ?? [];
  if (root === undefined) return name(posix.join(posix.dirname(file), path));
  const found = coordinatesOf(path, component);
  if (found.isElsewhere || found.family !== 'page') return undefined;
  if (/^\.\.?\//.test(found.path)) return name(posix.join(posix.dirname(file), found.path));
  return name(posix.join(root, 'modules', found.module ?? module ?? 'ROOT', 'pages', found.path));
}

/** Where an included file may be: beside the file that includes it, beside the page, in the folders of the site. */
export function includesOf(
  target: string,
  from: string,
  page: string,
  siteFolders: readonly string[],
): readonly string[] {
  const [, root, module] = antoraFile.exec(from) ?? antoraFile.exec(page) ?? [];
  if (root !== undefined && /[:$]/.test(target)) {
    const found = coordinatesOf(target, '');
    const folder = folders[found.family];
    return found.isElsewhere || folder === undefined
      ? []
      : [posix.join(root, 'modules', found.module ?? module ?? 'ROOT', folder, found.path)];
  }
  return includeCandidates(target, [from, page], siteFolders);
}
