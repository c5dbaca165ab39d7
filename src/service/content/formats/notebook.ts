/**
 * Turns a Jupyter notebook into Markdown: its text, its code with the language of its kernel, and the text that the code
 * printed. Pictures and other data are left out. Pure. Source: nbformat.readthedocs.io/en/latest/format_description.html.
 */
import { isObject, parseJson, stringAt, valueAt } from '../../../kit/base/json.ts';
import { fenced } from '../markdown/marks/mark.ts';
import type { Convert } from './format.ts';

/** Of what one cell printed. */
const maxOutputLines = 30;
const maxOutputChars = 3_000;

export const fromNotebook: Convert = async (source) => {
  const markdown = notebookToMarkdown(source);
  return markdown === undefined ? { reason: 'It is not a notebook that can be read.' } : { markdown };
};

/** undefined: it is not a notebook. */
export function notebookToMarkdown(source: string): string | undefined {
  const notebook = parseJson(source);
  // Until version 3, cells were in worksheets.
  const sheets = valueAt(notebook, 'worksheets');
  const cells = valueAt(notebook, 'cells') ?? (Array.isArray(sheets) ? valueAt(sheets[0], 'cells') : undefined);
  if (!Array.isArray(cells)) return undefined;
  const language = (
    stringAt(notebook, 'metadata', 'language_info', 'name') ??
    stringAt(notebook, 'metadata', 'kernelspec', 'language') ??
    'python'
  ).toLowerCase();
  const blocks = cells.flatMap((cell: unknown, at) => toBlocks(cell, at, language));
  return blocks.join('\n\n');
}

function toBlocks(cell: unknown, at: number, language: string): readonly string[] {
  const tags = tagsOf(cell);
  if (tags.has('remove-cell') || tags.has('hide-cell') || stringAt(cell, 'metadata', 'nbsphinx') === 'hidden')
    return [];
  const text = textAt(cell, 'source') || textAt(cell, 'input');
  switch (valueAt(cell, 'cell_type')) {
    case 'markdown':
      return text.trim() === '' ? [] : [withoutData(text)];
    case 'heading':
      return [`${'#'.repeat(levelOf(cell))} ${text.replace(/\s+/g, ' ').trim()}`];
    case 'raw':
      // Quarto keeps its front matter there.
      return at === 0 && /^---[ \t]*\n/.test(text) ? [text] : [];
    case 'code':
      return [...(isShown(cell, text, tags, 'input') ? codeOf(text, language) : []), ...outputsOf(cell, text, tags)];
    default:
      return [];
  }
}

function levelOf(cell: unknown): number {
  const level = valueAt(cell, 'level');
  return typeof level === 'number' && level >= 1 && level <= 6 ? Math.trunc(level) : 1;
}

function tagsOf(cell: unknown): ReadonlySet<unknown> {
  const tags = valueAt(cell, 'metadata', 'tags');
  const list: readonly unknown[] = Array.isArray(tags) ? tags : [];
  return new Set(list.map((tag) => (typeof tag === 'string' ? tag.replaceAll('_', '-') : tag)));
}

const options = /^(?:[ \t]*#\|[^\n]*\n?)+/;

function isShown(cell: unknown, text: string, tags: ReadonlySet<unknown>, part: 'input' | 'output'): boolean {
  if (tags.has(`remove-${part}`) || tags.has(`hide-${part}`)) return false;
  const jupyter = part === 'input' ? 'source_hidden' : 'outputs_hidden';
  if (valueAt(cell, 'metadata', 'jupyter', jupyter) === true) return false;
  const chunk = options.exec(text)?.[0] ?? '';
  const hidden =
    part === 'input'
      ? /^[ \t]*#\|[ \t]*(?:echo|include):[ \t]*false/m
      : /^[ \t]*#\|[ \t]*(?:output|include):[ \t]*false/m;
  return !hidden.test(chunk);
}

function codeOf(source: string, language: string): readonly string[] {
  const text = source.replace(options, '');
  // `%%bash` says that the cell is in another language.
  const magic = /^%%(?:script\s+)?(bash|sh|javascript|js|html|sql|ruby|perl|R|cython|latex)\b[^\n]*\n/.exec(text);
  const code = text
    .slice(magic?.[0].length ?? 0)
    .replace(/^\n+/, '')
    .trimEnd();
  return code === '' ? [] : [fenced(code, (magic?.[1] ?? language).toLowerCase())];
}

function outputsOf(cell: unknown, text: string, tags: ReadonlySet<unknown>): readonly string[] {
  const outputs = valueAt(cell, 'outputs');
  if (!Array.isArray(outputs) || !isShown(cell, text, tags, 'output')) return [];
  const list: readonly unknown[] = outputs;
  const printed: string[] = [];
  const blocks: string[] = [];
  for (const output of list) {
    const markdown = textAt(valueAt(output, 'data'), 'text/markdown');
    if (markdown === '') printed.push(printedBy(output));
    else blocks.push(withoutData(markdown));
  }
  const shown = bounded(printed.filter((one) => one.trim() !== '').join('\n'));
  return [...(shown === '' ? [] : [fenced(shown, 'text')]), ...blocks];
}

/** What `repr` shows of a picture or a progress bar. */
const noText = /^\s*(?:\[?<[^<>\n]{0,300}>\]?|(?:HBox|VBox|interactive|FloatProgress)\([^\n]{0,2000})\s*$/;
/** Colours of terminals. */
const escapes = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, 'g');

function printedBy(output: unknown): string {
  const kind = valueAt(output, 'output_type');
  if (kind === 'error' || kind === 'pyerr')
    return `${stringAt(output, 'ename') ?? 'Error'}: ${stringAt(output, 'evalue') ?? ''}`;
  // Warnings and progress.
  if (kind === 'stream' && (valueAt(output, 'name') ?? valueAt(output, 'stream')) === 'stderr') return '';
  const text =
    kind === 'stream'
      ? textAt(output, 'text')
      : textAt(valueAt(output, 'data'), 'text/plain') || textAt(output, 'text');
  const short = text
    .slice(0, 2 * maxOutputChars)
    .replace(escapes, '')
    .trimEnd();
  return noText.test(short) ? '' : short;
}

function bounded(text: string): string {
  const lines = text.replace(/[\r\0]/g, '').split('\n');
  const kept = lines.slice(0, maxOutputLines).join('\n').slice(0, maxOutputChars);
  return kept.length < lines.join('\n').length ? `${kept}\n…` : kept;
}

/** Text is a string or a list of lines. */
function textAt(value: unknown, key: string): string {
  const found = isObject(value) ? value[key] : undefined;
  if (typeof found === 'string') return found;
  return Array.isArray(found) ? found.filter((line) => typeof line === 'string').join('') : '';
}

/** Markdown without pictures that are written in it: `![plot](data:image/png;base64,…)`. */
function withoutData(markdown: string): string {
  const out: string[] = [];
  let at = 0;
  for (;;) {
    const start = markdown.indexOf('](data:', at);
    if (start === -1) break;
    const end = markdown.indexOf(')', start);
    out.push(markdown.slice(at, start), ']()');
    at = end === -1 ? markdown.length : end + 1;
  }
  return out.length === 0 ? markdown : out.join('') + markdown.slice(at);
}
