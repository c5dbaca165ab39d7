import { describe, expect, it } from 'vitest';
import { shownHtml } from '../../../src/kit/markdown/html.ts';

function shown(value: string, parent = 'paragraph'): string {
  const node = shownHtml({ type: 'html', value }, ['root', parent]);
  return node.type === 'break' ? node.type : node.value;
}

describe('HTML', () => {
  it.each([
    ['<kbd>', ''],
    ['<a href="/x" >', ''],
    ['</sub>', ''],
    ['<sup>', '^'],
    ['</sup>', ''],
    ['<img src="/x.png" alt="A kiln"/>', 'A kiln'],
    ['<img src="/x.png" alt="a > b">', 'a > b'],
    ['<b and c>', '<b and c>'],
    ['<!-- nothing -->', ''],
    ['<br />', 'break'],
    ['<div>', '<div>'],
    ['<your-key>', '<your-key>'],
    ['<script>', '<script>'],
    ['<Bold>', '<Bold>'],
  ])('%j within a line becomes %j', (value, words) => {
    expect(shown(value)).toBe(words);
  });

  it.each([
    ['<details>\n<summary>Why?</summary>', 'Why?'],
    ['<p align="center">\n  One<br>two\n</p>', '  One\ntwo'],
    ['<a id="end"></a>', ''],
    ['<h1\n>One</h1>', 'One'],
    ['<details open>\n<img width=9 alt="a > b">\n<p style={x}>if a <b and c> d', 'a > b\nif a <b and c> d'],
    ['<Tabs>\n<!-- a -->\nTwo', '<Tabs>\nTwo'],
  ])('%j on lines of its own becomes %j', (value, words) => {
    expect(shown(value, 'root')).toBe(words);
  });

  it('never ends a table row', () => {
    expect(shown('<br>', 'tableCell')).toBe(' ');
  });
});
