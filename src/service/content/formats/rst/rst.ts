/**
 * reStructuredText, with the directives and roles of Sphinx -> Markdown. In: the source, and how to read its includes. Out: the
 * page with its labels. Source: docutils.sourceforge.io/docs/ref/rst/restructuredtext.html, read 2026-11-28.
 */
import { posix } from 'node:path';
import { atOnce, type Work } from '../../../../kit/base/time-slices.ts';
import type { Convert, Converted, FormatPlace } from '../format.ts';
import { includeCandidates } from '../include-candidates.ts';
import { readBlocks } from './blocks.ts';
import { Inline } from './inline.ts';
import { type PageSettings, RstPage } from './page.ts';
import { toLines } from './text.ts';
import { writeNodes } from './writer.ts';

export const fromRst: Convert = async (source, place) => {
  const files = await readIncluded(source, place);
  const find: PageSettings['find'] = (path, from) => files.get(keyOf(path, from));
  const { file, variables, folders } = place;
  // The folder of the site's settings, if it is in the docs folder.
  const root = folders.find((folder) => folder !== '' && !folder.startsWith('..')) ?? '';
  return atOnce(toMarkdown(source, { file, root, variables, find }));
};

export function* toMarkdown(source: string, settings: PageSettings): Work<Converted> {
  const page = new RstPage(settings);
  const lines = withoutMetadata(toLines(source), page);
  const shared = (name: string): readonly string[] => ['', ...toLines(settings.variables.get(name) ?? ''), ''];
  const place = { page, file: settings.file, depth: 0, hasSections: true };
  const nodes = yield* readBlocks([...shared('rst_prolog'), ...lines, ...shared('rst_epilog')], place);
  page.namePending('');
  const title = nodes.find((node) => node.kind === 'heading');
  const inline = new Inline(page);
  const blocks = yield* writeNodes(nodes, inline);
  const { front, missing, dropped } = page;
  const render = (text: string): string => inline.render(text, { isLink: true }).replace(/\s+/g, ' ').trim();
  const name = `/${settings.file.replace(/\.[^./]+$/, '')}`;
  const own = { name, anchor: '', title: title?.kind === 'heading' ? render(title.text) : name };
  return { markdown: blocks.join('\n\n'), front, labels: [own, ...page.labels(render)], missing, dropped };
}

const field = /^:([A-Za-z][\w -]{0,60}):(?: +(.*))?$/;

/** A list of fields at the beginning is about the page. */
function withoutMetadata(lines: readonly string[], page: RstPage): readonly string[] {
  const from = lines.findIndex((line) => line !== '');
  if (from === -1 || !field.test(lines[from] ?? '')) return lines;
  let at = from;
  for (; at < lines.length && (field.test(lines[at] ?? '') || lines[at]?.startsWith(' ')); at += 1) {
    const [, name = '', value = ''] = field.exec(lines[at] ?? '') ?? [];
    if (/^(?:description|keywords)$/.test(name)) page.front[name] = value;
  }
  return lines.slice(at);
}

/** How many files a page may include. */
const maxFiles = 1_000;
const included =
  /^[ \t]*(?:[-*+] |\|[^|\n]{1,100}\| )?\.\. +(include|literalinclude) ?::[ \t]*(\S[^\n]*)$|^[ \t]+:file:[ \t]*(\S[^\n]*)$/gm;

/** The files that the page and its includes name, by `keyOf`. */
async function readIncluded(
  source: string,
  { file, read, folders }: FormatPlace,
): Promise<ReadonlyMap<string, { readonly path: string; readonly text: string }>> {
  const files = new Map<string, { readonly path: string; readonly text: string }>();
  const waiting = [{ text: source, from: file }];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next && seen.size < maxFiles; next = waiting.pop()) {
    for (const [, kind = '', named, csv] of next.text.matchAll(included)) {
      const path = (named ?? csv ?? '').trim();
      const key = keyOf(path, next.from);
      if (path.startsWith('<') || seen.has(key) || seen.size >= maxFiles) continue;
      seen.add(key);
      const beside = path.startsWith('/') ? [] : [next.from, file];
      for (const candidate of includeCandidates(path, beside, folders)) {
        const text = await read(candidate);
        if (text === undefined) continue;
        files.set(key, { path: candidate, text });
        if (kind === 'include') waiting.push({ text, from: candidate });
        break;
      }
    }
  }
  return files;
}

function keyOf(path: string, from: string): string {
  return `${posix.dirname(from)}\n${path.trim()}`;
}
