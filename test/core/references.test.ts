import { describe, expect, it } from 'vitest';
import { definitionsIn, withAddresses } from '../../src/core/references.ts';

describe('links whose addresses stand elsewhere', () => {
  const definitions = definitionsIn('> [A b]: https://x.example/a_(b)\n\n[a b]: /second\n[c]: <x y>\n\n`[d]: /d`');

  it('are found wherever they are defined, the first of each name', () => {
    expect(definitions.map(({ identifier, url }) => [identifier, url])).toEqual(
      [
        ['c', 'x y'],
        ['a b', 'https://x.example/a_(b)'],
      ].toReversed(),
    );
  });

  it.each([
    ['[one][A  b] [*two* `]`][c]', '[one](<https://x.example/a_(b)>) [*two* `]`](<x%20y>)'],
    ['[a b][] and [A B], ![c]', '[a b](<https://x.example/a_(b)>) and [A B](<https://x.example/a_(b)>), ![c](<x%20y>)'],
    ['![o\\]ne][c]', '![o\\]ne](<x%20y>)'],
    ['[![one][c]][a b]', '[![one](<x%20y>)](<https://x.example/a_(b)>)'],
    ['[one][other], [c](/x), `[c]`, a[0][1]', '[one][other], [c](/x), `[c]`, a[0][1]'],
  ])('%j becomes %j', (text, linked) => {
    expect(withAddresses(text, definitions)).toBe(linked);
  });
});
