import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutReply } from '../../../../src/core/layout/layout.ts';
import { misleads } from '../../../../src/core/markdown/link-labels.ts';
import type { Body } from '../../../../src/core/model/body.ts';
import { emptyReply } from '../../../../src/core/model/reply.ts';
import { escapeLineStarts, escapeText, toInlineCode } from '../../../../src/platforms/discord/outbound/escape.ts';
import {
  fits,
  maxMessageChars,
  render,
  renderQuestion,
  toTitle,
} from '../../../../src/platforms/discord/outbound/render.ts';
import { linksIn, mentionsIn } from '../../../../src/sandbox/discord/world/markdown.ts';
import { anyText } from '../../../fakes/any-text.ts';
import { expectLinear } from '../../../fakes/linear.ts';
import { runs } from '../../../fakes/runs.ts';

const zeroWidth = '\u200b';

function body(markdown: string, more: Partial<Body> = {}): Body {
  return { markdown, from: 0, to: markdown.length, sources: [], notices: [], ...more };
}

function shown(markdown: string): string {
  return render(body(markdown));
}

/** What a reader sees of it: without what has no width. */
function seen(markdown: string): string {
  return shown(markdown).replaceAll(zeroWidth, '');
}

describe('headings, lists, quotes', () => {
  it('has three levels of headings and shows deeper ones bold', () => {
    expect(shown('# One\n\ntext\n\n### Three\n\n#### Four *x*')).toBe('# One\ntext\n\n### Three\n**Four *x***');
  });

  it('keeps lists nested, numbered as written, and tasks ticked', () => {
    expect(shown('3. a\n   - b\n     - c\n4. d\n\n- [x] done\n- [ ] open')).toBe(
      `3. a\n  - b\n    - c\n4. d\n${zeroWidth}\n- ☑ done\n- ☐ open`,
    );
  });

  it('puts code of a list item at the margin, so that it keeps its own indent', () => {
    expect(shown('- a\n  ```js\n    x\n  ```\n- b')).toBe('- a\n```js\n  x\n```\n- b');
  });

  it('puts a quote of a list item there, too, where Discord sees it', () => {
    expect(shown('- a\n\n  > b\n- c')).toBe('- a\n> b\n- c');
  });

  it('flattens quotes in quotes', () => {
    expect(shown('> a\n>\n> > b\n> > c')).toBe('> a\n> \n> b c');
    expect(shown('> > a\n> > ```\n> > > b\n> > ```')).toBe('> a\n> ```\n> > b\n> ```');
  });

  it('shows a line that only looks like a heading, list or quote as it stands', () => {
    expect(shown('\\# a')).toBe('\\# a');
    expect(shown('1986\\. A year')).toBe('1986\\. A year');
    expect(shown('a  \n\\- b  \n-# c  \n\\>>> d')).toBe('a\n\\- b\n\\-# c\n\\>>> d');
  });

  it('joins lines that were only wrapped, and keeps breaks', () => {
    expect(shown('a\nb  \nc<br>d')).toBe('a b\nc\nd');
  });
});

describe('marks', () => {
  it('writes bold, italic and struck text as Discord does, whatever the source used', () => {
    expect(shown('__b__ **b** _i_ *i* ~~s~~ ***bi***')).toBe('**b** **b** *i* *i* ~~s~~ ***bi***');
  });

  it('shows literal marks, spoilers among them', () => {
    expect(seen('2 * 3 * 4, snake_case_name, a || b || c, ~, \\`')).toBe(
      '2 \\* 3 \\* 4, snake\\_case\\_name, a \\|\\| b \\|\\| c, \\~, ˋ',
    );
  });

  it('does not nest the same mark', () => {
    expect(seen('**a __b__ c**')).toBe('**a b c**');
  });

  it('keeps pieces apart only where nothing else does', () => {
    expect(shown('# **One** two __three__')).toBe('# One two three');
    expect(shown('# @every**one**')).toBe(`# @every${zeroWidth}one`);
  });

  it('shows the words of HTML', () => {
    expect(seen('<details>hi</details> <b>x</b>')).toBe('hi x');
    expect(seen('10<sup>6</sup>, a <div> in a line, <your-key>')).toBe('10^6, a <div> in a line, <your-key>');
  });

  it('puts footnotes under the text', () => {
    expect(shown('a[^1]\n\n[^1]: note')).toBe('a¹\n\n¹ note');
  });
});

describe('code', () => {
  it('keeps code to the letter, tokens and all', () => {
    expect(shown('`<@1> @everyone **x**`')).toBe('`<@1> @everyone **x**`');
    expect(shown('```ts title="a"\n<@1> **x**\n```')).toBe('```ts\n<@1> **x**\n```');
  });

  it('drops a language that Discord would show as code', () => {
    expect(shown('```{js}\nx\n```')).toBe('```\nx\n```');
  });

  it('breaks a fence within the code, for Discord knows no longer one', () => {
    expect(shown('````md\n```js\nx\n```\n````').match(/```/g)).toHaveLength(2);
    expect(seen('````md\n```js\nx\n```\n````')).toBe('```md\n```js\nx\n```\n```');
  });

  it('holds backticks in a line of code', () => {
    expect(shown('`` a`b ``')).toBe('`` a`b ``');
    expect(shown('```` ``` ````')).not.toContain('```');
  });

  it('shows an empty block', () => {
    expect(shown('```js\n```')).toBe(`\`\`\`js\n${zeroWidth}\n\`\`\``);
  });
});

describe('links', () => {
  it('masks them without a card, with brackets and parentheses in them', () => {
    expect(shown('[The [x] page](https://docs.example.com/a_(b))')).toBe(
      '[The [x] page](<https://docs.example.com/a_%28b%29>)',
    );
    expect(shown('[`a]b`](https://docs.example.com)')).toBe('[`a)b`](<https://docs.example.com/>)');
  });

  it('shows an address as itself', () => {
    expect(shown('See https://docs.example.com/a_b_c.')).toBe('See <https://docs.example.com/a_b_c>.');
    expect(shown('www.example.com')).toBe('<http://www.example.com/>');
    expect(shown('http://localhost:3000/a_b')).toBe('<http://localhost:3000/a_b>');
  });

  it('shows a reference without an address as it is written, and links an image', () => {
    expect(shown('[*a*][r] ![alt](https://x.example/i.png)\n\n[r]: https://x.example/r')).toBe(
      '[*a*][r] [alt](<https://x.example/i.png>)',
    );
  });

  it('prints where a link leads when its label says another place', () => {
    expect(seen('[https://good.example](https://evil.example/x)')).toBe(
      'https://good.example (<https://evil.example/x>)',
    );
    expect(seen('[Log in at paypal.com](https://evil.example/)')).toBe(
      'Log in at paypal.com (<https://evil.example/>)',
    );
  });

  it.each([
    'paypal.com(login)',
    '.paypal.com',
    '@paypal.com',
    'paypal\u2024com',
    'www.paypal',
    'paypal.\u217dom',
    'paypal_.com',
    'paypal.bank/login',
    'ｐａｙｐａｌ．ｃｏｍ',
    'pay\u3164pal.com',
    'paypal\ua4f8com',
    'http://paypal',
  ])('prints where a link or a source leads that is called %s', (label) => {
    const real = 'https://evil.example/x';
    for (const content of [
      shown(`[${label}](${real})`),
      render(body('', { sources: [{ path: 'x', title: label, url: real }] })),
    ]) {
      expect(linksIn(content)).toMatchObject([{ url: real, suppressed: true }]);
      expect(linksIn(content)[0]).not.toHaveProperty('label');
    }
  });

  it('links the pages of Discord that join nothing', () => {
    expect(shown('[guide](https://discord.com/developers/docs/intro)')).toBe(
      '[guide](<https://discord.com/developers/docs/intro>)',
    );
  });

  it('takes file names and methods for what they are', () => {
    expect(shown('[next.config.js](https://x.example/) [Array.from()](https://x.example/)')).toBe(
      '[next.config.js](<https://x.example/>) [Array.from()](<https://x.example/>)',
    );
  });

  it('makes no link of another scheme, of a host dressed up, or of an invitation', () => {
    expect(seen('[a](javascript:alert%281%29)')).toBe('a (javascript:alert%281%29)');
    expect(linksIn(shown('[a](https://discord.com@evil.example/x)'))).toEqual([]);
    for (const invite of ['https://discord.gg/abc', 'discord.gg/abc', '[x](https://discord.com/invite/abc)']) {
      expect(linksIn(shown(invite))).toEqual([]);
    }
  });

  it('shows a mail address as text, and of a path without a site its label alone', () => {
    expect(shown('[the guide](/guide/start) [me](mailto:me@x.example) [above](#top) [](/x)')).toBe(
      'the guide me (me@x.example) above /x',
    );
    expect(shown('## [Deploy](/deployments#x)\n\n**[Deploy](/deployments#x)** now')).toBe('## Deploy\n**Deploy** now');
  });

  it('does not let literal text become a link', () => {
    expect(linksIn(shown('\\[good\\](https://evil.example)'))).toMatchObject([{ url: 'https://evil.example/' }]);
    expect(linksIn(shown('\\[good\\](https://evil.example)'))[0]?.label ?? '').toBe('');
  });
});

describe('tables', () => {
  it('aligns a narrow one by the width that is seen', () => {
    expect(shown('| Name | n |\n|:-:|--:|\n| 漢字 | 1 |\n| `a` | 22 |')).toBe(
      ['```', 'Name   n', '────  ──', '漢字   1', ' a    22', '```'].join('\n'),
    );
  });

  it('cuts a wide one by columns, and repeats the head of each block in the next message', () => {
    const names = ['Region', 'Instances', 'Requests', 'Storage', 'Contact', 'Backups', 'Since'];
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
    const rows = Array.from({ length: 30 }, (_, row) => names.map((name) => `${name.toLowerCase()}-${row + 10}`));
    const text = [names, names.map(() => '---'), ...rows].map(line).join('');
    const messages = layOutReply({ ...emptyReply, text, settled: true }, fits).map(render);
    expect(messages.map((message) => message.match(/^Region.*/gm)?.map((head) => head.replace(/ +/g, ' ')))).toEqual(
      Array(2).fill(['Region Instances Requests', 'Region Storage Contact', 'Region Backups Since']),
    );
    const words = messages.join('\n').split(/\s+/);
    for (const cells of rows)
      for (const [column, cell] of cells.entries())
        expect(words.filter((word) => word === cell)).toHaveLength(column === 0 ? 3 : 1);
  });

  it('lists the rows of one with sentences, nothing lost', () => {
    const wide = `| Option | Meaning |\n|-|-|\n| **port** | ${'word '.repeat(20)} |\n| | x |`;
    expect(shown(wide)).toBe(`- **port** – ${'word '.repeat(20).trim()}\n- x`);
  });

  it('keeps links alive', () => {
    expect(shown('| a | b |\n|-|-|\n| 1 | [x](https://x.example/) |')).toBe('- **1** – [x](<https://x.example/>)');
    expect(shown('| a | b |\n|-|-|\n| 1 | 2 |\n| 3 | [x<br>y](https://x.example/) |')).toBe(
      '```\na  b\n─  ───\n1  2\n3  x y\n```\n[x y](<https://x.example/>)',
    );
  });
});

describe('tokens', () => {
  const hostile = [
    '@everyone',
    '@here',
    '<@123456789012345678>',
    '<@!123456789012345678>',
    '<@&123456789012345678>',
    '<#123456789012345678>',
    '</deploy:123456789012345678>',
    '<t:1700000000:R>',
    '<a:name:123456789012345678>',
    '<id:customize>',
  ];

  it.each(hostile)('shows %s as text', (token) => {
    for (const text of [token, `**${token}**`, `# ${token}`, `[${token}](https://x.example/)`, `[${token}](bad:url)`]) {
      expect(mentionsIn(shown(text))).toEqual([]);
      expect(seen(text).replaceAll('\\', '')).toContain(token.slice(1, -1));
    }
  });

  it('does not let pieces join to a token', () => {
    for (const text of ['<[@123456789012345678>](bad:x)', '**<__@123456789012345678>__**', '@[everyone](bad:x)']) {
      expect(mentionsIn(shown(text))).toEqual([]);
    }
  });
});

describe('under the text', () => {
  const sources = [
    { path: 'guide/start', title: 'Getting [started] @everyone', url: 'https://docs.example.com/guide/start' },
    { path: 'guide/next.md', title: 'Next' },
    { path: 'bare.md' },
  ];

  it('shows sources and notices small, paths where there is no address', () => {
    expect(render(body('Text.', { sources, notices: ['A *plain* sentence.'] }))).toBe(
      `Text.\n-# **Sources:** [Getting (started) @${zeroWidth}everyone](<https://docs.example.com/guide/start>) · Next (guide/next.md) · bare.md\n-# A \\*plain\\* sentence.`,
    );
  });

  it('shows a notice alone in full size', () => {
    expect(render(body('', { notices: ['Ask me.'] }))).toBe('Ask me.');
  });

  it('is never empty', () => {
    expect(render(body('[a]: https://x.example'))).toBe('…');
  });
});

describe('titles and quoted questions', () => {
  it('names a thread in one line of at most 100 characters, never empty', () => {
    expect(toTitle('**How** do I\n\n`start` <@123456789012345678>?')).toBe('How do I start ?');
    expect(toTitle('Why <br> and <b>it</b>?')).toBe('Why <br> and <b>it</b>?');
    expect(toTitle(' \n')).toBe('Question');
    expect(toTitle('word '.repeat(50)).length).toBeLessThanOrEqual(100);
    expect(toTitle('👩‍🚀'.repeat(60))).toMatch(/^(👩‍🚀)+/u);
  });

  it('is cut before it is parsed: what follows costs nothing and changes nothing', () => {
    const shrinks = '&amp;'.repeat(400);
    expect(renderQuestion(`${shrinks} one`)).toBe(renderQuestion(`${shrinks} two`));
    expect(toTitle(`${shrinks.slice(0, 400)} one`)).toBe(toTitle(`${shrinks.slice(0, 400)} two`));
  });

  it('quotes a question in one message, however long', () => {
    expect(renderQuestion('How?\n- a')).toBe('> How?\n> - a');
    expect(renderQuestion('Why <br> and <b>it</b>?')).toBe('> Why <br> and <b>it</b>?');
    expect(renderQuestion('x_'.repeat(3_000)).length).toBeLessThanOrEqual(maxMessageChars);
    expect(renderQuestion('')).toBe('> …');
  });
});

describe('whatever the text', () => {
  const pieces = fc.constantFrom(
    ...[
      '`',
      '```',
      '``',
      '*',
      '**',
      '_',
      '~~',
      '||',
      '|',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '# ',
      '-# ',
      '  ',
      '[',
      ']',
    ],
    ...['](', '(', ')', '<', '>', '@', '@everyone', '<@123456789012345678>', '<#', '</a:', '<t:1>', '\\', '!', '://'],
    ...[
      'https://a.example/b_c',
      'discord.gg/x',
      'word',
      'é漢👩‍🚀',
      '| a | b |\n|-|-|\n| 1 | 2 |\n',
      '[^1]',
      '<b>',
      '&lt;',
    ],
    ...['javascript:x', '[x](https://evil.example)', '[good.com](https://evil.example)', '\u202e', '\n    ', '\t'],
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((each) => each.join('')),
    anyText(),
  );

  it('renders balanced fences, no live token, no preview and no forged link', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const content = shown(text);
        expect(content).not.toBe('');
        expect((content.match(/```/g) ?? []).length % 2).toBe(0);
        expect(mentionsIn(content)).toEqual([]);
        for (const link of linksIn(content)) {
          expect(link.url).toMatch(/^https?:/);
          expect(link.label && link.url ? misleads(link.label, new URL(link.url)) : false).toBe(false);
        }
      }),
      runs(1_000),
    );
  });

  it('fits whenever it says so', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 400 }), (text, times) => {
        const long = body(text.repeat(times));
        expect(fits(long)).toBe(long.markdown.length <= 12_000 && render(long).length <= maxMessageChars);
      }),
      runs(50),
    );
  });

  it.each([
    ['quotes', '>'.repeat(2_000)],
    ['lists', '- '.repeat(1_000)],
    ['stars', `${'*'.repeat(2_000)}a${'*'.repeat(2_000)}`],
    ['brackets', '!['.repeat(1_000)],
  ])('survives deep %s', (_, text) => {
    expect(shown(text)).not.toBe('');
  });
});

it.each(['\n', ' \n', '1', '# ', '</', 'http://', '@', ']('])(
  'escapes in time that grows with the length of a run of %j',
  (unit) =>
    expectLinear(8_000, (times) => {
      const text = unit.repeat(times);
      escapeText(text);
      escapeLineStarts(text);
      toInlineCode(text);
    }),
);
