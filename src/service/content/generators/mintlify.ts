/** Mintlify. Source: mintlify.com/docs/settings and /docs/organize/navigation. */
import { parseJson } from '../../../kit/base/json.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import type { Generator, SiteFolder } from './generator.ts';
import { listedAs, toNavigation } from './navigation.ts';
import { isLanguage, rooted, withoutExtension, withoutIndex } from './paths.ts';

export const mintlify: Generator = {
  name: 'mintlify',
  signs: [{ name: /^docs\.json$/ }, { name: /^mint\.json$/ }],
  async open(site) {
    const { sign, settings, files, report } = site;
    const json = await withReferences(parseJson(settings), site, 0);
    // Without it, pages are served that it may not list.
    if (json === undefined && sign !== '') report(sign, 'It is not valid JSON, so its navigation is ignored.');
    const navigation = toNavigation(json);
    const isUsed = navigation !== undefined && files.some((file) => listedAs(navigation, file));
    return {
      leftOut(file) {
        if (/^snippets\//.test(file) || file.split('/').some((part) => part.startsWith('_'))) return 'snippets';
        return isUsed && !listedAs(navigation, file) ? `not listed in ${sign}` : undefined;
      },
      address: (file) => rooted(withoutIndex(withoutExtension(file), /^(?:index|readme)$/i)),
      isBaseGuessed: true,
      listed: (file) => (isUsed ? listedAs(navigation, file) : undefined),
      facets(file) {
        const [first = ''] = file.split('/');
        return { language: isLanguage(first) && first.length < 6 ? first : undefined };
      },
      anchors: githubAnchors,
      marks: [],
      includeFolders: ['snippets', '_snippets'],
    };
  },
};

/** Deeper references are left as they are. */
const maxDepth = 5;

/** The settings with the files that they name by `$ref` in their place. */
async function withReferences(value: unknown, site: SiteFolder, depth: number): Promise<unknown> {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) return Promise.all(value.map((entry) => withReferences(entry, site, depth)));
  if (typeof value !== 'object' || value === null) return value;
  const fields: readonly (readonly [string, unknown])[] = Object.entries(value);
  const reference = fields.find(([name]) => name === '$ref')?.[1];
  if (typeof reference === 'string') {
    const source = await site.read(reference.replace(/^\.?\//, ''));
    if (source === undefined) site.report(site.sign, `Its reference ${reference} cannot be read.`);
    return source === undefined ? undefined : withReferences(parseJson(source), site, depth + 1);
  }
  const read = fields.map(async ([name, field]) => [name, await withReferences(field, site, depth)] as const);
  return Object.fromEntries(await Promise.all(read));
}
