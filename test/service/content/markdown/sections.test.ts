import { expect, test } from 'vitest';
import { atOnce } from '../../../../src/kit/base/time-slices.ts';
import { type Section, toSections as slicedSections } from '../../../../src/service/content/markdown/sections.ts';

function toSections(...args: Parameters<typeof slicedSections>) {
  return atOnce(slicedSections(...args));
}

function outline(sections: readonly Section[]): readonly string[] {
  return sections.map((section) => [...section.trail, `${section.heading}#${section.anchor}`].join(' > '));
}

test('headings have their breadcrumb and the anchor that sites give them', () => {
  const sections = toSections(
    '# Page\n\nIntro.\n\n## One\n\na\n\n### Deep `code`\n\nb\n\n## One\n\nc\n\nTwo\n---\n\nd',
    'Page',
  );
  expect(outline(sections)).toEqual(['Page#', 'One#one', 'One > Deep code#deep-code', 'One#one-1', 'Two#two']);
});

test('an explicit anchor takes precedence', () => {
  const ids = ['Über uns {#about}', 'Next [#n]', 'Dotted {#a.b}', 'Kramdown {: #k .wide }', 'Escaped \\{#e}'];
  expect(outline(toSections(ids.map((heading) => `## ${heading}\n\na`).join('\n\n'), 'Page'))).toEqual([
    'Über uns#about',
    'Next#n',
    'Dotted#a.b',
    'Kramdown#k',
    'Escaped#e',
  ]);
});

test.each([
  ['What is `useChat`?', 'what-is-usechat'],
  ['A & B / C', 'a--b--c'],
  ['snake_case 1.2', 'snake_case-12'],
  ['Größe — 尺寸', 'größe--尺寸'],
  ['🚀 Launch m² & ½', '-launch-m--'],
])('the anchor of %j is %j', (heading, anchor) => {
  expect(toSections(`## ${heading}\n\na`, 'Page').map((section) => section.anchor)).toEqual([anchor]);
});

test('blocks keep their kind, text and language', () => {
  const [section] = toSections(
    [
      'A paragraph',
      'of two lines.',
      '',
      '- item',
      '',
      '  with a second paragraph',
      '  ```sh',
      '  run',
      '  ```',
      '- next',
      '',
      'Not the list.',
      '1. first',
      '2. second',
      '',
      '```ts filename="a.ts"',
      '# no heading',
      '```',
      '',
      '| a | b |',
      '|---|:-:|',
      '| 1 | 2 |',
      '',
      '> quoted',
      '> twice',
      '',
      '![picture](x.png)',
      '---',
    ].join('\n'),
    'Page',
  );
  expect(section?.blocks).toEqual([
    { kind: 'prose', text: 'A paragraph\nof two lines.' },
    { kind: 'list', ordered: false, text: '- item\n\n  with a second paragraph\n  ```sh\n  run\n  ```\n- next' },
    { kind: 'prose', text: 'Not the list.' },
    { kind: 'list', ordered: true, text: '1. first\n2. second' },
    { kind: 'code', text: '# no heading', language: 'ts', title: 'a.ts' },
    { kind: 'table', text: '| a | b |\n|---|:-:|\n| 1 | 2 |' },
    { kind: 'prose', text: 'quoted\ntwice' },
  ]);
});

test('code inside components loses their indentation, and a longer fence may contain a shorter one', () => {
  const [section] = toSections('    ````md\n    ```ts\n    x\n      y\n    ```\n    ````', 'Page');
  expect(section?.blocks).toEqual([{ kind: 'code', text: '```ts\nx\n  y\n```', language: 'md', title: '' }]);
});

test('a list item may begin with code, and a thematic break ends the list', () => {
  const [section] = toSections('1. ```sh\n   # run\n   ```\n2. Wait.\n\n* * *\n\nText.', 'Page');
  expect(section?.blocks).toEqual([
    { kind: 'list', ordered: true, text: '1. ```sh\n   # run\n   ```\n2. Wait.' },
    { kind: 'prose', text: 'Text.' },
  ]);
});

test('blank lines in a list are collapsed, but not in its code', () => {
  const [section] = toSections('- a\n\n\n\n  b\n  ```\n  c\n\n\n  d\n  ```\n\n\n- e', 'Page');
  expect(section?.blocks[0]?.text).toBe('- a\n\n  b\n  ```\n  c\n\n\n  d\n  ```\n\n- e');
});

test('code has the title that the site’s syntax gives it', () => {
  const titles = ['title="a.js"', "{1,3} filename='b.js'", '[c.js]', '{2} [d.js]'];
  const [section] = toSections(titles.map((title) => `\`\`\`js ${title}\nx\n\`\`\``).join('\n\n'), 'Page');
  expect(section?.blocks.map((block) => (block.kind === 'code' ? block.title : ''))).toEqual([
    'a.js',
    'b.js',
    'c.js',
    'd.js',
  ]);
});

test('code is as readers of the site see it, without marks meant for the site', () => {
  const shown = (code: string): unknown => toSections(`\`\`\`ts\n${code}\n\`\`\``, 'T')[0]?.blocks[0]?.text;
  expect(shown("import { a } from 'a';\n// ---cut---\na();\n// ---cut-after---\nb();")?.toString().trim()).toBe('a();');
  expect(
    shown('// highlight-start\na(); // [!code highlight]\n  // highlight-end\n// @errors: 2345\nb(); // [!code ++]'),
  ).toBe('a();\nb(); // [!code ++]');
  expect(shown('// a comment that says highlight\na(); // -- cut --')).toBe(
    '// a comment that says highlight\na(); // -- cut --',
  );
});

test('a fence that is never closed contains the rest of the page', () => {
  const [section] = toSections('```\na\n## b', 'Page');
  expect(section?.blocks).toEqual([{ kind: 'code', text: 'a\n## b', language: '', title: '' }]);
});

test('repeated headings after thousands of numbered ones have unique anchors', () => {
  const numbered = Array.from({ length: 15_000 }, (_, at) => `## e ${at + 1}`);
  const sections = toSections([...numbered, '## e', '## e', '## e'].join('\n\n'), 'Page');
  expect(sections.slice(-3).map((section) => section.anchor)).toEqual(['e', 'e-15001', 'e-15002']);
});
