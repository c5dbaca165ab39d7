import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutReply } from '../../../../../src/bot/core/layout/layout.ts';
import { appendOnly } from '../../../../../src/bot/core/live-reply/append-only.ts';
import { emptyReply } from '../../../../../src/bot/core/model/reply.ts';
import { toSurface } from '../../../../../src/bot/platforms/slack/outbound/markdown-surface.ts';
import { runs } from '../../../../fakes/runs.ts';
import { markdown } from '../../../../kit/markdown/samples.ts';
import { bareTokens } from '../inbound/tokens-in.ts';

describe('toSurface', () => {
  it.each([
    ['plain text', 'Set **it** in `a.ts`:\n\n- one\n- [x] two\n\n| a | b |\n| - | - |\n| 1 | 2 |'],
    ['special characters in code', '```html\n<b>&amp;</b>\n```\nand `a < b`'],
    ['a bare URL', 'See https://docs.example/a_b?c=1&d=2.'],
    ['a link', '[The guide](https://docs.example/guide)'],
  ])('leaves %s unchanged', (_, markdown) => {
    expect(toSurface(markdown)).toBe(markdown);
  });

  it.each([
    ['Hi <!channel> <@U0ADA00001>', 'Hi &lt;!channel> &lt;@U0ADA00001>'],
    ['escaped \\<!here>', 'escaped &lt;!here>'],
    ['`<!here>` and `<@U1>`', '`<\u2060!here>` and `<\u2060@U1>`'],
    ['```\n<!everyone>\n```', '```\n<\u2060!everyone>\n```'],
    ['@here and @Channel', '@\u2060here and @\u2060Channel'],
    ['<b>bold</b> <bold>', 'bold &lt;bold>'],
    [
      '5&nbsp;min &amp; &lt; &#60;!here> &amp;lt; &copy; &ast;a&ast; &nothing;',
      '5 min &amp; &lt; &lt;!here> &amp;lt; © \\*a\\* &nothing;',
    ],
    ['\\&copy; \\\\&copy;', '\\&copy; \\\\©'],
    ['a[^1] b[^c]\n\n[^1]: *b*', 'a¹ b\\[c\\]\n\n¹ *b*'],
    ['[go](javascript:alert(1))', 'go'],
    ['[go](slack://open)', 'go'],
    ['[bank.com](https://evil.example/x)', '[bank.com](https://evil.example/x) (evil.example)'],
    ['[a](https://me:pass@docs.example/)', '[a](https://docs.example/)'],
    ['![a cat](https://docs.example/cat.png)', '[a cat](https://docs.example/cat.png)'],
    ['<https://docs.example>', '[https://docs\\.example](https://docs.example/)'.replace('\\.', '.')],
    ['- one\n  two\n\n> three\n> four', '- one two\n\n> three four'],
    ['one  \ntwo\\\nthree', 'one  \ntwo  \nthree'],
    ['> [!NOTE]\n> Beware.', '> **Note:** Beware.'],
    ['`a\nb`', '`a b`'],
    ['前**「日本語。」**次', '前\u200a**「日本語。」**\u200a次'],
    [
      `${'>'.repeat(30)} [bank.com](https://evil.example)`,
      `${'>'.repeat(20)} [bank.com](https://evil.example/) (evil.example)`,
    ],
    ['[x][y]\n\n[y]: https://docs.example', '[x][y]\n\n'],
    ['https://bank.com@evil.example/login', 'https://evil.example/login'],
    ['see https://bank.com:pw@evil.example/a_b, or not', 'see https://evil.example/a_b, or not'],
    ['https://BANK.example/A', 'https://BANK.example/A'],
    ['https://bаnk.com/x', 'https://xn--bnk-6cd.com/x'],
    ['[bank.com]<!-- -->(https://evil.example)', '[bank.com]\u2060(https://evil.example)'],
    ['@<!-- -->here', '@\u2060here'],
    ['a ``<!-- -->`[x](y)`', 'a ``\u2060`[x](y)`'],
    ['[-](data:x) ```', '\u2060- ```'],
    ['[`code`](/guide)', '`code`'],
    ['<Note>\n`code` and `\n</Note>', '&lt;Note>\n`code` and \\`\n&lt;/Note>'],
  ])('turns %j into %j', (markdown, surface) => {
    expect(toSurface(markdown)).toBe(surface);
  });

  it('survives a hundred nested quotes', () => {
    expect(toSurface(`${'> '.repeat(100)}<!here>`)).toContain('&lt;!here>');
  });

  it('only appends to its result while an answer grows', () => {
    const short = markdown.filter((text) => text.length < 300);
    fc.assert(
      fc.property(short, (text) => {
        let before = '';
        for (let end = 1; end <= text.length; end += 1) {
          const reply = { ...emptyReply, text: text.slice(0, end) };
          const [body] = layOutReply(reply, () => true);
          const now = body ? toSurface(appendOnly(body, reply.text).markdown) : '';
          if (!now.startsWith(before)) expect({ before, now, text: reply.text }).toBe('growing only');
          before = now;
        }
      }),
      runs(10),
    );
  });

  it('leaves no live token, whatever the input', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '!',
      '@',
      '#',
      'here',
      'U1',
      '|',
      '`',
      '```',
      '\n',
      '\\',
      '[',
      '](',
      ')',
      '*',
      ' ',
      'https://a.example',
      'mailto:',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        expect(bareTokens(toSurface(pieces.join('')))).toEqual([]);
      }),
      runs(2_000),
    );
  });
});
