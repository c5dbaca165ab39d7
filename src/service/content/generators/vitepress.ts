/**
 * VitePress and VuePress. Sources, read 2026-11-28: vitepress.dev/guide/routing, /guide/i18n and /reference/site-config;
 * vuepress.vuejs.org/guide/page.html.
 */
import { vitepressAnchors } from '../markdown/anchors.ts';
import { templateVariables } from '../markdown/marks/tags.ts';
import type { Generator } from './generator.ts';
import {
  below,
  folderOf,
  globPattern,
  isLanguage,
  quotedSetting,
  rooted,
  withoutExtension,
  withoutIndex,
} from './paths.ts';

export const vitepress: Generator = {
  name: 'vitepress',
  signs: [
    { name: /^\.vitepress$/, files: configs('.vitepress') },
    { name: /^\.vuepress$/, files: configs('.vuepress') },
  ],
  async open({ sign, settings, files, served }) {
    const isVuePress = sign.includes('vuepress');
    const isExcluded = (file: string): boolean => excluded.some((pattern) => pattern.test(file));
    const excluded = textsIn(settings, 'srcExclude').map(globPattern);
    const rewrites = rewritesIn(settings);
    const written = folderOf(quotedSetting(settings, 'srcDir') ?? '');
    const source = files.some((file) => below(written, file) !== undefined) ? written : served;
    const isClean = /\bcleanUrls\s*:\s*true\b/.test(settings);
    const base = quotedSetting(settings, 'base') ?? '';
    return {
      excluded(file) {
        const own = below(source, file);
        return own !== undefined && isExcluded(own) ? 'excluded by srcExclude' : undefined;
      },
      leftOut(file) {
        const own = below(source, file);
        if (own === undefined) return 'outside the srcDir of vitepress';
        return /\[[^\]]+\]/.test(own) ? 'routes with parameters' : undefined;
      },
      address(file, front) {
        if (isVuePress && typeof front.permalink === 'string') return rooted(base, front.permalink);
        const own = below(source, file) ?? file;
        const bare = withoutExtension(rewritten(own, rewrites));
        const folder = withoutIndex(bare, isVuePress ? /^(?:index|README)$/i : /^index$/);
        return rooted(base, isClean || folder !== bare ? folder : `${bare}.html`);
      },
      isBaseGuessed: true,
      facets(file) {
        const [first = ''] = (below(source, file) ?? '').split('/');
        return { language: isLanguage(first) ? first : undefined };
      },
      anchors: vitepressAnchors,
      marks: [templateVariables],
      includeFolders: [source],
    };
  },
};

/** The strings of a list in a JavaScript file that cannot be run. */
function textsIn(settings: string, name: string): readonly string[] {
  const list = new RegExp(`\\b${name}\\s*:\\s*\\[([^\\]]{0,2000})\\]`).exec(settings)?.[1] ?? '';
  return [...list.matchAll(/(["'`])([^"'`\n]{1,300})\1/g)].map(([, , text = '']) => text);
}

interface Rewrite {
  readonly from: RegExp;
  /** With the names of parameters: `:name`. */
  readonly to: string;
}

/** `rewrites: { 'packages/:pkg/src/(.*)': ':pkg/(.*)' }`; the parameters are those of path-to-regexp. */
function rewritesIn(settings: string): readonly Rewrite[] {
  const object = /\brewrites\s*:\s*\{([^{}]{0,5000})\}/.exec(settings)?.[1] ?? '';
  return [...object.matchAll(/(["'])([^"'\n]{1,300})\1\s*:\s*(["'])([^"'\n]{1,300})\3/g)].map(
    ([, , from = '', , to = '']) => {
      const source = from.split(/(:\w+\*?|\*\w+|\(\.\*\))/).map((part) => {
        const name = /^[:*](\w+)\*?$/.exec(part)?.[1];
        if (part === '(.*)') return '(?<rest>.*)';
        if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        return `(?<${name}>${part.includes('*') ? '.+' : '[^/]+'})`;
      });
      return { from: new RegExp(`^${source.join('')}$`), to };
    },
  );
}

function rewritten(file: string, rewrites: readonly Rewrite[]): string {
  for (const { from, to } of rewrites) {
    const groups = from.exec(file)?.groups ?? (from.test(file) ? {} : undefined);
    if (groups)
      return to.replace(/[:*](\w+)\*?|\(\.\*\)/g, (_, name: string | undefined) => groups[name ?? 'rest'] ?? '');
  }
  return file;
}

function configs(folder: string): readonly string[] {
  return ['ts', 'mts', 'js', 'mjs', 'cjs'].flatMap((end) => [
    `${folder}/config.${end}`,
    `${folder}/config/index.${end}`,
  ]);
}
