/** docs/your-docs.md: what its tables say of generators is what their rules do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formats } from '../../../src/service/content/formats/formats.ts';
import type { Generator, Rules } from '../../../src/service/content/generators/generator.ts';
import { generatorNamed, generatorNames } from '../../../src/service/content/generators/generators.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/your-docs.md'), 'utf8');

/** The cells of a section's table, without its head. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
  return rows.slice(2);
}

function codeIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

async function open(generator: Generator, files: readonly string[], settings: string, sign: string): Promise<Rules> {
  return generator.open({
    sign,
    settings,
    served: '',
    files,
    read: async () => undefined,
    readFront: async () => ({}),
    report: () => {},
  });
}

const source = (name: string): string => readFileSync(join(root, `src/service/content/generators/${name}.ts`), 'utf8');

/** The sites of the tests, with what is left out of them. */
const sitesFolder = join(root, 'test/fixtures/sites');
const sites: readonly { readonly generator: string; readonly leftOut?: Readonly<Record<string, number>> }[] =
  readdirSync(sitesFolder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => parse(readFileSync(join(sitesFolder, name), 'utf8')));

/** Where the rules of a generator stand. */
const files: Readonly<Record<string, string>> = { markdoc: 'nextra' };

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
    const rules = generator && (await open(generator, [file], '', sign));
    expect(rules?.leftOut?.(file)).toBeUndefined();
    expect(rules?.address(file, {})).toBe(address);
  });

  it.each(rows)('%s leaves out the kinds that the table names', (name, _signs, _example, kinds = '') => {
    const own = codeIn(name)[0] ?? '';
    const code = source(files[own] ?? own);
    const named = kinds.split('; ').filter(Boolean);
    const unknown = named.filter((kind) => !code.includes(kind.replace(/ docs\.json$/, '')));
    expect(unknown).toEqual([]);
    const left = sites.filter((site) => site.generator === own).flatMap((site) => Object.keys(site.leftOut ?? {}));
    expect(
      left.filter(
        (kind) => !named.includes(kind) && !/^(?:drafts and hidden pages|hidden folders|\.html files)$/.test(kind),
      ),
    ).toEqual([]);
  });

  it.each(rows)('%s reads the settings that the table names', (name, _signs, _example, _kinds, settings = '') => {
    const own = codeIn(name)[0] ?? '';
    const code = source(files[own] ?? own);
    expect(codeIn(settings).filter((setting) => !code.includes(setting.replace(/^\$/, '')))).toEqual([]);
  });
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
