/**
 * DocFX and Microsoft Learn. Sources, read 2026-11-28: dotnet.github.io/docfx/reference/docfx-json-reference.html,
 * learn.microsoft.com/contribute/content/markdown-reference.
 */
import { githubAnchors } from '../markdown/anchors.ts';
import { docfxMarks } from '../markdown/marks/docfx.ts';
import type { Generator } from './generator.ts';
import { below, folderOf, globPattern, rooted, withoutExtension, withoutIndex } from './paths.ts';
import { parseSettings, recordOf, type Settings, textOf, textsOf } from './settings.ts';

export const mslearn: Generator = {
  name: 'mslearn',
  signs: [{ name: /^docfx\.json$/ }],
  async open({ sign, settings }) {
    const contents = contentsOf(parseSettings(sign, settings));
    // A theme with templates of its own publishes files; Microsoft Learn has addresses without an extension.
    const ending = /"template"\s*:/.test(settings) ? '.html' : '';
    return {
      excluded(file) {
        if (/(?:^|\/)_?includes?\//i.test(file) || /^(?:obj|_site)\//.test(file)) return 'includes';
        return isExcluded(contents, file) ? notInContent : undefined;
      },
      leftOut: (file) => (contents.length > 0 && placeIn(contents, file) === undefined ? notInContent : undefined),
      address(file) {
        const bare = withoutExtension(placeIn(contents, file) ?? file);
        const folder = withoutIndex(bare, /^index$/i);
        return ending === '' ? rooted(folder) : rooted(folder === bare ? bare + ending : `${folder}/index.html`);
      },
      isBaseGuessed: true,
      anchors: githubAnchors,
      marks: [docfxMarks],
    };
  },
};

const notInContent = 'not in the content of docfx.json';

/** An entry of `build.content`: which files of a folder are published, and where. */
interface Content {
  readonly folder: string;
  readonly dest: string;
  isNamed(file: string): boolean;
  isHidden(file: string): boolean;
}

function contentsOf(settings: Settings): readonly Content[] {
  const { content } = recordOf(settings.build);
  const list: readonly unknown[] = Array.isArray(content) ? content : [];
  return list.map(recordOf).map(({ src, dest, files, exclude }) => {
    return {
      folder: folderOf(textOf(src) ?? ''),
      dest: textOf(dest) ?? '',
      isNamed: namedBy(textsOf(files)),
      isHidden: namedBy(textsOf(exclude)),
    };
  });
}

function namedBy(globs: readonly string[]): (file: string) => boolean {
  const patterns = globs.map((glob) => globPattern(folderOf(glob)));
  return (file) => patterns.some((pattern) => pattern.test(file));
}

/** By an entry, and published by no other. */
function isExcluded(contents: readonly Content[], file: string): boolean {
  return (
    placeIn(contents, file) === undefined &&
    contents.some(({ folder, isHidden }) => {
      const own = below(folder, file);
      return own !== undefined && isHidden(own);
    })
  );
}

/** The file in the published site. undefined: it is not published. */
function placeIn(contents: readonly Content[], file: string): string | undefined {
  for (const { folder, dest, isNamed, isHidden } of contents) {
    const own = below(folder, file);
    if (own !== undefined && isNamed(own) && !isHidden(own)) return rooted(dest, own);
  }
  return undefined;
}
