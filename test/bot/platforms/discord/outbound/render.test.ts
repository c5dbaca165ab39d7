import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutReply } from '../../../../../src/bot/core/layout/layout.ts';
import type { Body } from '../../../../../src/bot/core/model/body.ts';
import { emptyReply } from '../../../../../src/bot/core/model/reply.ts';
import {
  escapeLineStarts,
  escapeText,
  toInlineCode,
} from '../../../../../src/bot/platforms/discord/outbound/escape.ts';
import {
  fits,
  maxMessageChars,
  render,
  renderQuestion,
} from '../../../../../src/bot/platforms/discord/outbound/render.ts';
import { toTitle } from '../../../../../src/bot/platforms/discord/outbound/start-thread.ts';
import { misleads } from '../../../../../src/kit/markdown/link-labels.ts';
import { linksIn, mentionsIn } from '../../../../../src/sandbox/discord/world/markdown.ts';
import { anyText } from '../../../../fakes/any-text.ts';
import { expectLinear } from '../../../../fakes/linear.ts';
import { runs } from '../../../../fakes/runs.ts';

const zeroWidth = '\u200b';

function body(markdown: string, more: Partial<Body> = {}): Body {
  return { markdown, from: 0, to: markdown.length, sources: [], notices: [], ...more };
}

function shown(markdown: string): string {
  return render(body(markdown));
}

/** The rendered text without zero-width spaces. */
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

  it('puts code in a list item at the margin, so that it keeps its indentation', () => {
    expect(shown('- a\n  ```js\n    x\n  ```\n- b')).toBe('- a\n```js\n  x\n```\n- b');
  });

  it('puts a quote in a list item at the margin, where Discord recognises it', () => {
    expect(shown('- a\n\n  > b\n- c')).toBe('- a\n> b\n- c');
  });

  it('flattens nested quotes', () => {
    expect(shown('> a\n>\n> > b\n> > c')).toBe('> a\n> \n> b c');
    expect(shown('> > a\n> > ```\n> > > b\n> > ```')).toBe('> a\n> ```\n> > b\n> ```');
  });

  it('escapes a line that only looks like a heading, list or quote', () => {
    expect(shown('\\# a')).toBe('\\# a');
    expect(shown('1986\\. A year')).toBe('1986\\. A year');
    expect(shown('a  \n\\- b  \n-# c  \n\\>>> d')).toBe('a\n\\- b\n\\-# c\n\\>>> d');
  });

  it('joins soft-wrapped lines, and keeps hard line breaks', () => {
    expect(shown('a\nb  \nc<br>d')).toBe('a b\nc\nd');
  });
});

describe('inline formatting', () => {
  it('uses the markers of Discord for bold, italic and strikethrough, whatever the source used', () => {
    expect(shown('__b__ **b** _i_ *i* ~~s~~ ***bi***')).toBe('**b** **b** *i* *i* ~~s~~ ***bi***');
  });

  it('escapes literal markers, including those of spoilers', () => {
    expect(seen('2 * 3 * 4, snake_case_name, a || b || c, ~, \\`')).toBe(
      '2 \\* 3 \\* 4, snake\\_case\\_name, a \\|\\| b \\|\\| c, \\~, ˋ',
    );
  });

  it('does not nest a marker in itself', () => {
    expect(seen('**a __b__ c**')).toBe('**a b c**');
  });

  it('separates pieces with a zero-width space only if nothing else does', () => {
    expect(shown('# **One** two __three__')).toBe('# One two three');
    expect(shown('# @every**one**')).toBe(`# @every${zeroWidth}one`);
  });

  it('shows the text of HTML', () => {
    expect(seen('<details>hi</details> <b>x</b>')).toBe('hi x');
    expect(seen('10<sup>6</sup>, a <div> in a line, <your-key>')).toBe('10^6, a <div> in a line, <your-key>');
  });

  it('puts footnotes under the text', () => {
    expect(shown('a[^1]\n\n[^1]: note')).toBe('a¹\n\n¹ note');
  });
});

describe('code', () => {
  it('keeps code unchanged, including tokens', () => {
    expect(shown('`<@1> @everyone **x**`')).toBe('`<@1> @everyone **x**`');
    expect(shown('```ts title="a"\n<@1> **x**\n```')).toBe('```ts\n<@1> **x**\n```');
  });

  it('drops a language that Discord would show as code', () => {
    expect(shown('```{js}\nx\n```')).toBe('```\nx\n```');
  });

  it('breaks up a fence within code, because Discord has no longer fences', () => {
    expect(shown('````md\n```js\nx\n```\n````').match(/```/g)).toHaveLength(2);
    expect(seen('````md\n```js\nx\n```\n````')).toBe('```md\n```js\nx\n```\n```');
  });

  it('keeps backticks in inline code', () => {
    expect(shown('`` a`b ``')).toBe('`` a`b ``');
    expect(shown('```` ``` ````')).not.toContain('```');
  });

  it('shows an empty block', () => {
    expect(shown('```js\n```')).toBe(`\`\`\`js\n${zeroWidth}\n\`\`\``);
  });
});

describe('links', () => {
  it('are masked without a preview, even with brackets and parentheses in them', () => {
    expect(shown('[The [x] page](https://docs.example.com/a_(b))')).toBe(
      '[The [x] page](<https://docs.example.com/a_%28b%29>)',
    );
    expect(shown('[`a]b`](https://docs.example.com)')).toBe('[`a)b`](<https://docs.example.com/>)');
  });

  it('are shown as themselves if they are bare URLs', () => {
    expect(shown('See https://docs.example.com/a_b_c.')).toBe('See <https://docs.example.com/a_b_c>.');
    expect(shown('www.example.com')).toBe('<http://www.example.com/>');
    expect(shown('http://localhost:3000/a_b')).toBe('<http://localhost:3000/a_b>');
  });

  it('stay as written if they are references, and replace images', () => {
    expect(shown('[*a*][r] ![alt](https://x.example/i.png)\n\n[r]: https://x.example/r')).toBe(
      '[*a*][r] [alt](<https://x.example/i.png>)',
    );
  });

  it('show their destination if the label names another one', () => {
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
  ])('and sources show their destination if they are labelled %s', (label) => {
    const real = 'https://evil.example/x';
    for (const content of [
      shown(`[${label}](${real})`),
      render(body('', { sources: [{ path: 'x', title: label, url: real }] })),
    ]) {
      expect(linksIn(content)).toMatchObject([{ url: real, suppressed: true }]);
      expect(linksIn(content)[0]).not.toHaveProperty('label');
    }
  });

  it('may lead to Discord pages that join nothing', () => {
    expect(shown('[guide](https://discord.com/developers/docs/intro)')).toBe(
      '[guide](<https://discord.com/developers/docs/intro>)',
    );
  });

  it('may have file names and methods as labels', () => {
    expect(shown('[next.config.js](https://x.example/) [Array.from()](https://x.example/)')).toBe(
      '[next.config.js](<https://x.example/>) [Array.from()](<https://x.example/>)',
    );
  });

  it('are not made of other schemes, disguised hosts or invites', () => {
    expect(seen('[a](javascript:alert%281%29)')).toBe('a (javascript:alert%281%29)');
    expect(linksIn(shown('[a](https://discord.com@evil.example/x)'))).toEqual([]);
    for (const invite of ['https://discord.gg/abc', 'discord.gg/abc', '[x](https://discord.com/invite/abc)']) {
      expect(linksIn(shown(invite))).toEqual([]);
    }
  });

  it('become text for e-mail addresses, and only the label for relative paths', () => {
    expect(shown('[the guide](/guide/start) [me](mailto:me@x.example) [above](#top) [](/x)')).toBe(
      'the guide me (me@x.example) above /x',
    );
    expect(shown('## [Deploy](/deployments#x)\n\n**[Deploy](/deployments#x)** now')).toBe('## Deploy\n**Deploy** now');
  });

  it('are not made of escaped text', () => {
    expect(linksIn(shown('\\[good\\](https://evil.example)'))).toMatchObject([{ url: 'https://evil.example/' }]);
    expect(linksIn(shown('\\[good\\](https://evil.example)'))[0]?.label ?? '').toBe('');
  });
});

describe('tables', () => {
  it('are aligned by display width if they are narrow', () => {
    expect(shown('| Name | n |\n|:-:|--:|\n| 漢字 | 1 |\n| `a` | 22 |')).toBe(
      ['```', 'Name   n', '────  ──', '漢字   1', ' a    22', '```'].join('\n'),
    );
  });

  it('are split by columns if they are wide, and repeat the header of each block in the next message', () => {
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

  it('become lists if they contain sentences, without losing anything', () => {
    const wide = `| Option | Meaning |\n|-|-|\n| **port** | ${'word '.repeat(20)} |\n| | x |`;
    expect(shown(wide)).toBe(`- **port** – ${'word '.repeat(20).trim()}\n- x`);
  });

  it('keep their links', () => {
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

  it.each(hostile)('like %s are shown as text', (token) => {
    for (const text of [token, `**${token}**`, `# ${token}`, `[${token}](https://x.example/)`, `[${token}](bad:url)`]) {
      expect(mentionsIn(shown(text))).toEqual([]);
      expect(seen(text).replaceAll('\\', '')).toContain(token.slice(1, -1));
    }
  });

  it('are not formed by adjacent pieces', () => {
    for (const text of ['<[@123456789012345678>](bad:x)', '**<__@123456789012345678>__**', '@[everyone](bad:x)']) {
      expect(mentionsIn(shown(text))).toEqual([]);
    }
  });
});

describe('a message', () => {
  const sources = [
    { path: 'guide/start', title: 'Getting [started] @everyone', url: 'https://docs.example.com/guide/start' },
    { path: 'guide/next.md', title: 'Next' },
    { path: 'bare.md' },
  ];

  it('shows sources and notices in one line of small print, by title alone for sources without a URL', () => {
    expect(render(body('Text.', { sources, notices: ['A *plain* sentence.', 'Another.'] }))).toBe(
      `Text.\n-# **Sources:** [Getting (started) @${zeroWidth}everyone](<https://docs.example.com/guide/start>) · Next · Bare · *A \\*plain\\* sentence.* *Another.*`,
    );
  });

  it('shows a lone notice in normal size', () => {
    expect(render(body('', { notices: ['Ask me.'] }))).toBe('Ask me.');
  });

  it('is never empty', () => {
    expect(render(body('[a]: https://x.example'))).toBe('…');
  });
});

describe('a question', () => {
  it('becomes a thread title of one line with 1 to 100 characters', () => {
    expect(toTitle('**How** do I\n\n`start` <@123456789012345678>?')).toBe('How do I start ?');
    expect(toTitle('Why <br> and <b>it</b>?')).toBe('Why <br> and <b>it</b>?');
    expect(toTitle(' \n')).toBe('Question');
    expect(toTitle('word '.repeat(50)).length).toBeLessThanOrEqual(100);
    expect(toTitle('👩‍🚀'.repeat(60))).toMatch(/^(👩‍🚀)+/u);
  });

  it('is cut before it is parsed, so that the rest costs nothing and changes nothing', () => {
    const shrinks = '&amp;'.repeat(400);
    expect(renderQuestion(`${shrinks} one`)).toBe(renderQuestion(`${shrinks} two`));
    expect(toTitle(`${shrinks.slice(0, 400)} one`)).toBe(toTitle(`${shrinks.slice(0, 400)} two`));
  });

  it('is quoted in one message, however long it is', () => {
    expect(renderQuestion('How?\n- a')).toBe('> How?\n> - a');
    expect(renderQuestion('Why <br> and <b>it</b>?')).toBe('> Why <br> and <b>it</b>?');
    expect(renderQuestion('x_'.repeat(3_000)).length).toBeLessThanOrEqual(maxMessageChars);
    expect(renderQuestion('')).toBe('> …');
  });
});

describe('any text', () => {
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
    fc.array(pieces, { maxLength: 40 }).map((chosen) => chosen.join('')),
    anyText(),
  );

  it('is rendered with balanced fences, no active tokens and no misleading links', () => {
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

  it('fits exactly if its rendered message is within the limit', () => {
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
  ])('with deeply nested %s is rendered', (_, text) => {
    expect(shown(text)).not.toBe('');
  });
});

it.each(['\n', ' \n', '1', '# ', '</', 'http://', '@', ']('])(
  'text with a run of %j is escaped in linear time',
  (unit) =>
    expectLinear(8_000, (times) => {
      const text = unit.repeat(times);
      escapeText(text);
      escapeLineStarts(text);
      toInlineCode(text);
    }),
);
