/** Trees are compared by their words and addresses, in order. */
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { collectDefinitions, withAddresses } from '../../../../src/bot/core/layout/link-references.ts';
import { scan } from '../../../../src/kit/markdown/block-scanner.ts';
import { parseMarkdown } from '../../../../src/kit/markdown/parse.ts';
import { runs } from '../../../fakes/runs.ts';

function outline(node: Nodes): string {
  if ('value' in node) return node.value;
  const children: readonly Nodes[] = 'children' in node ? node.children : [];
  const words = children.map(outline).join('');
  return node.type === 'link' ? `{${words} ${node.url}}` : words;
}

describe('link reference definitions', () => {
  const addresses = collectDefinitions(
    scan(
      '> [A b]: https://x.example/a_(b)\n\n[a b]: /second\n[c]: <x y>\n[e\\]]: /e "title"\n\n`[d]: /d`\nf\n[g]: /g\n\n    [h]: /h',
    ),
  );

  it('are found anywhere in a text, the first of each name', () => {
    expect([...addresses]).toEqual([
      ['A B', 'https://x.example/a_(b)'],
      ['C', 'x y'],
      ['E\\]', '/e'],
    ]);
  });

  it('are ignored if their address is too long', () => {
    expect(collectDefinitions(scan(`[a]: /${'x'.repeat(2_000)}\n[b]: /${'x'.repeat(1_999)}`)).has('A')).toBe(false);
    expect(collectDefinitions(scan(`[a]: /${'x'.repeat(1_999)}`)).has('A')).toBe(true);
  });

  it.each([
    ['[one][A  b] [*two* `]`][c]', '[one](<https://x.example/a_(b)>) [*two* `]`](<x%20y>)'],
    ['[a b][] and [A B], ![c]', '[a b](<https://x.example/a_(b)>) and [A B](<https://x.example/a_(b)>), ![c](<x%20y>)'],
    ['![o\\]ne][c] [e\\]]', '![o\\]ne](<x%20y>) [e\\]](</e>)'],
    ['[![one][c]][a b]', '[![one](<x%20y>)](<https://x.example/a_(b)>)'],
    ['[one][other], [c](/x), `[c]`, a[0][1]', '[one][other], [c](/x), `[c]`, a[0][1]'],
  ])('turn %j into %j', (text, linked) => {
    expect(withAddresses(text, addresses)).toBe(linked);
  });

  it.each([
    ['http://x.example/\\', 'http://x.example/%5C'],
    ['http://x.example/\\\\', 'http://x.example/%5C'],
    ['http://x.example/a\\_b', 'http://x.example/a_b'],
    ['http://x.example/?a=1&amp;b&amp;lt;', 'http://x.example/?a=1&b&lt;'],
    ['http://x.example/|a', 'http://x.example/%7Ca'],
    ['http://x.example/`a[b', 'http://x.example/%60a%5Bb'],
    ['http://x.example/(a)>', 'http://x.example/(a)%3E'],
  ])('turn the address %j into %j, and take in no text after the link', (address, url) => {
    const found = collectDefinitions(scan(`[a]: ${address}`));
    const linked = withAddresses('see [text][a] never `skip` this, see (x>) end', found);
    expect(outline(parseMarkdown(linked))).toBe(`see {text ${url}} never skip this, see (x>) end`);
  });

  it('are not shown, even if there are hundreds of them', () => {
    const lines = Array.from({ length: 300 }, (_, index) => `[a${index}]: https://x.example/a_${index}`).join('\n');
    expect(outline(parseMarkdown(lines))).toBe('');
    const linked = withAddresses(`[last][a299]\n\n${lines}`, collectDefinitions(scan(lines)));
    expect(outline(parseMarkdown(linked))).toBe('{last https://x.example/a_299}');
  });

  it('are found only where the parser shows no text', () => {
    const sign = fc.constantFrom(...'\\<>()[]|`*_&"\' !#:ax');
    fc.assert(
      fc.property(fc.string({ unit: sign, minLength: 1, maxLength: 12 }), (rest) => {
        const line = `[a]: ${rest}`;
        if (collectDefinitions(scan(line)).size > 0) expect(outline(parseMarkdown(line)), line).toBe('');
      }),
      runs(2_000),
    );
  });

  it('swallow no other words, whatever their address is', () => {
    const sign = fc.constantFrom(...'\\<>()[]|`*_&"\'!#;~ax/:@');
    fc.assert(
      fc.property(fc.string({ unit: sign, minLength: 1, maxLength: 12 }), (address) => {
        const found = collectDefinitions(scan(`[a]: /${address}`));
        const linked = withAddresses('| see [text][a] never | `skip` (x>) end |\n|-|-|\n| [two][a] | [a] |', found);
        const words = outline(parseMarkdown(linked)).replaceAll(/\{(\w+) [^{}]*\}/g, '$1');
        expect(words).toBe(
          found.size === 0 ? 'see [text][a] neverskip (x>) end[two][a][a]' : 'see text neverskip (x>) endtwoa',
        );
      }),
      runs(300),
    );
  });
});
