/** Runs in a worker. Reads pages made of nasty pieces: most of them once, some hundreds of times, some deeply nested. */
import fc from 'fast-check';
import { runs } from '../../fakes/runs.ts';
import { step } from './hang-guard.ts';
import { readPage } from './page-reader.ts';
import { pieces } from './pieces.ts';

type Part = readonly [piece: string, times: number];

const times = fc.oneof(
  { weight: 20, arbitrary: fc.constant(1) },
  { weight: 4, arbitrary: fc.constantFrom(3, 40, 199, 200, 201) },
  { weight: 1, arbitrary: fc.constantFrom(2_000, 20_000) },
);
const part: fc.Arbitrary<Part> = fc.tuple(fc.constantFrom(...pieces), times);
const maxChars = 60_000;

/** Pages that once took for ever to read. */
const examples: [readonly Part[], boolean][] = [
  [
    [
      ['text\n', 1],
      [' ', 200],
      ['x', 1],
    ],
    true,
  ],
  [
    [
      ['| a |\n', 1],
      ['\t', 200],
      ['x', 1],
    ],
    false,
  ],
  [
    [
      ['- a\n', 1],
      [' ', 200],
      ['x', 1],
    ],
    false,
  ],
  [
    [
      ['<p>\n', 1],
      [' ', 200],
      ['x</p>', 1],
    ],
    true,
  ],
];

await fc.assert(
  fc.asyncProperty(fc.array(part, { maxLength: 25 }), fc.boolean(), async (parts, mdx) => {
    step(JSON.stringify({ parts, mdx }));
    const source = parts.map(([piece, count]) => piece.repeat(count)).join('');
    await readPage(source.slice(0, maxChars), mdx);
  }),
  { ...runs(400), examples },
);
