/**
 * Starlight and Astro. Sources, read 2026-11-28: starlight.astro.build/guides/pages and /guides/i18n; docs.astro.build, "glob()
 * loader"; astro, content/utils.ts, getContentEntryIdAndSlug.
 */
import { slug } from 'github-slugger';
import { githubAnchors } from '../markdown/anchors.ts';
import type { Generator } from './generator.ts';
import { below, isLanguage, quotedSetting, rooted, withoutExtension, withoutIndex } from './paths.ts';

export const starlight: Generator = {
  name: 'starlight',
  signs: [{ name: /^astro\.config\.[cm]?[jt]s$/ }],
  async open({ settings, files, served }) {
    const docs =
      ['src/content/docs', 'src/content', 'src/pages'].find((folder) =>
        files.some((file) => below(folder, file) !== undefined),
      ) ?? served;
    const base = quotedSetting(settings, 'base') ?? '';
    const routes = docs === 'src/pages' ? undefined : 'src/pages';
    const inContent = (file: string): string | undefined =>
      below(docs, file) ?? (routes === undefined ? undefined : below(routes, file));
    return {
      excluded(file) {
        const own = inContent(file);
        return own?.split('/').some((part) => part.startsWith('_')) ? 'partials (names that begin with _)' : undefined;
      },
      leftOut: (file) => (inContent(file) === undefined ? 'outside the content of astro' : undefined),
      address(file, front) {
        const route = below(routes ?? docs, file);
        if (docs === 'src/pages' || (routes !== undefined && route !== undefined))
          return rooted(base, withoutIndex(withoutExtension(route ?? file), /^index$/));
        if (typeof front.slug === 'string') return rooted(base, front.slug);
        const bare = withoutExtension(below(docs, file) ?? file);
        const parts = bare.split('/').map((part) => slug(part));
        return rooted(base, withoutIndex(parts.join('/'), /^index$/));
      },
      isBaseGuessed: true,
      facets(file) {
        const [first = ''] = (below(docs, file) ?? '').split('/');
        return { language: isLanguage(first) ? first : undefined };
      },
      anchors: githubAnchors,
      marks: [],
      includeFolders: [docs, 'src'],
    };
  },
};
