/**
 * Small sites that are laid out as each generator wants them (test/fixtures/sites). Beside each stands a YAML file with the
 * addresses, anchors, titles, languages and versions that the generator's documentation prescribes, and what it does not publish.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { nothingKnown } from '../../../../src/service/content/known-pages.ts';
import { toLine } from '../../../../src/service/content/page-problem.ts';
import { readChanges } from '../../../../src/service/content/pages.ts';

interface Expected {
  /** The folder to serve; without it, the site's own. */
  readonly serve?: string;
  readonly generator: string;
  /** By file. */
  readonly pages: Readonly<Record<string, ExpectedPage>>;
  readonly problems?: readonly string[];
  /** How many files, by kind. */
  readonly leftOut?: Readonly<Record<string, number>>;
  readonly unresolved?: Readonly<Record<string, number>>;
}

interface ExpectedPage {
  readonly address: string;
  readonly title?: string;
  readonly anchors?: readonly string[];
  readonly language?: string;
  readonly version?: string;
  /** Words that its text must contain. */
  readonly text?: readonly string[];
  /** Words that its text must not contain. */
  readonly not?: readonly string[];
  /** As the text shows them, in order. */
  readonly links?: readonly string[];
}

const folder = join(import.meta.dirname, '../../../fixtures/sites');
const names = readdirSync(folder).flatMap((name) => (name.endsWith('.yaml') ? [name.slice(0, -5)] : []));

test.each(names)('%s: every page has the address and the anchors of the site', async (name) => {
  const expected: Expected = parse(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
  const { changed, summary, problems } = await readChanges(join(folder, name, expected.serve ?? ''), nothingKnown, {
    site: { root: join(folder, name) },
  });
  expect(problems.map(toLine)).toEqual(expected.problems ?? []);
  expect(summary.generator).toBe(expected.generator);
  const pages = new Map(changed.map(({ file, page }) => [file, page()]));
  const addresses = [...pages].map(([file, { path }]) => [file, path]);
  expect(Object.fromEntries(addresses)).toEqual(
    Object.fromEntries(Object.entries(expected.pages).map(([file, { address }]) => [file, address])),
  );
  for (const [file, { title, anchors, language, version, text = [], not = [], links }] of Object.entries(
    expected.pages,
  )) {
    const page = pages.get(file);
    const blocks = (page?.sections ?? []).flatMap((section) => section.blocks.map((block) => block.text));
    const shown = blocks.join('\n').replace(/\s+/g, ' ');
    if (title !== undefined) expect(page?.title, file).toBe(title);
    if (anchors) expect((page?.sections ?? []).map(({ anchor }) => anchor).filter(Boolean), file).toEqual(anchors);
    expect([page?.facets.language, page?.facets.version], file).toEqual([language, version]);
    for (const words of text) expect(shown, file).toContain(words);
    for (const words of not) expect(shown, file).not.toContain(words);
    if (links)
      expect(
        [...shown.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target),
        file,
      ).toEqual(links);
  }
  expect(Object.fromEntries(summary.leftOut.map(({ kind, count }) => [kind, count]))).toEqual(expected.leftOut ?? {});
  expect(Object.fromEntries(summary.unresolved.map(({ kind, count }) => [kind, count]))).toEqual(
    expected.unresolved ?? {},
  );
});
