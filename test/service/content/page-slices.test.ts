import { expect, it } from 'vitest';
import { toPage } from '../../../src/service/content/page.ts';
import type { Draft } from '../../../src/service/content/page-drafts.ts';

function draftOf(body: string): Draft {
  const losses = { includes: 0, marks: 0 };
  const origin = {
    stamp: '',
    hash: '',
    includes: [],
    problems: [],
    address: '/kettle',
    labels: [],
    losses,
    rooted: [],
  };
  return { file: 'kettle.mdx', front: {}, body, facets: { groups: [] }, origin };
}

it.each([
  ['expressions', '{[', 10_000],
  ['half tags', '<b a=', 5_000],
  ['code spans', '`a` ', 2_000],
  ['headings', '## The kettle\n\nIt boils.\n\n', 500],
  ['paragraphs', 'It boils.\n\n', 500],
  ['code', '```js\nkettle({ port: 1 });\n```\n', 500],
])('reading a page of %s pauses after each', (_, piece, count) => {
  const page = toPage(draftOf(piece.repeat(count)), '/kettle', (text) => text);
  expect([...page].length).toBeGreaterThanOrEqual(count);
});
