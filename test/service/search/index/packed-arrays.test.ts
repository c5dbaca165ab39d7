import { expect, test } from 'vitest';
import { atOnce } from '../../../../src/kit/base/time-slices.ts';
import { packArrays, unpackArrays } from '../../../../src/service/search/index/packed-arrays.ts';
import { infoAt, pageAt } from '../../../../src/service/search/index/segment.ts';
import { SegmentBuilder } from '../../../../src/service/search/index/segment-builder.ts';
import { arraysOf } from '../../../../src/service/search/indexer/update.ts';

test('packing frees large arrays as they are copied, and leaves those that share a buffer', () => {
  const large = Int32Array.from({ length: 100_000 }, (_, at) => at);
  const shared = Buffer.from('kite');
  const part = new Uint8Array(new ArrayBuffer(200_000), 100_000, 100_000).fill(7);
  const packed = unpackArrays(packArrays({ large, shared, part }));
  expect(packed.large?.at(-1)).toBe(99_999);
  expect(Buffer.from(packed.shared ?? []).toString()).toBe('kite');
  expect(packed.part?.every((byte) => byte === 7)).toBe(true);
  expect([large.length, shared.toString(), part.length]).toEqual([0, 'kite', 100_000]);
});

test('a segment of any size holds its pages as they were added', () => {
  const builder = new SegmentBuilder();
  // Hardly compressible, and more words than fit in one piece of the builder's arrays.
  const words = (from: number) =>
    Array.from({ length: 4_000 }, (_, at) => `w${((from + at) * 7_919) % 104_729}x`).join(' ');
  const pages = Array.from({ length: 120 }, (_, at) => ({
    file: `${at}.md`,
    path: `/${at}`,
    title: `Page ${at}`,
    facets: { groups: [] },
    linkedFrom: 0,
    description: '',
    keywords: [],
    citedAs: [],
    sections: [
      { heading: 'A', anchor: 'a', level: 1, trail: [], blocks: [{ kind: 'prose' as const, text: words(at * 4_000) }] },
    ],
  }));
  for (const page of pages) builder.add(page);
  const arrays = atOnce(builder.finish());
  const packed = arraysOf({ id: 'a', bytes: packArrays({ ...arrays }), gone: new Uint8Array(pages.length) });
  expect(packed.bodies.length).toBeGreaterThan(2 ** 20);
  expect(packed.tokens.length).toBeGreaterThan(2 ** 18);
  expect(pages.map((_, at) => infoAt(packed, at).file)).toEqual(pages.map(({ file }) => file));
  for (const at of [0, 59, 119]) expect(pageAt(packed, at)).toEqual(pages[at]);
});
