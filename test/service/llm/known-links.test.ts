import { expect, test } from 'vitest';
import type { Page } from '../../../src/service/content/page.ts';
import { createKnownLinks } from '../../../src/service/llm/known-links.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { expectLinear } from '../../fakes/linear.ts';

function knownOf(text: string) {
  const page: Page = {
    file: 'kettle.md',
    path: '/kettle',
    title: 'Kettle',
    description: '',
    keywords: [],
    facets: { groups: [] },
    sections: [],
    linkedFrom: 0,
    citedAs: [],
  };
  const siteUrl = 'https://kettle.example';
  const links = createKnownLinks({ pages: [page], problems: [], index: createSearchIndex([page]), siteUrl });
  links.add([{ page, text }]);
  return links;
}

const own = 'https://kettle.example/kettle';

test('a page that does not support a sentence is not linked either where it quotes its own address', () => {
  const links = knownOf(`## Kettle (${own})\n\nIt boils.`);
  expect(links.toLink(own, 'Kettle', 'Set `E_MELTED` ')).toBeUndefined();
  expect(links.cited()).toEqual([]);
  expect(links.toLink(own, 'Kettle', 'It boils ')).toBe(own);
});

test('an address is known by the words before it, wherever it stands in the page', () => {
  const links = knownOf(
    `${'Tea. '.repeat(5_000)}As [they say](https://tea.example/a), so.\nSee it at https://tea.example/b`,
  );
  expect(links.toLink('https://tea.example/a', 'they say', '')).toBe('https://tea.example/a');
  expect(links.showAddress('https://tea.example/b', 'see it at ')).toBe('linked');
  expect(links.showAddress('https://tea.example/b', 'log in at ')).toBe('as code');
  expect(links.showAddress('https://tea.example/', '')).toBe('dropped');
  expect(links.showAddress('https://', '')).toBe('dropped');
});

test.each(['https://tea.example/a ', 'https://tea.example/a', 'https://tea.example/a\n'])(
  'a page that repeats %j is searched for it in linear time',
  async (piece) => {
    await expectLinear(500_000, (size) => {
      const text = piece.repeat(size / piece.length);
      return knownOf(text).showAddress('https://tea.example/a', 'at');
    });
  },
);
