import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLayout, createSlicedLayout, layOutReply } from '../../../../src/bot/core/layout/layout.ts';
import type { Body } from '../../../../src/bot/core/model/body.ts';
import type { Reply } from '../../../../src/bot/core/model/reply.ts';
import { parseMarkdown } from '../../../../src/kit/markdown/parse.ts';
import { runs } from '../../../fakes/runs.ts';
import { holdsLetters, markdown, pieces, recordedAnswers, visible, whole } from '../../../kit/markdown/samples.ts';

function growing(text: string): Reply {
  return { text, sources: [], notices: [], settled: false };
}

function settled(text: string, under: Partial<Reply> = {}): Reply {
  return { text, sources: [], notices: [], settled: true, ...under };
}

/** A platform that counts the characters of the Markdown and of the lines below it. */
function upTo(maxChars: number): (body: Body) => boolean {
  return ({ markdown, notices, sources }) =>
    [markdown, ...notices, ...sources.map((source) => source.title ?? source.path)].join('\n').length <= maxChars;
}

function cut(text: string, maxChars: number, under: Partial<Reply> = {}): readonly string[] {
  return layOutReply(settled(text, under), upTo(maxChars)).map((body) => body.markdown);
}

/** The laws of growth: earlier bodies do not change, everything fits, and no text is left out between bodies. */
function expectLaws(text: string, maxChars: number, step: number): void {
  const fits = upTo(maxChars);
  const grow = createLayout(fits);
  const replies = [settled(text)];
  for (let length = text.length; length > 0; length -= step) replies.unshift(growing(text.slice(0, length)));
  let before: readonly Body[] = [];
  for (const reply of replies) {
    const bodies = layOutReply(reply, fits);
    expect(grow(reply), 'cached').toEqual(bodies);
    // The addresses of links may be filled in at the end.
    const stable = (body: Body) => (reply.settled ? [body.from, body.to] : body);
    expect(bodies.slice(0, Math.max(0, before.length - 1)).map(stable), 'stable').toEqual(
      before.slice(0, -1).map(stable),
    );
    for (const [index, body] of bodies.entries()) {
      expect(fits(body), 'fits').toBe(true);
      expect(body.from, 'contiguous').toBe(bodies[index - 1]?.to ?? 0);
    }
    before = bodies;
  }
}

function expectEveryWord(text: string, maxChars: number): void {
  const fits = ({ markdown }: Body): boolean => visible(markdown).length <= maxChars;
  const shown = layOutReply(settled(text), fits).map((body) => visible(body.markdown));
  expect(shown.every((words) => words !== '')).toBe(true);
  expect(holdsLetters(text, shown.join('')), JSON.stringify(text)).toBe(true);
  // Only the head of a table is shown twice.
  if (!text.includes('|')) expect(shown.join('')).toBe(visible(whole(text)));
}

describe('the laws of layout', () => {
  const short = markdown.filter((text) => text.length < 1200);
  it.each([60, 200, 600])('hold for ordinary Markdown in messages of %i characters', (maxChars) => {
    fc.assert(
      fc.property(short, fc.integer({ min: 9, max: 60 }), (text, step) => expectLaws(text, maxChars, step)),
      runs(10),
    );
  });

  it('hold for marks and words in any order', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 9 }), (text, step) => expectGrowthKept(text, 40, step)),
      runs(100),
    );
  });

  it.each([300, 2000])('include that no word is lost or repeated in messages of %i characters', (maxChars) => {
    fc.assert(
      fc.property(markdown, (text) => expectEveryWord(text, maxChars)),
      runs(20),
    );
  });

  it.each(recordedAnswers())('hold for the recorded answer $name', ({ text }) => {
    expectLaws(text, 500, 25);
    expectEveryWord(text, 500);
  });
});

/** For Markdown whose meaning changes as it grows: finished bodies do not change, and everything fits. */
function expectGrowthKept(text: string, maxChars: number, step: number): void {
  const fits = upTo(maxChars);
  const grow = createLayout(fits);
  let before: readonly Body[] = [];
  for (let length = 0; length <= text.length; length += step) {
    const bodies = grow(growing(text.slice(0, length)));
    expect(bodies.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
    for (const body of bodies) expect(fits(body)).toBe(true);
    before = bodies;
  }
}

describe('a long answer', () => {
  it('is not cut if it fits', () => {
    expect(cut('# One\n\ntwo', 10)).toEqual(['# One\n\ntwo']);
  });

  it.each([
    [
      'before a section',
      'One two three four five.\n\n## Six\n\nSeven eight',
      38,
      ['One two three four five.', '## Six\n\nSeven eight'],
    ],
    ['between paragraphs', 'One two. Three.\n\nFour five. Six', 25, ['One two. Three.', 'Four five. Six']],
    ['between items', '- one two\n- three. four\n- five', 25, ['- one two\n- three. four', '- five']],
    ['after a sentence', 'One two three four. Five six seven', 25, ['One two three four.', 'Five six seven']],
    [
      'between words, but not after an abbreviation',
      'One two three, e.g. four five',
      24,
      ['One two three, e.g. four', 'five'],
    ],
    ['between words', 'one two three four', 12, ['one two', 'three four']],
    [
      'before a heading, not below it',
      'One two three four.\n\n## Five\n\nSix seven',
      32,
      ['One two three four.', '## Five\n\nSix seven'],
    ],
    [
      'before "Run:", not before the list that it introduces',
      'One two three four.\n\nRun:\n\n- five six',
      32,
      ['One two three four.', 'Run:\n\n- five six'],
    ],
    [
      'before a link, not within it',
      'one two [three four](/x) five six',
      22,
      ['one two', '[three four](/x) five', 'six'],
    ],
    ['after a Chinese sentence', '这是一个句子。这是另一个很长的句子', 11, ['这是一个句子。', '这是另一个很长的句子']],
    ['within a word only if it is very long', `a ${'x'.repeat(150)}`, 80, [`a ${'x'.repeat(78)}`, 'x'.repeat(72)]],
    ['between characters, never within one', '👩🏽‍🚒'.repeat(4), 16, ['👩🏽‍🚒👩🏽‍🚒', '👩🏽‍🚒👩🏽‍🚒']],
    ['between words that are written from right to left', 'مرحبا بالعالم هذا نص', 13, ['مرحبا بالعالم', 'هذا نص']],
  ])('is cut %s', (_, text, maxChars, bodies) => {
    expect(cut(text, maxChars)).toEqual(bodies);
  });

  it('closes a fence and reopens it with its language', () => {
    expect(cut('```ts\none();\ntwo();\nthree();\n```\nend', 26)).toEqual([
      '```ts\none();\ntwo();\n```',
      '```ts\nthree();\n```\nend',
    ]);
  });

  it('keeps a fence of four backticks around one of three, and vice versa', () => {
    expect(cut('````md\n```\none\n```\ntwo\n````', 20)).toEqual(['````md\n```\none\n````', '````md\n```\ntwo\n````']);
    expect(cut('```md\n````\none\n````\ntwo', 18)).toEqual(['```md\n````\none', '````\ntwo\n````']);
  });

  it('repeats the head of a table', () => {
    const bodies = cut('| a |\n|---|\n| one |\n| two |\n| three |', 30);
    expect(bodies).toEqual(['| a |\n|---|\n| one |\n| two |', '| a |\n|---|\n| three |']);
  });

  it('is cut between the rows of a long table', () => {
    const rows = Array.from({ length: 60 }, (_, row) => `| row ${row} | ${'words '.repeat(8)}|`);
    const bodies = cut(['| name | use |', '|---|---|', ...rows].join('\n'), 2000);
    const shown = bodies.flatMap((body) => body.split('\n').slice(2));
    expect(shown).toEqual(rows);
  });

  it('continues the numbers of a list, even if all items are written as 1.', () => {
    expect(cut('1. one\n2. two\n3. three', 15)).toEqual(['1. one\n2. two', '3. three']);
    expect(cut('1. one\n1. two\n1. three\n   - four', 15)).toEqual(['1. one\n1. two', '3. three', '- four']);
  });

  it('removes the indent of text from within an item, so that it does not become code', () => {
    const text = '10. one\n    - two two\n      - three\n    - four\n11. five';
    expect(cut(text, 30)).toEqual(['10. one\n    - two two', '- three\n- four\n\n11. five']);
  });

  it('keeps the markers of a quote', () => {
    expect(cut('> one two three\n> > four five\nsix', 16)).toEqual(['> one two three', '> > four five', '> > six']);
  });

  it('closes emphasis and reopens it', () => {
    expect(cut('one **two three *four five* six**', 22)).toEqual(['one **two three**', '***four five* six**']);
  });

  it('reopens emphasis that began many messages before', () => {
    const [, ...cuts] = cut(`**${'word '.repeat(2_000)}end**`, 1_000);
    for (const body of cuts) expect(body.startsWith('**word')).toBe(true);
  });

  it.each([
    ['code', 'Then call `run it now` and wait', '. ', '`', /`run it now`/g],
    ['emphasis', 'これは**太字**です', '。', '**', /\*\*[太字]{1,2}\*\*/g],
  ])('opens no %s where none was open, however long the paragraph is', (_, sentence, end, mark, whole) => {
    for (const more of [0, 1, 7, 10]) {
      const bodies = cut(`${sentence}${'x'.repeat(more)}${end}`.repeat(400), 1_000);
      for (const body of bodies) expect(body.replaceAll(whole, ''), `${more} more characters`).not.toContain(mark);
    }
  });

  it('does not turn words from the middle of a line into a list or a heading', () => {
    expect(cut('one two three - four five', 14)).toEqual(['one two three', '\\- four five']);
    expect(cut('one two three 4. four five', 14)).toEqual(['one two three', '4\\. four five']);
    expect(cut('one two three # four five', 14)).toEqual(['one two three', '\\# four five']);
  });

  it('uses a single kind of line ending', () => {
    expect(cut('one\r\n\r\ntwo\r\n\r\nthree', 10)).toEqual(['one\n\ntwo', 'three']);
  });

  it('shows the text inside a hundred nested quotes', () => {
    expect(visible(cut(`${'> '.repeat(100)}one two`, 50).join('\n\n'))).toBe('onetwo');
  });

  it('neither begins nor ends a message with a rule', () => {
    expect(cut('one two\n\n---\n\nthree four', 12)).toEqual(['one two', 'three four']);
  });
});

describe('the footer of an answer', () => {
  const sources = [{ path: '/one' }, { path: '/two' }];

  it('is in the last body, with sources only once the reply is settled', () => {
    const [body] = layOutReply({ ...growing('text'), sources, notices: ['note'] }, upTo(50));
    expect(body).toMatchObject({ markdown: 'text', sources: [], notices: ['note'] });
    const bodies = layOutReply(settled('one two three', { sources, notices: ['note'] }), upTo(22));
    expect(bodies).toMatchObject([
      { markdown: 'one two three', sources: [], notices: [] },
      { markdown: '', from: 13, to: 13, sources, notices: ['note'] },
    ]);
  });

  it('takes no space from the text while more text arrives', () => {
    const bodies = layOutReply({ ...growing('one two three'), notices: ['a long note'] }, upTo(20));
    expect(bodies).toMatchObject([{ markdown: 'one two three', notices: [] }]);
  });

  it('is shown even without text', () => {
    expect(layOutReply({ ...growing(''), notices: ['note'] }, upTo(20))).toMatchObject([
      { markdown: '', notices: ['note'] },
    ]);
    expect(layOutReply(settled('', { sources }), upTo(20))).toMatchObject([{ markdown: '', sources }]);
  });

  it('drops sources from its end, then notices, if it does not fit in a body of its own', () => {
    expect(layOutReply(settled('one', { sources, notices: ['note'] }), upTo(10))).toMatchObject([
      { markdown: 'one' },
      { markdown: '', sources: [{ path: '/one' }], notices: ['note'] },
    ]);
    expect(layOutReply(settled('one', { sources, notices: ['note'] }), upTo(3))).toMatchObject([{ markdown: 'one' }]);
  });
});

describe('a link whose address is defined elsewhere', () => {
  const text =
    'See [one][a], [two][] and ![three][A].\n\nMore.\n\n[a]: https://x.example/a "title"\n[two]: <https://x.example/a b>';
  const linked =
    'See [one](<https://x.example/a>), [two](<https://x.example/a%20b>) and ![three](<https://x.example/a>).';

  it('gets its address once the answer is settled, if that fits, and no message shows only definitions', () => {
    const more = 'More.\n\n[a]: https://x.example/a';
    expect(cut(text, 38)).toEqual(['See [one][a], [two][] and ![three][A].', more]);
    const roomy = (body: Body): boolean => body.markdown === linked || upTo(38)(body);
    expect(layOutReply(settled(text), roomy).map((body) => body.markdown)).toEqual([linked, more]);
  });

  it.each([
    'sources [1][2].',
    'takes [string, number][] here, or [A][B] and [`c`][]',
    'see ![one][two] and [three]\n\n[four]: /x',
  ])('stays as written if its address is not defined: %j', (written) => {
    expect(cut(written, 100)).toEqual([written]);
    expect(visible(written)).toBe(written.replace(/\n\n.*/, '').replaceAll(/[\s`]/g, ''));
  });

  it('stays as written until the answer is settled, even below its definition', () => {
    const written = '[a]: https://x.example/a\n\nSee [one][a].';
    expect(layOutReply(growing(written), upTo(100)).map((body) => visible(body.markdown))).toEqual(['See[one][a].']);
    expect(cut(written, 100).map(visible)).toEqual(['Seeone.']);
  });

  it('is resolved once; after that, only the last message is checked again', () => {
    const bodies: Body[] = [];
    const grow = createLayout((body) => bodies.push(body) > 0 && upTo(600)(body));
    const long = settled(`[a]: /x\n\n${'see [one][a] now. '.repeat(300)}`);
    const first = grow(long);
    const count = bodies.splice(0).length;
    expect(grow(long)).toEqual(first);
    expect(first.length).toBeGreaterThan(9);
    expect(count).toBeLessThan(first.length * 30);
    expect(bodies.every((body) => body.from === first.at(-1)?.from)).toBe(true);
  });

  it('changes no earlier message', () => {
    const grow = createLayout(upTo(38));
    grow(growing(text));
    expect(grow(growing(`${text}\n\nAnd more`)).map((body) => body.markdown)).toEqual(cut(`${text}\n\nAnd more`, 38));
  });
});

describe('suggestions', () => {
  const suggestions = ['And then?'];
  const offering = { ...settled('one two three', { notices: ['note'] }), suggestions };

  it('are in the last body of a settled reply', () => {
    expect(layOutReply(offering, upTo(100)).map((body) => body.suggestions)).toEqual([suggestions]);
    expect(layOutReply({ ...offering, settled: false }, upTo(100)).map((body) => body.suggestions)).toEqual([
      undefined,
    ]);
  });

  it('are left out if they do not fit, without any other change', () => {
    const without = (body: Body): boolean => body.suggestions === undefined;
    expect(layOutReply(offering, without)).toEqual(
      layOutReply(settled('one two three', { notices: ['note'] }), without),
    );
  });
});

describe('nothing', () => {
  it.each(['', '  \n', '**', '---', '```ts\n', '- '])('is laid out while the text is only %j', (text) => {
    expect(layOutReply(growing(text), upTo(100))).toEqual([]);
  });

  it('is laid out for an empty answer', () => {
    expect(layOutReply(settled(' \n'), upTo(100))).toEqual([]);
  });

  it('is laid out, and the layout still ends, if no body fits', () => {
    expect(layOutReply(settled('words that do not fit'), () => false)).toEqual([]);
  });
});

describe('a cached layout', () => {
  it('starts over with a text that is not a continuation', () => {
    const grow = createLayout(upTo(10));
    grow(growing('one two three four'));
    expect(grow(growing('five six'))).toEqual(layOutReply(growing('five six'), upTo(10)));
  });

  it('checks about one body per update', () => {
    const page = join(
      import.meta.dirname,
      '../../../../node_modules/ai/docs/03-ai-sdk-core/15-tools-and-tool-calling.mdx',
    );
    const text = readFileSync(page, 'utf8').slice(0, 20_000);
    let checks = 0;
    const grow = createLayout((body) => {
      checks += 1;
      return parseMarkdown(body.markdown).children.length > 0 && body.markdown.length <= 4000;
    });
    const updates = 200;
    for (let update = 1; update <= updates; update += 1) grow(growing(text.slice(0, update * 100)));
    expect(checks / updates).toBeLessThan(1.5);
  });
});

describe('a layout in slices', () => {
  it.each([
    ['prose', 'The kettle is read at start, and a mistyped one is named. '.repeat(1_000)],
    ['one word', 'word'.repeat(15_000)],
    ['items', '- an item\n'.repeat(6_000)],
  ])('renders at most a few messages of %s per slice', (_, text) => {
    let rendered = 0;
    const layOut = createSlicedLayout((body) => {
      rendered += body.markdown.length;
      return body.markdown.length <= 4_000;
    });
    const work = layOut(settled(text));
    let maxRendered = 0;
    let bodies: readonly Body[] | undefined;
    while (!bodies) {
      const step = work.next();
      maxRendered = Math.max(maxRendered, rendered);
      rendered = 0;
      if (step.done) bodies = step.value;
    }
    expect(maxRendered).toBeLessThan(10_000);
    expect(bodies).toEqual(createLayout(({ markdown }) => markdown.length <= 4_000)(settled(text)));
  });
});

it('a layout renders no body much longer than one that fits, however little of its Markdown is visible', () => {
  const text = '[a](https://docs.example/a/long/address/that/nobody/sees) '.repeat(1_000);
  const lengths: number[] = [];
  const fits = ({ markdown }: Body): boolean => {
    lengths.push(markdown.length);
    return markdown.replaceAll(/\]\([^)]*\)/g, ']').length <= 600;
  };
  const bodies = layOutReply(settled(text), fits);
  const longest = Math.max(...bodies.map(({ markdown }) => markdown.length));
  expect(longest).toBeGreaterThan(6_000);
  expect(Math.max(...lengths)).toBeLessThan(1.5 * longest);
});
