/** docs/site-generators.md and docs/your-docs.md: what their tables say is what the readers do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formats } from '../../../src/service/content/formats/formats.ts';
import type { Front } from '../../../src/service/content/front-matter.ts';
import type { Generator, Rules } from '../../../src/service/content/generators/generator.ts';
import { generatorNamed, generatorNames } from '../../../src/service/content/generators/generators.ts';

const root = join(import.meta.dirname, '../../..');
const page = ['site-generators', 'your-docs']
  .map((name) => readFileSync(join(root, `docs/${name}.md`), 'utf8'))
  .join('\n');

/** The cells of a section's table, without its head. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^##? /m).find((text) => text.startsWith(heading)) ?? '';
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
  return rows.slice(2);
}

function codeIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** One file of a site. */
interface OneFile {
  readonly file: string;
  /** All that may be pages; without them, the file alone. */
  readonly files?: readonly string[];
  readonly settings?: string;
  /** Further files of the site, and the front matter of pages. */
  readonly reads?: Readonly<Record<string, string>>;
  readonly fronts?: Readonly<Record<string, Front>>;
}

async function open(generator: Generator, sign: string, site: OneFile): Promise<Rules> {
  const { file, files = [file], settings = '', reads, fronts } = site;
  return generator.open({
    sign,
    settings,
    served: '',
    files,
    read: async (path) => reads?.[path],
    readFront: async (path) => fronts?.[path] ?? {},
    report: () => {},
  });
}

/** An example of a kind that is left out, or of a setting that makes a difference. */
interface Example extends OneFile {
  readonly setting?: string;
  readonly shows: Readonly<Record<string, unknown>>;
  readonly without?: Partial<OneFile>;
}

const nothing: Partial<OneFile> = { settings: '', reads: {}, fronts: {} };

const examples: Readonly<Record<string, readonly Example[]>> = parse(
  readFileSync(join(root, 'test/fixtures/rules.yaml'), 'utf8'),
);

async function shownOf(generator: Generator, sign: string, site: OneFile): Promise<unknown> {
  const { file, fronts } = site;
  const rules = await open(generator, sign, site);
  return {
    leftOut: rules.excluded?.(file) ?? rules.leftOut?.(file) ?? null,
    address: rules.address(file, fronts?.[file] ?? {}),
    ...rules.facets?.(file),
    title: rules.listed?.(file)?.title,
    anchor: rules.anchors()('Öl & Ruß', 'Öl & Ruß'),
    variables: Object.fromEntries(rules.variables ?? []),
    includeFolders: rules.includeFolders,
    endings: rules.endings,
  };
}

/** The sites of the tests, with what is left out of them. */
const sitesFolder = join(root, 'test/fixtures/sites');
const sites: readonly { readonly generator: string; readonly leftOut?: Readonly<Record<string, number>> }[] =
  readdirSync(sitesFolder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => parse(readFileSync(join(sitesFolder, name), 'utf8')));

describe('the table of generators', () => {
  const rows = rowsOf('Site generators');

  it('has a row for each generator', () => {
    expect(rows.map(([name = '']) => codeIn(name)[0]).sort()).toEqual([...generatorNames].sort());
  });

  it.each(rows)('%s is recognised by the files that it names', (name, signs = '') => {
    const generator = generatorNamed(codeIn(name)[0] ?? '');
    const unknown = codeIn(signs).filter((file) => generator?.signs.every((sign) => !sign.name.test(file)) ?? true);
    expect(unknown).toEqual([]);
  });

  it.each(rows)('%s puts the file where the table says', async (name, signs = '', example = '') => {
    const [file = '', address] = codeIn(example);
    const generator = generatorNamed(codeIn(name)[0] ?? '');
    const [sign = ''] = codeIn(signs);
    const rules = generator && (await open(generator, sign, { file }));
    expect(rules?.excluded?.(file)).toBeUndefined();
    expect(rules?.leftOut?.(file)).toBeUndefined();
    expect(rules?.address(file, {})).toBe(address);
  });

  it.each(rows)('%s makes of each example what its rules say', async (name, signs = '') => {
    const own = codeIn(name)[0] ?? '';
    const generator = generatorNamed(own);
    const [sign = ''] = codeIn(signs);
    for (const example of examples[own] ?? [])
      expect(generator && (await shownOf(generator, sign, example)), example.file).toMatchObject(example.shows);
  });

  it.each(rows)('%s leaves out the kinds that the table names', (name, _signs, _example, kinds = '') => {
    const own = codeIn(name)[0] ?? '';
    const named = kinds.split('; ').filter(Boolean);
    const shown = new Set((examples[own] ?? []).map(({ shows }) => shows.leftOut).filter(Boolean));
    expect([...shown].sort()).toEqual([...named].sort());
    const left = sites.filter((site) => site.generator === own).flatMap((site) => Object.keys(site.leftOut ?? {}));
    expect(
      left.filter(
        (kind) => !named.includes(kind) && !/^(?:drafts and hidden pages|hidden folders|\.html files)$/.test(kind),
      ),
    ).toEqual([]);
  });

  it.each(rows)(
    '%s reads the settings that the table names: without each, its example would show something else',
    async (name, signs = '', _example, _kinds, settings = '') => {
      const own = codeIn(name)[0] ?? '';
      const generator = generatorNamed(own);
      const [sign = ''] = codeIn(signs);
      const withSetting = (examples[own] ?? []).filter(({ setting }) => setting !== undefined);
      expect(withSetting.map(({ setting }) => setting).sort()).toEqual([...codeIn(settings)].sort());
      for (const { setting, shows, without = nothing, ...site } of withSetting)
        expect(generator && (await shownOf(generator, sign, { ...site, ...without })), setting).not.toMatchObject(
          shows,
        );
    },
  );
});

describe('the table of formats', () => {
  it('names the ends of all files that are read', () => {
    const named = rowsOf('Formats').flatMap(([, cell = '']) => codeIn(cell).map((ending) => ending.toLowerCase()));
    const missing = formats.flatMap(({ endings }) => endings).filter((ending) => !named.includes(ending));
    expect(missing).toEqual([]);
  });
});

it('the page names the largest size of each format that has one of its own', () => {
  const sizes = formats.flatMap(({ maxBytes }) => (maxBytes === undefined ? [] : [`${maxBytes / 1_000_000} MB`]));
  expect(sizes.filter((size) => !page.includes(`: ${size}`))).toEqual([]);
});
