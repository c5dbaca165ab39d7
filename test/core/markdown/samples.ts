/**
 * Markdown to test with: ordinary documents made by fast-check, the recorded answers, and what a reader sees of a text.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { collectDefinitions, withAddresses } from '../../../src/core/layout/link-references.ts';
import { scan } from '../../../src/core/markdown/block-scanner.ts';
import { parseMarkdown } from '../../../src/core/markdown/parse.ts';

/** What a reader sees, without white space: words, code, descriptions of images. */
export function visible(markdown: string): string {
  return wordsOf(parseMarkdown(markdown)).replace(/\s+/g, '');
}

function wordsOf(node: Nodes): string {
  if (node.type === 'html' || node.type === 'definition') return '';
  if (node.type === 'image') return node.alt ?? '';
  if (node.type === 'footnoteReference') return `[${node.label ?? ''}]`;
  if ('value' in node) return node.value;
  if (!('children' in node)) return '';
  const children: readonly Nodes[] = node.children;
  return children.map(wordsOf).join(' ');
}

/** The same text with the addresses that stand elsewhere in its links. */
export function whole(markdown: string): string {
  return withAddresses(markdown, collectDefinitions(scan(markdown)));
}

/** Whether all letters that a reader sees of the one text are seen of the other, in the same order. */
export function holdsLetters(markdown: string, shown: string): boolean {
  const letters = shown.replace(/\P{L}/gu, '');
  let at = 0;
  for (const letter of visible(whole(markdown)).replace(/\P{L}/gu, '')) {
    const found = letters.indexOf(letter, at);
    if (found === -1) return false;
    at = found + letter.length;
  }
  return true;
}

/** The texts of the recorded answers, each once, by the name of their file. */
export function recordedAnswers(): readonly { readonly name: string; readonly text: string }[] {
  const url = new URL('../../fixtures/assistant-streams/headers.json', import.meta.url);
  // The file is the record's own index; a wrong shape fails the tests that read it.
  const { files } = JSON.parse(readFileSync(url, 'utf8')) as {
    files: Record<string, { expected?: { text?: string } }>;
  };
  const answers = new Map<string, string>();
  for (const [name, { expected }] of Object.entries(files)) {
    if (expected?.text && ![...answers.values()].includes(expected.text)) answers.set(name, expected.text);
  }
  return [...answers].map(([name, text]) => ({ name, text }));
}

const word = fc.stringMatching(/^[a-z]{1,9}$/);
const someWords = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const rareWord = fc.constantFrom(
  'snake_case',
  '2 * 3',
  'a < b',
  'R&D',
  '素焼き',
  '👩🏽‍🚒',
  '🇯🇵',
  'جدول',
  '~5',
  'e.g.',
  'C#',
  '(aside)',
  '1222 °C',
);

const inline: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: someWords },
  { weight: 1, arbitrary: rareWord },
  { weight: 1, arbitrary: someWords.map((words) => `**${words}**`) },
  { weight: 1, arbitrary: someWords.map((words) => `*${words}*`) },
  { weight: 1, arbitrary: someWords.map((words) => `_${words}_`) },
  { weight: 1, arbitrary: someWords.map((words) => `~~${words}~~`) },
  { weight: 1, arbitrary: fc.tuple(someWords, someWords).map(([a, b]) => `**${a} *${b}* ${a}**`) },
  { weight: 2, arbitrary: someWords.map((words) => `\`${words}\``) },
  { weight: 1, arbitrary: word.map((words) => `\`\`a \` ${words}\`\``) },
  { weight: 2, arbitrary: fc.tuple(someWords, word).map(([words, path]) => `[${words}](/${path}#${path})`) },
  {
    weight: 1,
    arbitrary: fc.tuple(someWords, word).map(([words, path]) => `**[${words}](https://x.example/${path} "t")**`),
  },
  { weight: 1, arbitrary: fc.tuple(someWords, word).map(([words, path]) => `![${words}](/${path}.png)`) },
  {
    weight: 1,
    arbitrary: fc.tuple(someWords, fc.constantFrom('a', 'b')).map(([words, name]) => `[${words}][${name}]`),
  },
  { weight: 1, arbitrary: word.map((path) => `<https://x.example/${path}>`) },
  { weight: 1, arbitrary: word.map((path) => `https://x.example/${path}`) },
  { weight: 1, arbitrary: someWords.map((words) => `<kbd>${words}</kbd>`) },
  { weight: 1, arbitrary: fc.constantFrom('&amp;', '\\*', '\\[x\\]', 'x[^1]') },
);

const phrase = fc.array(inline, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '));
const paragraph = fc
  .array(fc.tuple(phrase, fc.constantFrom('. ', ': ', '\n', '  \n', '! ')), { minLength: 1, maxLength: 4 })
  .map((parts) =>
    parts
      .map(([words, end]) => words + end)
      .join('')
      .trimEnd(),
  );

const codeLine = fc.constantFrom(
  'const a = 1;',
  '  run(`x`, "*y*");',
  '',
  '# not a heading',
  '- no item',
  '<b>',
  '| a |',
  '``',
);
const fence = fc
  .tuple(
    fc.constantFrom('```', '````', '~~~'),
    fc.constantFrom('', 'ts', 'yaml title="a.yml"'),
    fc.array(codeLine, { minLength: 1, maxLength: 6 }),
  )
  .map(([mark, info, lines]) => `${mark}${info}\nfirst\n${lines.join('\n')}\nlast\n${mark}`);

const cell = fc.oneof(
  someWords,
  word.map((each) => `**${each}**`),
  word.map((each) => `\`${each}\``),
);
const table = fc
  .tuple(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([rows, bars]) => {
    const lines = ['name', ...rows].map((row, index) => (index === 0 ? 'name | use' : `${row[0]} | ${row[1]}`));
    const all = [lines[0], '--- | :-:', ...lines.slice(1)];
    return all.map((line) => (bars ? `| ${line} |` : line)).join('\n');
  });

const list: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('-', '*', '1.', '1)', 'one', 'task'),
    fc.array(fc.tuple(phrase, fc.option(fc.oneof(paragraph, fence), { freq: 4 }), fc.option(phrase)), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.boolean(),
  )
  .map(([kind, items, loose]) =>
    items
      .map(([words, block, nested], index) => {
        const mark = kind === 'one' ? '1.' : kind === 'task' ? '- [x]' : kind.replace('1', String(index + 1));
        const indent = ' '.repeat(kind === 'task' ? 2 : mark.length + 1);
        const inner = [...(nested ? [`- ${nested}`] : []), ...(block ? ['', ...block.split('\n')] : [])];
        return [`${mark} ${words}`, ...inner.map((line) => (line ? indent + line : ''))].join('\n');
      })
      .join(loose ? '\n\n' : '\n'),
  );

const heading = fc
  .tuple(fc.integer({ min: 1, max: 4 }), phrase)
  .map(([depth, words]) => `${'#'.repeat(depth)} ${words.replace(/https\S+/g, '')} end`);
const quote = fc.oneof(paragraph, list, fence).map((block) => block.replace(/^/gm, '> '));
const definitions = fc
  .constantFrom('[a]: https://x.example/a', '[a]: /a\n[b]: <https://x.example/b> "t"')
  .map((lines) => `as in [both][b]\n\n${lines}`);

/** Ordinary answers: balanced, blocks apart by blank lines. */
export const markdown = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: paragraph },
      { weight: 2, arbitrary: heading },
      { weight: 2, arbitrary: list },
      { weight: 2, arbitrary: fence },
      { weight: 1, arbitrary: table },
      { weight: 1, arbitrary: quote },
      { weight: 1, arbitrary: fc.constantFrom('---', '***') },
      { weight: 1, arbitrary: definitions },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((blocks) => blocks.join('\n\n'));

/** Marks and words in any order: nothing that anybody would write. */
export const pieces = fc
  .array(
    fc.constantFrom(
      ...['**', '*', '_', '`', '``', '~~', '[', '](', ')', '[a](/b)', '<b>', '<', '&', '\\', '!', '|', '\n', '\n\n'],
      ...[
        '```\n',
        '- ',
        '1. ',
        '> ',
        '# ',
        'word ',
        'two words',
        '. ',
        '\n| a | b |\n|---|---|\n',
        '👩🏽‍🚒',
        'https://x.y ',
      ],
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));
