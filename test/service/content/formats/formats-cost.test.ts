/** Hostile files of all formats cost time in proportion to their length. */
import { test } from 'vitest';
import { atOnce } from '../../../../src/kit/base/time-slices.ts';
import { toApiPages } from '../../../../src/service/content/formats/api.ts';
import { includedPart } from '../../../../src/service/content/formats/asciidoc/include-part.ts';
import { htmlToMarkdown } from '../../../../src/service/content/formats/html.ts';
import { notebookToMarkdown } from '../../../../src/service/content/formats/notebook.ts';
import { toMarkdown } from '../../../../src/service/content/formats/rst/rst.ts';
import { quartoMarks } from '../../../../src/service/content/markdown/marks/quarto.ts';
import { expectLinear } from '../../../fakes/linear.ts';

test.each([
  '<p>',
  '<b>a',
  '<h2>a',
  '<li>a',
  '<a href=x>y</a>',
  '<table><tr><td>a',
  '<dl><dt>a<dd>b',
  '<pre>a',
  '<i a=b>',
  '<code>`',
  '&lt;',
  '<x',
  '<a ',
  'a*',
])('HTML that repeats %j is read in linear time', async (piece) => {
  await expectLinear(100_000, (chars) => htmlToMarkdown(piece.repeat(chars / piece.length)));
});

test.each(['<h1>a</h1>', '<h1>- a</h1>'])(
  'a page with a long title and many %j is read in linear time',
  async (piece) => {
    await expectLinear(100_000, (chars) => {
      const title = ' - a'.repeat(chars / 4);
      return htmlToMarkdown(`<title>b${title}</title>${piece.repeat(chars / piece.length)}`);
    });
  },
);

test.each(['](data:', '#|a\n', '<', '\u001b[', '%%bash', ' \n'])(
  'a notebook that repeats %j is read in linear time',
  async (piece) => {
    await expectLinear(400_000, (chars) => {
      const source = piece.repeat(chars / piece.length);
      const outputs = [{ output_type: 'stream', text: source }];
      const cells = [
        { cell_type: 'markdown', source },
        { cell_type: 'code', source, outputs },
      ];
      return notebookToMarkdown(JSON.stringify({ cells }));
    });
  },
);

test.each([
  '::: {.a}\n',
  '::: {.callout-note}\n',
  ':::\n',
  '```{r}\n',
  '```{r, ',
  '[a]{.b',
  '{{< var ',
  '#| a\n',
  '::: {.panel-tabset}\n# a\n',
])('a page of Quarto that repeats %j is read in linear time', async (piece) => {
  const context = { variable: () => undefined, anchor: (heading: string) => heading, drop: () => {} };
  await expectLinear(400_000, (chars) => quartoMarks(piece.repeat(chars / piece.length), context));
});

test.each([
  ['AsciiDoc', (numbers: string) => includedPart('a', new Map([['lines', numbers]]))],
  ['reStructuredText', (numbers: string) => toText(`.. literalinclude:: a\n   :lines: ${numbers}`)],
])('numbers of lines of %s are read in linear time', async (_, read) => {
  await expectLinear(2_000, (chars) => read(`1${' '.repeat(chars)}x`));
});

function toText(source: string): unknown {
  return atOnce(toMarkdown(source, { ...rstSettings, find: () => ({ path: 'a', text: 'a' }) }));
}

const rstSettings = { file: 'a.rst', root: '', variables: new Map([['a', '|a| |a|']]), find: () => undefined };

test.each([
  '``a ',
  '`a <',
  '*a ',
  '**a ',
  '|a ',
  '|a| ',
  ':a:`b ',
  'a_ ',
  'a.',
  '[a',
  '[1]_ ',
  '\\',
  'A\n=\n\n',
  '- a\n',
  '- ',
  ' ',
  '  a\n   b\n',
  '+-+\n',
  '+-+-+\n| |\n',
  '== ==\na\n',
  '.. a::\n',
  '.. note:: a\n   ',
  '.. _a:\n',
  '.. _a: b_\n\na_\n\n',
  '.. |a| replace:: |a| |a|\n\n|a|\n\n',
  ':a: b\n',
  '-a  b\n',
  'a::\n\n b\n\n',
  '.. list-table::\n\n   * - a\n',
  '.. csv-table::\n\n   "a\n',
  '.. glossary::\n\n   a\n',
  '.. function:: a(\n',
  '| a\n',
])('reStructuredText that repeats %j is read in linear time', async (piece) => {
  await expectLinear(100_000, (chars) => atOnce(toMarkdown(piece.repeat(chars / piece.length), rstSettings)));
});

test('blocks in blocks without end are read in linear time', async () => {
  const nested = (chars: number): string => {
    const lines: string[] = [];
    for (let depth = 0, left = chars; left > 0; depth = (depth + 1) % 200, left -= depth + 10)
      lines.push(`${' '.repeat(depth)}- a`, '');
    return lines.join('\n');
  };
  await expectLinear(400_000, (chars) => atOnce(toMarkdown(nested(chars), rstSettings)));
});

/** As many paths or schemas as fit, each of which has `value`; `x` is an object with as many fields. */
function api(chars: number, value: string): string {
  const count = Math.ceil(chars / (2 * value.length + 20));
  const all = (start: string): string => Array.from({ length: count }, (_, at) => `"${start}${at}":${value}`).join();
  return `{"openapi":"3.0.0","x":{${all('x')}},"paths":{${all('/')}},"components":{"schemas":{${all('s')}}}}`;
}

test.each([
  '{"$ref":"#/paths"}',
  '{"$ref":"#/x"}',
  '{"get":{"parameters":[{"$ref":"#/x"}],"responses":{"200":{"$ref":"#/x"}}}}',
  '{"get":{"requestBody":{"content":{"a":{"schema":{"properties":{"$ref":"#/x"}}}}}},"default":{"$ref":"#/x"}}',
  '{"properties":{"a":{"$ref":"#/components/schemas"}},"allOf":[{"$ref":"#/x"}]}',
])('a description of an API that is made of %j is read in linear time', async (value) => {
  await expectLinear(60_000, (chars) => toApiPages(api(chars, value), true));
});

test.each([
  '{"$ref":"#/channels"}',
  '{"messages":{"$ref":"#/x"},"parameters":{"$ref":"#/x"},"bindings":{"$ref":"#/x"}}',
  '{"action":"send","channel":{"$ref":"#/x"},"traits":[{"$ref":"#/x"},{"$ref":"#/x"}],"bindings":{"$ref":"#/x"}}',
  '{"publish":{"message":{"oneOf":[{"$ref":"#/x"},{"$ref":"#/channels/x0"}]}},"servers":["x0"]}',
  '{"payload":{"properties":{"a":{"$ref":"#/x"}}},"messages":{"a":{"$ref":"#/channels/x1"}}}',
])('an AsyncAPI description that is made of %j is read in linear time', async (value) => {
  await expectLinear(60_000, (chars) => {
    const count = Math.ceil(chars / (4 * value.length + 40));
    const all = Array.from({ length: count }, (_, at) => `"x${at}":${value}`).join();
    const parts = ['x', 'servers', 'channels', 'operations'].map((name) => `"${name}":{${all}}`);
    return toApiPages(`{"asyncapi":"3.0.0",${parts.join()}}`, true);
  });
});

test.each(['- a\n', '[', ','])(
  'a description of an API in YAML that repeats %j is read in linear time',
  async (piece) => {
    await expectLinear(50_000, (chars) =>
      toApiPages(`openapi: 3.0.0\nx: ${piece.repeat(chars / piece.length)}`, false),
    );
  },
);

test('a description of an API whose names have one address is read in linear time', async () => {
  await expectLinear(400_000, (chars) => {
    const marks = (at: number): string => at.toString(2).padStart(20, '0').replaceAll('0', '!').replaceAll('1', '?');
    const names = Array.from({ length: chars / 30 }, (_, at) => `"s${marks(at)}":{}`);
    return toApiPages(`{"openapi":"3.0.0","components":{"schemas":{${names.join()}}}}`, true);
  });
});
