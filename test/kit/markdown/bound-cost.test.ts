import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanInline } from '../../../src/kit/markdown/inline-scanner.ts';
import { boundCost } from '../../../src/kit/markdown/parse-cost.ts';
import { runs } from '../../fakes/runs.ts';
import { markdown } from './samples.ts';

describe('too many marks', () => {
  const size = 80_000;
  it.each(['*', '*_', '*a ', '[', '[^a]', '`a``', 'www.a_', '~~a', '> ', '- '])(
    'are escaped in a text that repeats %s',
    (piece) => {
      const text = piece.repeat(size / piece.length);
      const tamed = boundCost(text);
      const live = tamed.replaceAll(/\\[\s\S]/g, '').match(/[*_~`[\]]|> |- /g) ?? [];
      expect(live.length).toBeLessThanOrEqual(400);
      expect(tamed.replaceAll(/[^a-z.]/g, '')).toBe(text.replaceAll(/[^a-z.]/g, ''));
      expect(boundCost(tamed)).toBe(tamed);
    },
  );

  it('are escaped without a change to other paragraphs or code', () => {
    const code = `\`\`\`\n${'a_b '.repeat(1_000)}\n\`\`\``;
    const text = `${code}\n\n${'*a'.repeat(1_000)}\n\n**bold** and [it](https://a.example)`;
    expect(boundCost(text)).toContain(code);
    expect(boundCost(text)).toMatch(/\n\n\*\*bold\*\* and \[it\]\(https:\/\/a.example\)$/);
  });

  it.each([
    [')<!--', 20],
    ['a\n===\n', 100],
  ])('are escaped in a text that repeats %j more than %i times', (piece, max) => {
    const bounded = boundCost(piece.repeat(1_000));
    expect(bounded.match(/(?<!\\)<|^=/gm)).toHaveLength(max);
    expect(bounded.replaceAll('\\', '')).toBe(piece.repeat(1_000));
    expect(boundCost(bounded)).toBe(bounded);
  });

  it('do not occur in ordinary Markdown', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(boundCost(text)).toBe(text);
      }),
      runs(50),
    );
  });

  it('leave at most 50 delimiter runs open at the end of a text', () => {
    expect(scanInline('*a '.repeat(10_000), true).close.length).toBeLessThanOrEqual(50);
  });
});
