import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, test } from 'vitest';
import { createAnswerText } from '../../../src/bot/docs-api/answer-text.ts';
import { createToUrl } from '../../../src/bot/docs-api/page-urls.ts';
import { atOnce } from '../../../src/kit/base/time-slices.ts';
import { parseMarkdown } from '../../../src/kit/markdown/parse.ts';
import type { LinkPolicy } from '../../../src/service/llm/link-edits.ts';
import { createLinkGuard } from '../../../src/service/llm/link-guard.ts';

/** Paths that begin with /ok are pages; ok.example may be linked, known.example is shown as code. */
const policy: LinkPolicy = {
  toLink: (href) => (/^\/ok|^https:\/\/ok\.example/.test(href) ? href : undefined),
  showAddress: (address) =>
    /^(?:https:\/\/)?ok\.example/.test(address) ? 'linked' : /known\.example/.test(address) ? 'as code' : 'dropped',
};

function guarded(...pieces: readonly string[]): string {
  const guard = createLinkGuard(policy);
  return pieces.map((piece) => atOnce(guard.push(piece))).join('') + atOnce(guard.end());
}

/** What the bot would link, or show in a way that a chat links it, outside of the docs' own site. */
function linksShown(markdown: string): readonly string[] {
  const text = createAnswerText(createToUrl('https://site.example'));
  const links: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') links.push(node.url);
    else if (node.type === 'text' && /evil\.\w|[a-z]:\/\//i.test(node.value)) links.push(node.value);
    if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(parseMarkdown(text.push(markdown) + text.end()));
  return links.filter((link) => /evil|:|^\/\//.test(link) && !/^https:\/\/(?:site|ok)\.example\//.test(link));
}

test.each([
  ['plain text, a < b and [x] and `y` and a[0](', 'plain text, a < b and [x] and `y` and a[0]('],
  ['[a](/ok) [b](/no) [c [d]](/ok "t")', '[a](/ok) b [c [d]](/ok)'],
  ['[a](</ok>) ![i](/ok)', '[a](</ok>) i'],
  ['at https://x.example/a, end', 'at , end'],
  ['at https://ok.example/a, https://known.example/b, end', 'at https://ok.example/a, `https://known.example/b`, end'],
  ['<https://x.example> <https://ok.example> <b>', ' <https://ok.example> '],
  ['[a [b](/no)](/no) and [a [b](/no)](/ok)', 'a b and [a b](/ok)'],
  ['[![i](https://x.example)](/ok)', '[i](/ok)'],
  ['[note]: this is no address', '[note]: this is no address'],
  ['<a href="/ok">b</a> <a name="d">e</a>', 'b e'],
  ['<img src="https://x.example/i.png" alt="x"> <br> a<b', 'x <br> a<b'],
  ['at www.x.example/a, wwworld w', 'at , wwworld w'],
  ['use socket.io, README.md and evil.com/login.', 'use `socket.io`, README.md and .'],
  ['mailto:x@evil.com ftp://evil.com/f a@evil.com data:text/html,x //evil.com/x end', '     end'],
  ['`curl https://x.example/a` and `curl https://known.example/b`', '`curl …` and `curl https://known.example/b`'],
  [
    '```sh\ncurl https://x.example\nnpm i pkg@1.2.3 # a[0](b) && <c>\n```\nafter',
    '```sh\ncurl …\nnpm i pkg@1.2.3 # a[0](b) && <c>\n```\nafter',
  ],
  ['- one\n- [a](/no) two\n\n> quoted [b](/ok)', '- one\n- a two\n\n> quoted [b](/ok)'],
  ['[never closed ', '[never closed '],
  ['`open', '`open'],
])('%j is shown as %j', (text, shown) => {
  expect(guarded(text)).toBe(shown);
});

const hostile = [
  'see <!a evil<!-- -->.example/abc nowgo www<b></b>.evil<b></b>.example now',
  'see пайпал.рф/login now',
  'see evil<!-- a b -->.example/abc now',
  '(log ~~~&in)[https://evil.example/x]',
  'see [docs]:https://evil.example/?a=1&b=2',
  '# [a]:https://evil.example/x?a&b',
  '| [a]:https://evil.example/x?a&b |',
  '- see ~~~\\https://evil.example/x now',
  'see ```&https://evil.example/x now',
  'see [x]:https&#58;//evil.example',
  'go https:<b></b>//evil<b></b>.example/login now',
  'go https<b></b>://evil.<!-- -->example/x now',
  'go www<b></b>.evil<b></b>.example now',
  'mail x@evil<b></b>.example now',
  'see <!a evil<!-- -->.example/abc now',
  'see evil<b x="a b">.example/abc</b> now',
  '> ```\n[log in](https://evil.example)',
  '- ```\n\n[log in](https://evil.example)\n\nhttps://evil.example/bare',
  '    ```\n[log in](https://evil.example)',
  '~~~\n```\n~~~\n[log in](https://evil.example)',
  '```a`\n[log in](https://evil.example)',
  '(log in)[https:evil.example/login] and (log in)[https://evil.example/login]',
  'at &#104;ttps://evil.example/login &#x68;ttps&#58;&#47;&#47;evil&#46;example',
  '[click \\] here](&#104;ttps://evil.example)',
  '[a [b [c] d] e](&#104;ttps://evil.example)',
  '[`]` click](https://evil.example)',
  '[click](<&#104;ttps://evil.example y>)',
  '[click \\] x](https:evil.example)',
  '(https:\\\\evil.example)',
  '[x](https://evil.example "a [b](c) d") [y](https://evil.example \'(\')',
  '[a][1]\n\n[1]: https://evil.example\n\n[1] and [a][]',
  '> [a]: https://evil.example\n\n[a]',
  '<a href="https://evil.example">log in</a> <A HREF=https://evil.example>x</A>',
  '<div>\n[log in](https://evil.example)\n</div>\n\n<!-- [log in](https://evil.example)',
  '`over\n\n[a](https://evil.example)`',
  '`[a](https://evil.example)',
  '\\`[a](https://evil.example)\\`',
  '[[a]](/no)(https://evil.example) [a]<https://x.example>(https://evil.example)',
  '![[x](https://evil.example)](y)[z](https://evil.example)',
  `[${'long '.repeat(200)}](https://evil.example/long)`,
  `${'['.repeat(60)}a${'](https://evil.example)'.repeat(60)}`,
  '| a | b |\n| - | - |\n| [x](https://evil.example) | `a | [y](https://evil.example)` |',
  '[javascript](javascript:alert(1)) [data](data:text/html,evil) [relative](//evil.example)',
  'ht\u202etps://evil.example [a](ht\u202etps://evil.example)',
  '[x]([y](https://evil.example)',
  '[^1] and\n\n[^1]: [note](https://evil.example)',
];

describe('the bot shows no forbidden link in', () => {
  test.each(hostile)('%.80j', (text) => {
    expect(linksShown(guarded(text))).toEqual([]);
  });

  test.each(hostile)('%.80j, sent letter by letter', (text) => {
    expect(linksShown(guarded(...text))).toEqual([]);
  });
});

test('words are shown immediately, and only text that may become a link waits', () => {
  const guard = createLinkGuard(policy);
  expect(atOnce(guard.push('one two '))).toBe('one two');
  expect(atOnce(guard.push('[thr'))).toBe('');
  expect(atOnce(guard.push('ee](htt'))).toBe('');
  expect(atOnce(guard.push('ps://x.example) four h'))).toBe(' three four');
  expect(atOnce(guard.push('ello '))).toBe(' hello');
  expect(atOnce(guard.push('これは説明です。'))).toBe(' これは説明です。');
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(...hostile.filter((text) => text.length < 200)),
    fc.constantFrom(
      '[a](/ok)',
      '~~~',
      '[a]:',
      '?a&b',
      '<b></b>',
      '<!-- -->',
      '[',
      ']',
      '(',
      ')',
      '`',
      '```\n',
      '```\ncode\n```\n',
      '\u202e',
      '\n',
      '\n\n',
      ' ',
      '    ',
      '\n   - ',
      '> ',
      '- ',
      '10. ',
      'http',
    ),
    fc.constantFrom('s://evil.example', '<', '>', '!', ':', '&#', ';', '\\', '<a href="', '</a>', 'word', '|'),
  ),
  { maxLength: 12 },
);

test('the bot shows no forbidden link, however hostile pieces are combined and split', () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 30 }), (list, size) => {
      const text = list.join('');
      const count = Math.ceil(text.length / size);
      const cut = Array.from({ length: count }, (_, at) => text.slice(at * size, at * size + size));
      expect(linksShown(guarded(...cut))).toEqual([]);
    }),
  );
});

test.each(['<a href="https://evil.example"> x', '[](https://evil.example) x', '\u202e x'])(
  'a closed fence stays closed when everything below it is removed: %j',
  (below) => {
    for (const address of ['https\\://evil.example', '/no', 'https&#58;//evil.example']) {
      expect(guarded(`\`\`\`\ncode\n\`\`\`\n${below}`, ` [click](${address}) end`)).toMatch(/\sx click end$/);
    }
  },
);

test('an undecided table is read row by row, with a pause after each', () => {
  const guard = createLinkGuard(policy);
  const reading = guard.push('| a | b |\n| - | - |\n'.repeat(50));
  expect([...reading].length).toBeGreaterThan(50);
});

test('a long run of emoji is not read again as a whole with each piece', () => {
  const guard = createLinkGuard(policy);
  atOnce(guard.push('😀'.repeat(500)));
  let steps = 0;
  for (const work = guard.push('😀'); !work.next().done; ) steps += 1;
  expect(steps).toBeLessThan(50);
  expect(guarded('😀'.repeat(500), '😀', 'a')).toBe(`${'😀'.repeat(501)}a`);
});

test.each(['[', '`', 'a', '[a](b'])('endless %j is not held back for ever', (begin) => {
  const guard = createLinkGuard(policy);
  const shown = Array.from({ length: 50 }, () => atOnce(guard.push(begin.repeat(100)))).join('');
  expect(shown.length).toBeGreaterThan(0);
});
