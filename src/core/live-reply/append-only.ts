/**
 * What of a body more text cannot change: the part that may be written into a message that only grows. In: a body, and
 * the text that it is a share of. Out: Markdown that the same body's later Markdown begins with. Pure.
 *
 * A body is closed where the text stops; what only closes is left out. An emphasis or a piece of code that stands open
 * is held back until it closes, unless that takes too long, or soon nothing would show; a fence is not: its lines are
 * shown as they come.
 */
import { scan } from '../markdown/block-scanner.ts';
import { closeOpen } from '../markdown/hold-back.ts';
import { scanInline } from '../markdown/inline-scanner.ts';
import type { Body } from '../model/body.ts';

/** How much is held back for a mark that is not closed, in characters. */
const maxHeld = 300;
/** The same where nothing stands before it: somebody waits for the first words. */
const maxHeldFirst = 60;
/** Of the last line, so much is enough to find it again. */
const lineTail = 48;
/** What closes is no longer, in characters. */
const maxClosing = 200;

export function appendOnlyPrefix(body: Body, text: string): string {
  const { markdown } = body;
  const share = text.slice(body.from, body.to).trimEnd();
  // In a message that begins within a list its lines are less deep.
  const line = share
    .slice(share.lastIndexOf('\n') + 1)
    .slice(-lineTail)
    .trimStart();
  const end = line === '' ? undefined : endOfWritten(markdown, line);
  if (end === undefined) return markdown;
  const written = markdown.slice(0, end);
  return end === markdown.length || markdown.startsWith('\n', end) ? written : withoutOpen(written);
}

/** Where what only closes begins: after `line`, where closing what is open there gives the whole. */
function endOfWritten(markdown: string, line: string): number | undefined {
  let found: number | undefined;
  const least = Math.max(0, markdown.length - maxClosing - line.length);
  for (let at = markdown.lastIndexOf(line); at >= least; at = at === 0 ? -1 : markdown.lastIndexOf(line, at - 1)) {
    const end = at + line.length;
    if (closeOpen(markdown.slice(0, end)) === markdown) found = end;
  }
  return found;
}

/** The Markdown up to where the emphasis or code begins that stands open at its end, and without a marker left bare. */
function withoutOpen(markdown: string): string {
  const leaf = scan(markdown).at(-1)?.leaf ?? 0;
  for (let end = markdown.length - 1; end >= Math.max(leaf, markdown.length - maxHeld); end -= 1) {
    const isMark = /[*_~`]/.test(markdown.charAt(end)) && markdown.charAt(end - 1) !== markdown.charAt(end);
    if (!isMark || scanInline(markdown.slice(leaf, end), true).close !== '') continue;
    const lines = scan(markdown.slice(0, end));
    const before = markdown.slice(0, lines.findLast(({ kind }) => kind !== 'blank')?.end ?? 0).trimEnd();
    return before === '' && markdown.length > maxHeldFirst ? markdown : before;
  }
  return markdown;
}
