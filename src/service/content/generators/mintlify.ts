/** Mintlify. Sources, read 2026-11-28: mintlify.com/docs/settings, /docs/organize/navigation and /docs/organize/mintignore. */
import { parseJson } from '../../../kit/base/json.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import type { Generator, SiteFolder } from './generator.ts';
import { listedAs, toNavigation } from './navigation.ts';
import { ignoredBy, isLanguage, rooted, withoutExtension, withoutIndex } from './paths.ts';
import { recordOf } from './settings.ts';

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
    const isIgnored = ignoredBy((await site.read('.mintignore')) ?? '');
    return {
      excluded(file) {
        if (isIgnored(file)) return 'excluded by .mintignore';
        return /^snippets\//.test(file) || file.split('/').some((part) => part.startsWith('_'))
          ? 'snippets'
          : undefined;
      },
      leftOut: (file) => (isUsed && !listedAs(navigation, file) ? `not listed in ${sign}` : undefined),
      address: (file) => rooted(withoutIndex(withoutExtension(file), /^(?:index|readme)$/i)),
      isBaseGuessed: true,
      listed: (file) => (isUsed ? listedAs(navigation, file) : undefined),
      facets(file) {
        const [first = ''] = file.split('/');
        const { language, version } = (isUsed && listedAs(navigation, file)) || {};
        return { language: language ?? (isLanguage(first) && first.length < 6 ? first : undefined), version };
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
    const found = source === undefined ? undefined : await withReferences(parseJson(source), site, depth + 1);
    // What stands beside the reference says more of the same part.
    return fields.length > 1 ? { ...recordOf(value), ...recordOf(found) } : found;
  }
  const read = fields.map(async ([name, field]) => [name, await withReferences(field, site, depth)] as const);
  return Object.fromEntries(await Promise.all(read));
}
