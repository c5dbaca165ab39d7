import { expect, test } from 'vitest';
import { atOnce } from '../../../../src/kit/base/time-slices.ts';
import { plainMarkdown as slicedMarkdown } from '../../../../src/service/content/markdown/components.ts';

function plainMarkdown(...args: Parameters<typeof slicedMarkdown>) {
  return atOnce(slicedMarkdown(...args));
}

function plain(source: string): string {
  return plainMarkdown(source, true)
    .replace(/\n\s*\n(\s*\n)*/g, '\n\n')
    .trim();
}

test.each([
  ['imports', "import { A } from './a';\nimport B from 'b'\n\nText", 'Text'],
  ['imports over several lines', "import A, {\n  b,\n} from 'a'\nimport type { C } from './c'\n\nText", 'Text'],
  ['exports with their content', 'export const meta = {\n  title: 1,\n};\n\nText', 'Text'],
  ['exports with blank lines in them', 'export default function X() {\n\n  return <p>a</p>\n\n}\n\nText', 'Text'],
  ['exports whose brackets never close', 'export const a = {\n  b: 1\n\nText', 'Text'],
  [
    'containers that only group',
    '::: code-group\na\n:::\n\n[[toc]]\n*[A]: Abbreviated\n\n:material-check:Text',
    'a\n\nText',
  ],
  ['comments', 'a {/* no */}b <!-- no\nno -->c', 'a b c'],
  ['expressions', 'a{" "}b {props.name} c', 'a b  c'],
  ['layout tags', '<div className="x" style={{ a: 1 }}>Text</div>', 'Text'],
  ['scripts and pictures', 'a<script>let x = 1 < 2</script><svg><path d="M0" /></svg><img src="x" alt="y" />b', 'ab'],
])('%s are removed', (_, source, expected) => {
  expect(plain(source)).toBe(expected);
});

test('MDX comments are removed from Markdown, too, but other braces stay', () => {
  expect(plainMarkdown('a {/* no */}b {c}', false)).toBe('a b {c}');
});

test.each([
  ['a note', '<Note>\n  Mind the gap.\n</Note>', '**Note:** Mind the gap.'],
  ['a titled callout', '<Callout title="Mind">the gap</Callout>', '**Mind:** the gap'],
  ['a step', '<Step title="Install">\nRun it.\n</Step>', '1. **Install**\n\nRun it.'],
  ['a card', '<Card title="Start" href="/start">Begin here.</Card>', '- [Start](/start): Begin here.'],
  ['a tab', '<Tab title="npm">x</Tab>', '**npm**\n\nx'],
  [
    'a parameter',
    '<ParamField path="id" type="string" required>The id.</ParamField>',
    '- `id` (`string`, required): The id.',
  ],
  ['a parameter with backticks', '<ParamField path="a``b">The id.</ParamField>', '- ``` a``b ```: The id.'],
  ['a command', '<Snippet text="pnpm add ai" dark />', '```sh\npnpm add ai\n```'],
  ['a command with a fence', '<Snippet text={"a\\n```\\nb"} />', '~~~~~~sh\na\n```\nb\n~~~~~~'],
  ['an import', '<Snippet text="import { a } from \'ai\'" />', "```ts\nimport { a } from 'ai'\n```"],
  ['packages', '<InstallPackages packages="ai zod" />', '```sh\nnpm install ai zod\n```'],
  ['a link', 'See <Link href="/x">that page</Link>.', 'See [that page](/x).'],
  ['HTML', 'a <b>c</b> <code>d</code><br/>e', 'a **c** `d`\ne'],
  ['a heading with an id', '<h2 id="own">One</h2>Text', '## One {#own}\n\nText'],
  [
    'an HTML table',
    '<table><tr><th>A</th><th>B</th></tr>\n<tr><td>1 | <b>2</b></td><td>\n3</td></tr></table>',
    '| A | B |\n| --- | --- |\n| 1 \\| **2** | 3 |',
  ],
  ['HTML code', '<pre><code class="language-ts">a &lt; <b>b</b>\n  {c}</code></pre>', '```ts\na < b\n  {c}\n```'],
  ['code in a note', '<Note><pre>a</pre></Note>', '**Note:**\n\n```\na\n```'],
  ['code in a template', '<CodeBlock language="js">{`a {\n}`}</CodeBlock>', '```js\na {\n}\n```'],
  ['a component in a sentence', 'Press <Key>K</Key> <Icon name="x" />to stop.', 'Press K to stop.'],
  ['a tag with comments in it', '<Card\n  // one\n  title="A" /* two */\n>b</Card>', '**A**\n\nb'],
  [
    'a type table',
    "<TypeTable type={{ id: { type: 'string', description: 'Which.' } }} />",
    '- `id` (`string`): Which.',
  ],
  ['files', '<Files><Folder name="app"><File name="a.ts" /></Folder></Files>', '- `app`\n\n- `a.ts`'],
  ['a formula', 'a $\\frac{b}{c}$ for $5 or $6 {x}', 'a $\\frac{b}{c}$ for $5 or $6'],
  ['an admonition', ':::tip Try it\nNow.\n:::', '**Try it:**\nNow.'],
  ['an admonition with a blank line', ':::tip\n\nTry it.\n\n:::', '**Tip:**\nTry it.'],
  ['a MkDocs admonition', '!!! warning\n    Hot.', '**Warning:**\n    Hot.'],
  ['an admonition with attributes', ':::danger{title="Hot"}\nx\n:::', '**Hot:**\nx'],
  ['an admonition with a title in brackets', ':::note[Mind **it**]{#a}\nx\n:::', '**Mind **it**:**\nx'],
  ['an inline admonition', '!!! tip inline end "Look"\n    Hot.', '**Look:**\n    Hot.'],
  ['a tab inside something', '    === "npm"\n\n        run', '**npm**\n\n        run'],
  ['a tab with a value only', '<TabItem value="npm">x</TabItem>', '**npm**\n\nx'],
  ['a callout with a type', '<Callout type="warn">x</Callout>', '**Warning:** x'],
  ['a GitHub alert', '> [!NOTE]\n> Hot.', '> **Note:**\n> Hot.'],
  ['ticks in a table', '| a | <Check size={18} /> | <Cross size={18} /> |', '| a | ✓ | ✗ |'],
])('%s becomes plain Markdown', (_, source, expected) => {
  expect(plain(source)).toBe(expected);
});

test('steps are numbered from one in each list, also with code between them', () => {
  const steps = '<Steps><Step title="A">\n```sh\nx\n```\n</Step><Step title="B">b</Step></Steps>';
  const numbers = plain(`${steps}\n\n${steps}`).match(/^\d\. .*$/gm);
  expect(numbers).toEqual(['1. **A**', '2. **B**', '1. **A**', '2. **B**']);
});

test('content of a list item stays in it, with components around or inside it', () => {
  expect(plain('1. one\n   <Note>Mind it.</Note>\n2. two')).toBe('1. one\n\n   **Note:** Mind it.\n\n2. two');
  const steps =
    '<Steps>\n  <Step title="A">\n    Do it.\n    <Tip>Now.</Tip>\n  </Step>\n  <Step title="B">b</Step>\n</Steps>';
  expect(plain(steps)).toBe('1. **A**\n\n    Do it.\n\n    **Tip:** Now.\n\n2. **B**\n\nb');
  expect(plain('- a\n\n<Tabs>\n  <Tab title="x">b</Tab>\n</Tabs>')).toBe('- a\n\n**x**\n\nb');
});

test('parameters in attributes become a list, and nested ones a nested list', () => {
  const source = `<PropertiesTable content={[
    { name: 'a', type: "'x' | 'y'", isOptional: true, description: 'One\\'s ' + "own.", },
    { name: 'b', type: \`Record<string, number>\`, description: \`Two.\`, properties: [
      { type: 'B', parameters: [{ name: 'c', type: 'number', description: 'Three.' }] },
    ] },
  ]} />`;
  expect(plain(source)).toBe(
    [
      "- `a` (`'x' | 'y'`, optional): One's own.",
      '- `b` (`Record<string, number>`): Two.',
      '  - `c` (`number`): Three.',
    ].join('\n'),
  );
});

test.each([
  'a `<Tag>{x}</Tag>` b',
  '```tsx\nimport a from "a";\n<Note>{x}</Note>\n```',
  '~~~\n<a>\n```\n<b>\n~~~',
  'a < b and c > d',
  '1 <2, \\<Tag>',
  '| a |\n| - |\n| b |',
])('code and plain characters stay: %j', (source) => {
  expect(plain(source)).toBe(source);
});

test('attribute lists are removed from Markdown, but heading ids stay', () => {
  expect(plainMarkdown('[a](b){ .button } `{ .c }`\n{: .wide #id }', false)).toBe('[a](b) `{ .c }`\n');
  expect(plainMarkdown('## A {#b}\n## C {: #d }', false)).toBe('## A {#b}\n## C {: #d }');
});

test('a component may have the name of an inherited property', () => {
  expect(plainMarkdown('a <constructor>b</constructor> c', true)).toContain('b');
});

test('braces are text in Markdown', () => {
  expect(plainMarkdown('Set {id} and { x }.', false)).toBe('Set {id} and { x }.');
});

test('a code span ends with as many backticks as it began with, in its own paragraph', () => {
  expect(plain('``a ` <b>`` <b>c</b>')).toBe('``a ` <b>`` **c**');
  expect(plain('`a\n\n<b>b</b>`')).toBe('`a\n\n**b**`');
  expect(plain('\\`a <b>b</b>` <b>c`')).toBe('\\`a **b**` <b>c`');
  const ticks = '`'.repeat(70_000);
  expect(plain(`a ${ticks} <b>b</b>`).endsWith('` **b**')).toBe(true);
  expect(plain(`a ${ticks} <b> ${ticks}`)).toContain('` <b> `');
});

test.each(['{', 'items={'])('deeply nested brackets in %j do not hide the text after them', (begin) => {
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const source = begin === '{' ? `{${nested}}` : `<List ${begin}${nested}} title="A" />`;
  expect(plain(`${source}\n\n<b>b</b>`)).toMatch(/\*\*b\*\*$/);
});

test.each([
  [
    'data that a component renders',
    "export const faq = [\n  { question: 'Why clay?', answer: 'It is cheap.' },\n];\n\n<Faq items={faq} />",
    '- **Why clay?**: It is cheap.',
  ],
  [
    'data that an expression renders',
    "export const Rows = [{ title: 'Oak', description: 'One hour' }];\n\n{Rows.map((row) => (\n  <Row key={row.title} {...row} />\n))}",
    '- **Oak**: One hour',
  ],
  [
    'a component of the page',
    'export const Faq = () => (\n  <div>\n    <h3>Why clay?</h3>\n    <p>It is cheap.</p>\n  </div>\n);\n\nText\n\n<Faq />',
    'Text\n\n### Why clay?\n\nIt is cheap.',
  ],
  ['a text', "export const heat = '1260 degrees';\n\nFire at {heat}.", 'Fire at 1260 degrees.'],
])('%s that a page exports is content', (_, source, expected) => {
  expect(plain(source)).toBe(expected);
});

test('data that is used very often does not make the page many times as long', async () => {
  const data = `export const rows = [${"{ title: 'Oak' },".repeat(1_000)}];\n\n`;
  expect(plain(data + '<Rows items={rows} />\n\n'.repeat(1_000)).length).toBeLessThan(1_000_000);
});
