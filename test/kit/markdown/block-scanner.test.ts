/** Compares the scanner with the parser, line by line: the innermost block, and how many containers it is in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { type LineKind, scan } from '../../../src/kit/markdown/block-scanner.ts';
import { parseMarkdown } from '../../../src/kit/markdown/parse.ts';
import { runs } from '../../fakes/runs.ts';

function parsed(text: string): readonly string[] {
  const lines: string[] = [];
  const visit = (node: Nodes, depth: number): void => {
    if (blocks.has(node.type) && node.position) {
      for (let line = node.position.start.line; line <= node.position.end.line; line += 1) {
        lines[line - 1] = `${node.type === 'definition' ? 'paragraph' : node.type} ${depth}`;
      }
      return;
    }
    const children: readonly Nodes[] = 'children' in node ? node.children : [];
    for (const child of children) visit(child, depth + (containers.has(node.type) ? 1 : 0));
  };
  // Given the name of a definition, the parser reads the text as a whole.
  visit(parseMarkdown(text, ['a name']), 0);
  return lines;
}

const blocks = new Set(['paragraph', 'heading', 'thematicBreak', 'code', 'html', 'table', 'definition']);
const containers = new Set(['blockquote', 'listItem', 'footnoteDefinition']);
const names: Readonly<Record<LineKind, string>> = {
  blank: 'blank',
  paragraph: 'paragraph',
  heading: 'heading',
  underline: 'heading',
  rule: 'thematicBreak',
  fence: 'code',
  code: 'code',
  'fence-end': 'code',
  indented: 'code',
  html: 'html',
  head: 'table',
  delimiter: 'table',
  row: 'table',
};

function expectAgreement(text: string): void {
  const theirs = parsed(text);
  for (const [index, line] of scan(text).entries()) {
    const ours = `${names[line.kind]} ${line.containers.length}`;
    const other = theirs[index] ?? 'blank';
    if (line.kind === 'blank') expect(other, `${index} of ${JSON.stringify(text)}`).toMatch(/^(?:blank|code|html)/);
    // The lines above an underline belong to its heading; the lines of an empty fence have no block of their own.
    else if (line.kind === 'paragraph' && other.startsWith('heading')) continue;
    else if (line.kind === 'code' && other === 'blank') continue;
    else expect(ours, `${index} of ${JSON.stringify(text)}`).toBe(other);
  }
}

const pieces = [
  '- ',
  '* ',
  '1. ',
  '2. ',
  '10. ',
  '> ',
  '  ',
  '   ',
  '```\n',
  '```js\n',
  '~~~\n',
  '\n',
  '\n',
  '\n\n',
  'word ',
  'two words',
  '\n',
  '# h\n',
  '---\n',
  '===\n',
  '| a | b |\n',
  '|---|---|\n',
  '<div>\n',
  '**b**',
  '[^1]: ',
];
const soup = fc
  .array(fc.constantFrom(...pieces), { maxLength: 14 })
  .map((parts) => parts.join(''))
  // After indented code the parser reads lists by different rules.
  .filter((text) => !/^[ >]*(?:[-*] |\d+\. )*[ >]* {4}/m.test(text));

describe('the block scanner', () => {
  it('agrees with the parser on random Markdown', () => {
    fc.assert(fc.property(soup, expectAgreement), runs(2000));
  });

  it('agrees with the parser on documentation pages', () => {
    const folder = join(import.meta.dirname, '../../../node_modules/ai/docs/03-ai-sdk-core');
    for (const file of readdirSync(folder).slice(0, 25)) {
      expectAgreement(readFileSync(join(folder, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''));
    }
  });

  it('returns the same lines for a text that has grown or was cut as for a new one', () => {
    fc.assert(
      fc.property(soup, fc.nat(200), fc.nat(200), (text, a, b) => {
        const part = text.slice(0, a);
        expect(scan(text, scan(part))).toEqual(scan(text));
        expect(scan(text.slice(0, b), scan(text))).toEqual(scan(text.slice(0, b)));
      }),
      runs(1000),
    );
  });
});
