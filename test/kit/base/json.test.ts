import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutNulls } from '../../../src/kit/base/json.ts';
import { runs } from '../../fakes/runs.ts';

describe('withoutNulls', () => {
  it('leaves no null at any depth, and changes nothing else', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const clean = withoutNulls(JSON.parse(text));
        const withNulls: unknown = JSON.parse(text, (_, value) => (value === null ? undefined : value)) ?? null;
        // The reviver leaves holes in lists.
        expect(JSON.stringify(clean)).toBe(
          JSON.stringify(withNulls).replaceAll(/(?<=\[)(?:null,?)+|,null(?=[,\]])/g, ''),
        );
      }),
      runs(300),
    );
  });

  it('takes any depth', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}null${']'.repeat(100_000)}`);
    expect(withoutNulls(deep)).toBe(deep);
  });
});
