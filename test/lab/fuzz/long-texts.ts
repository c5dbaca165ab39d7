/**
 * Runs in a worker. Reads texts so long that a quadratic reader takes minutes, and a linear one an instant. `npm run growth`
 * looks for more of them.
 */
import { step } from './hang-guard.ts';
import { readers } from './readers.ts';
import { type Shape, textOf } from './shapes.ts';

const chars = 200_000;

function repeated(...units: readonly string[]): readonly Shape[] {
  return units.map((unit) => ({ begin: '', unit, end: '' }));
}

/** By reader: mostly of pages, and of single functions for text that a page cannot contain. */
const shapes: Readonly<Record<string, readonly Shape[]>> = {
  'docs-server page.md': [
    ...repeated(
      ' ',
      '\t',
      ' \n',
      '    \n',
      '<b a=',
      '<Snippet file=',
      '*a ',
      '*a\u202e ',
      '`',
      '> ',
      '- ',
      '- a\n',
      '|',
    ),
    { begin: '<<< x', unit: ' ', end: '!' },
    { begin: 'a\n', unit: ' ', end: 'x' },
    { begin: '- a ', unit: ' ', end: 'x' },
    { begin: '# a', unit: ' ', end: 'b' },
    { begin: '# a', unit: '#', end: 'b' },
    { begin: 'a|b\n', unit: ' ', end: 'x-' },
    { begin: '```\na', unit: ' ', end: 'b\n```' },
    { begin: '(', unit: 'A. ', end: '' },
    { begin: '[', unit: '[a](b.md) ', end: '' },
    { begin: '- a\n', unit: '  a\n', end: '' },
    { begin: '- a\n', unit: '  - a\n', end: '' },
    // For a regular expression this separator ends a line, for a parser it does not.
    { begin: '```', unit: ' ', end: 'x\u2028' },
    { begin: '', unit: '~', end: '\u2028' },
    { begin: ':::a', unit: ' ', end: '\u2028' },
    { begin: ':::', unit: 'a', end: '\u2028' },
  ],
  'docs-server page.mdx': [
    ...repeated(
      '{a ',
      '{"',
      '{/*',
      '{/* {/* */ ',
      '<A b={',
      '<A /*',
      '<A //',
      '<A /**/',
      '{[',
      '{`\\`',
      "{'\\'",
      '![',
      '[a](',
    ),
    ...repeated(
      '<table>',
      '<table><tr><td>{x</td></tr></table>{',
      '<tr ',
      '<script>',
      '<style>x</style',
      '<pre></pre',
      '<pre ',
    ),
    ...repeated(
      'export {\n\n',
      'import A, {\n',
      '{{<',
      '{{#include ',
      '{{#include x',
      '-8<-\n',
      '`',
      '` `` ``` ',
      '\n# e',
    ),
    { begin: '', unit: '<script>', end: '</script' },
    { begin: '', unit: '<pre>', end: '</pre>' },
    { begin: '<pre>', unit: ' ', end: 'x</pre>' },
    { begin: '<table>', unit: '<tr ', end: '</table>' },
    { begin: '<b ', unit: '/**/', end: '<' },
    { begin: 'import', unit: ' ', end: 'A' },
    { begin: '[a](', unit: ' ', end: '' },
    { begin: '# {#', unit: 'a', end: '' },
    { begin: '# a', unit: ' ', end: '' },
    { begin: '```', unit: '[', end: '' },
    { begin: "import Aa from './a.mdx'\n", unit: '<Aa ', end: '' },
  ],
  'docs-server code': [{ begin: '', unit: '// [!code hl]', end: '\u2028' }],
  'docs-server included': repeated('#region a '),
  'docs-server literal': repeated('\\`', "'\\'", '[', '[{', '{a:'),
  'docs-server search and answer': [
    { begin: 'a', unit: ' ', end: 'b' },
    { begin: '<', unit: ' ', end: 'x' },
    { begin: 'https://', unit: '.', end: 'x' },
    ...repeated('> [!NOTE]\n'),
  ],
  'core scan': [
    ...repeated('\t', '\r', '> '),
    { begin: '', unit: '- ', end: 'x' },
    { begin: '', unit: '>\t', end: 'x' },
    { begin: '', unit: '~', end: '\u2028' },
    { begin: 'a|b\n|-', unit: ' ', end: 'x' },
  ],
  'wire unknown, in pieces': repeated('a', 'a:b\n'),
  'core hold back': [
    { begin: 'a', unit: ' ', end: 'x' },
    { begin: 'a', unit: '\\', end: 'x' },
  ],
  'core inline': [
    { begin: 'www.a', unit: '.', end: 'x' },
    { begin: '[a](', unit: ' ', end: 'x y' },
  ],
  'core source': [
    { begin: 'a', unit: '/', end: 'x' },
    { begin: '', unit: '#', end: '\n' },
  ],
  'core references': repeated('[\\'),
  'core layout': [{ begin: '', unit: 'a', end: '\u2028x' }],
  'docs-server title': [{ begin: 'a', unit: '.', end: 'x' }],
  'docs-server navigation': [{ begin: 'a', unit: '/', end: 'x' }],
  'docs-server known links': [
    { begin: 'https://a.b/', unit: '.', end: 'x' },
    { begin: '', unit: 'https://a.b ', end: '' },
  ],
  'core without people': repeated('`', '` `` '),
  'docs-api update status': repeated('eyJaaaaaaaaaa-', '-----BEGIN PRIVATE KEY-----'),
  'docs-api suggestions': [{ begin: '>', unit: ' ', end: 'x\u2028x' }],
  'docs-api blocks': repeated('a'),
  'docs-api mixed blocks': repeated('a'),
  'docs-api pages': repeated('a'),
};

for (const [name, own] of Object.entries(shapes)) {
  for (const shape of own) {
    step(`${name} at ${JSON.stringify(shape)}`);
    await readers[name]?.read(textOf(shape, chars));
  }
}

/** Each message is short and quick to read; together they take seconds if one takes more time than it should. */
const messages = 150;

/** A run of white space between words, with a different end each time, since results may be cached. */
for (const blank of ['\n', ' \n']) {
  step(`${messages} messages with ${JSON.stringify(blank)} in a row`);
  const row = textOf({ begin: 'why', unit: blank, end: '' }, 1_900);
  for (let at = 0; at < messages; at += 1) await readers['core questions']?.read(`${row}x${at}`);
}
