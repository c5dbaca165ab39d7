/** How Markdown is rendered in Slack's own dialect. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { renderMarkdown } from '../../../../../src/bot/platforms/slack/outbound/mrkdwn.ts';
import {
  fits,
  maxChars,
  render,
  renderQuestion,
  toContent,
  toPrivateContent,
} from '../../../../../src/bot/platforms/slack/outbound/render.ts';
import { tokensIn } from '../../../../../src/sandbox/slack/world/live-tokens.ts';
import { anyText } from '../../../../fakes/any-text.ts';
import { runs } from '../../../../fakes/runs.ts';
import { body } from '../../contract/world.ts';

const cases: readonly (readonly [name: string, markdown: string, mrkdwn: string])[] = [
  ['bold, italic, struck', '**a** *b* ~~c~~ __d__ _e_', '*a* _b_ ~c~ *d* _e_'],
  ['nested marks', '**a *b* c** and ***d***', '*a _b_ c* and _*d*_'],
  ['a repeated mark', '**a **b** c**', '*a b c*'],
  ['bold between CJK letters', '这是**重要**的', '这是\u200b*重要*\u200b的'],
  ['a heading', '# One **two** `three`', '*One two `three`*'],
  ['a heading and text', '## Title\n\nText.', '*Title*\n\nText.'],
  ['soft and hard breaks', 'one\ntwo  \nthree', 'one two\nthree'],
  ['nested bullets', '- a\n  - b\n    - c\n- d', '• a\n    ◦ b\n        ▪ c\n• d'],
  ['a numbered list with its start', '3. c\n4. d', '3. c\n4. d'],
  ['tasks', '- [ ] open\n- [x] done', '☐ open\n☑ done'],
  ['an item of two paragraphs', '- a\n\n  b\n- c', '• a\n    b\n• c'],
  ['code in an item', '1. run\n\n   ```sh\n   npm ci\n   ```\n2. done', '1. run\n```\nnpm ci\n```\n2. done'],
  ['a fence, without its language', '```ts\nif (a < b && c) {}\n```', '```\nif (a &lt; b &amp;&amp; c) {}\n```'],
  ['a fence in a fence', '````md\n```js\nx\n```\n````', '```\n`\u200b`\u200b`js\nx\n`\u200b`\u200b`\n```'],
  ['inline code with a backtick', '``a`b``', '`aˋb`'],
  ['a quote on every line', '> a\n>\n> b\n>> c', '> a\n>\n> b\n>\n> c'],
  ['code in a quote', '> a\n>\n> ```\n> b\n> ```', '> a\n>\n```\nb\n```'],
  ['a rule', 'a\n\n---\n\nb', 'a\n\n———\n\nb'],
  ['a link', '[the *docs*](https://example.com/a?b=1&c=2)', '<https://example.com/a?b=1&amp;c=2|the docs>'],
  ['special characters in a URL', '[x](<https://example.com/a|b c>)', '<https://example.com/a%7Cb%20c|x>'],
  ['a bare URL', 'see https://example.com/x.', 'see <https://example.com/x>.'],
  ['an email address', '[write](mailto:a@example.com)', '<mailto:a@example.com|write>'],
  ['a reference link, whose URL the layout fills in', '[*x*][r]\n\n[r]: https://example.com/', '[_x_][r]'],
  ['a relative link', '[x](/guide)', 'x'],
  ['an image', '![a chart](https://example.com/c.png)', '<https://example.com/c.png|a chart>'],
  ['a linked image', '[![badge](https://a.com/b.svg)](https://example.com)', '<https://example.com/|badge>'],
  ['the text of HTML', '<b>x</b> <key>\n\n<details>y</details>', 'x &lt;key&gt;\n\ny'],
  ['a line break in HTML', 'a<br>b', 'a\nb'],
  [
    'signs that are no marks',
    '~5 to ~10, \\*a\\* 2 * 3 snake_case',
    '~\u20605 to ~\u206010, *\u2060a* 2 * 3 snake_case',
  ],
  ['a footnote', 'a[^1] b[^c]\n\n[^1]: b', 'a¹ b[c]\n\n¹ b'],
  ['entities', '&lt;b&gt; &amp;amp; &copy;', '&lt;b&gt; &amp;amp; ©'],
  ['text that looks like a quote', '\\> a', '\u2060&gt; a'],
  ['a table', '| a | b |\n|---|--:|\n| long cell | 1 |', '```\na          b\n─────────  ─\nlong cell  1\n```'],
  ['a table with wide characters', '| 价格 | b |\n|:-:|---|\n| x | 😀 |', '```\n价格  b\n────  ──\n x    😀\n```'],
  [
    'a table too wide for a thread, as a list of its rows',
    `| Name | Meaning |\n|---|---|\n| **port** | ${'word '.repeat(12)}|\n| | [x](https://example.com/) |`,
    `Name · Meaning\n• *port* – ${'word '.repeat(12).trim()}\n• <https://example.com/|x>`,
  ],
  ['a table with a missing cell', '| a | b |\n|---|---|\n| c |', '```\na  b\n─  ─\nc\n```'],
];

test.each(cases)('renders %s', (_name, markdown, mrkdwn) => {
  expect(renderMarkdown(markdown)).toBe(mrkdwn);
});

describe('a link', () => {
  const spoofs: readonly (readonly [label: string, url: string, shown: string])[] = [
    ['bank.com', 'https://evil.example', '<https://evil.example/|bank.com> (evil.example)'],
    [
      'https://bank.com/login',
      'https://evil.example/',
      '<https://evil.example/|https://bank.com/login> (evil.example)',
    ],
    ['go to bank.com now', 'https://evil.example', '<https://evil.example/|go to bank.com now> (evil.example)'],
    ['ｂａｎｋ．ｃｏｍ', 'https://evil.example', '<https://evil.example/|ｂａｎｋ．ｃｏｍ> (evil.example)'],
    ['bank.example/login', 'https://evil.example', '<https://evil.example/|bank.example/login> (evil.example)'],
    ['bank.com', 'mailto:x@evil.example', '<mailto:x@evil.example|bank.com> (x@evil.example)'],
    ['bank.com', 'https://bank.com@evil.example', '<https://evil.example/|bank.com> (evil.example)'],
    ['bank.com', 'https://bаnk.com', '<https://xn--bnk-6cd.com/|bank.com> (xn--bnk-6cd.com)'],
    ['www.bank.com', 'https://bank.com/', '<https://bank.com/|www.bank.com>'],
    ['README.md', 'https://example.com', '<https://example.com/|README.md>'],
    ['console.log', 'https://example.com', '<https://example.com/|console.log>'],
    ['next.config.js', 'https://example.com', '<https://example.com/|next.config.js>'],
  ];

  it.each(spoofs)('labelled %s that leads to %s shows its real host if that differs', (label, url, shown) => {
    expect(renderMarkdown(`[${label}](${url})`)).toBe(shown);
  });

  it.each(['javascript:alert(1)', 'slack://channel?id=C1', 'data:text/html,x', 'file:///etc/passwd', 'vbscript:x'])(
    'to %s is its label alone',
    (url) => {
      expect(renderMarkdown(`[label](${url})`)).toBe('label');
    },
  );

  it('loses characters in its label that change the writing direction', () => {
    expect(renderMarkdown('[a\u202eb\u2066c](https://example.com)')).toBe('<https://example.com/|abc>');
  });
});

describe('untrusted text', () => {
  const hostile = [
    '<!channel>',
    '<!here|here>',
    '<!everyone>',
    '<@U0ADA00001>',
    '<@U0ADA00001|ada>',
    '<#C0DOCSHELP|x>',
    '<!subteam^S1|@x>',
    '<!date^1^{date}^https://evil.example|x>',
    '<https://evil.example|https://bank.com>',
    '&lt;!channel&gt;',
    '&#60;!channel&#62;',
    '`<!channel>`',
    '```\n<!channel>\n```',
    '[<!channel>](https://example.com)',
    '[x](https://example.com/<!channel>)',
    '[x](https://example.com/%3E%3C!channel%3E "<!channel>")',
    '![<!channel>](https://example.com/x.png)',
    '| <!channel> |\n|---|\n| <@U0ADA00001> |',
    '<div><!channel></div>',
    '[^<!here>]\n\n[^<!here>]: <!here>',
    '<!chan<!channel>nel>',
    '\\<!channel>',
    '<https://example.com|<!channel>>',
    '@channel @here @everyone @CHANNEL',
  ];

  it.each(hostile)('%s pings no one', (text) => {
    const source = { path: text, title: text, url: 'https://example.com/' };
    const shown = render(body(text, { notices: [text], sources: [source, { path: text }] }));
    expect(tokensIn({ text: shown, dialect: 'mrkdwn', auto: true }).filter(({ kind }) => kind !== 'link')).toEqual([]);
    expect(renderQuestion('<@U1>', text).replace('<@U1>', '')).not.toMatch(/<[!@#]/);
  });

  const pieces = fc.oneof(
    fc.constantFrom('<', '!', '@', '#', '|', '>', 'here', 'channel', '`', '```', '*', '_', '~~', '[', '](', ')', '\n'),
    fc.constantFrom('https://a.com', '&lt;', '&', ' ', '- ', '> ', '\u202e', '\ud800', '价', '|---|', '\u200b', '\\'),
    fc.constantFrom(...hostile),
    anyText({ maxLength: 5 }),
  );
  const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

  it('is rendered as well-formed text with no < outside our own links', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = render(body(text, { notices: [text], sources: [{ path: text, url: 'https://a.com/' }] }));
        expect(shown.replaceAll(/<(?:https?:\/\/|mailto:)[^<>|\s]*(?:\|[^<>\n]*)?>/g, '')).not.toMatch(/</);
        expect(shown.replaceAll(/^ *>/gm, '')).not.toMatch(/>[^\s]*<[!@#]/);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.trim()).not.toBe('');
      }),
      runs(500),
    );
  });

  it('leaves no code fence open', () => {
    expect(render(body('&`````'))).not.toContain('```');
    fc.assert(
      fc.property(texts, (text) => {
        expect(render(body(text)).split('```').length % 2).toBe(1);
      }),
      runs(500),
    );
  });

  it.each(['>', '- ', '*_', '[', '![', '<', '<!', '| a '])('of %s repeated 1,000 times is rendered', (piece) => {
    expect(render(body(`${piece.repeat(1_000)}x`))).toContain('x');
  });
});

describe('a whole message', () => {
  it('consists of the text, then one line of sources and notices', () => {
    const sources = [
      { path: 'a', title: 'A & B', url: 'https://example.com/a' },
      { path: '/guide/b', title: 'B' },
      { path: '/guide/c' },
    ];
    expect(render(body('Text.', { sources, notices: ['Not all of DEPLOY_ALLOW.', 'Another.'] }))).toBe(
      'Text.\n\n*Sources:* <https://example.com/a|A &amp; B> · B · C · _Not all of DEPLOY_ALLOW._ _Another._',
    );
  });

  it('has blocks with real tables and with the language of code', () => {
    const table = `| Name | Meaning |\n|---|---|\n| **port** | ${'word '.repeat(30)}|`;
    const { blocks } = toContent(
      body(`${table}\n\n\`\`\`ts\na\n\`\`\``, { notices: ['Done.'], suggestions: ['Why?'] }),
    );
    expect(blocks).toMatchObject([
      { type: 'markdown', text: `${table}\n\n\`\`\`ts\na\n\`\`\`` },
      { type: 'context', elements: [{ text: '_Done._', verbatim: true }] },
      { type: 'actions' },
    ]);
    expect(toContent(body('', { notices: ['Done.'] })).blocks).toMatchObject([{ type: 'section' }]);
    expect(toContent(body('[a]: https://example.com'))).toEqual({ text: '…', blocks: [] });
  });

  it('is never empty, because Slack rejects empty messages', () => {
    expect(render(body('[a]: https://example.com'))).toBe('…');
  });

  it('fits with as many characters as Slack accepts, counted after rendering', () => {
    expect(fits(body('x'.repeat(maxChars)))).toBe(true);
    expect(fits(body('x'.repeat(maxChars + 1)))).toBe(false);
    expect(fits(body('<'.repeat(maxChars / 4)))).toBe(true);
    expect(fits(body('<'.repeat(maxChars / 4 + 1)))).toBe(false);
  });

  it('of a question quotes it as typed, and only its beginning if it is long', () => {
    expect(renderQuestion('<@U1> asked:', 'how do I *x*?\n<!here>')).toBe(
      '<@U1> asked:\n> how do I *x*?\n> &lt;!here&gt;',
    );
    expect(renderQuestion('<@U1>', 'x'.repeat(50_000)).length).toBeLessThan(1_000);
  });
});

it('a private reply without buttons has no blocks, which Slack would take for an empty message', () => {
  expect(toPrivateContent({ markdown: 'Done.', buttons: [] })).toEqual({ text: 'Done.' });
});
