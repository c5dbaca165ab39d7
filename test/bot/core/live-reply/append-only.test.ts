import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutReply } from '../../../../src/bot/core/layout/layout.ts';
import { appendOnly } from '../../../../src/bot/core/live-reply/append-only.ts';
import { emptyReply } from '../../../../src/bot/core/model/reply.ts';
import { runs } from '../../../fakes/runs.ts';

function prefixOf(text: string): string {
  const [body] = layOutReply({ ...emptyReply, text }, () => true);
  return body ? appendOnly(body, text).markdown : '';
}

describe('the append-only prefix', () => {
  it.each([
    ['Set the tok', 'Set the tok'],
    ['Set **the tok', 'Set'],
    ['Set **the token** in `do', 'Set **the token** in'],
    ['```ts\nconst a = 1;\nconst b', '```ts\nconst a = 1;\nconst b'],
    ['- one\n- **two', '- one'],
    ['> one\n> `two', '> one'],
    ['```\none\n``\n', '```\none\n``'],
    ['- ```\n  - a', '- ```\n  - a'],
  ])('of %j is %j', (text, expected) => {
    expect(prefixOf(text)).toBe(expected);
  });

  it('only grows while an answer is written, and the settled answer begins with it', () => {
    const word = fc.constantFrom(
      'set',
      'the',
      '**token**',
      '`a.ts`',
      '_now_',
      'in',
      '[it](https://a.example)',
      'a*b',
      'x_y',
      '*args',
    );
    const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
    const block = fc.oneof(
      line,
      line.map((text) => `## ${text}`),
      fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.map((item) => `- ${item}`).join('\n')),
      line.map((text) => `\`\`\`ts\n${text}\n\`\`\``),
      line.map((text) => `| a | b |\n| - | - |\n| ${text} | 2 |`),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        const text = blocks.join('\n\n');
        const [whole] = layOutReply({ ...emptyReply, text, settled: true }, () => true);
        let before = '';
        for (let end = 1; end <= text.length; end += 1) {
          const now = prefixOf(text.slice(0, end));
          if (!now.startsWith(before)) expect({ before, now, end, text }).toBe('growing only');
          before = now;
        }
        expect(whole?.markdown.startsWith(before)).toBe(true);
      }),
      runs(100),
    );
  });
});
