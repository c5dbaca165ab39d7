/**
 * The part of a body that later text cannot change, so that it may be appended to a stream: Markdown that every later
 * Markdown of the same body begins with.
 *
 * A body closes what is open where its text stops; those closing marks are left out. Emphasis or code that is still open
 * is held back until it closes, unless that takes too long or nothing else would show. A fence is not held back: its lines
 * are shown as they come.
 */
import { scan } from '../markdown/block-scanner.ts';
import { closeOpen } from '../markdown/hold-back.ts';
import { scanInline } from '../markdown/inline-scanner.ts';
import type { Body } from '../model/body.ts';

/** How many characters are held back at most behind a mark that is not closed. */
const maxHeld = 300;
/** The same when nothing stands before the mark: somebody waits for the first words. */
const maxHeldFirst = 60;
/** This much of the last line is enough to find it again. */
const lineTail = 48;
/** Closing marks are never longer, in characters, and hold nothing else. */
const maxClosing = 200;
const closing = /^[\s>*_~`\\]*$/;
/** How many marks are looked at for one before which nothing is open. */
const maxMarks = 40;

/** The prefix, and the offset in the text up to which it shows it. */
export function appendOnly(body: Body, text: string): { readonly markdown: string; readonly to: number } {
  const { markdown } = body;
  const share = text.slice(body.from, body.to).trimEnd();
  // A message that begins inside a list indents its lines less than the text does.
  const line = share
    .slice(share.lastIndexOf('\n') + 1)
    .slice(-lineTail)
    .trimStart();
  const end = line === '' ? undefined : startOfClosing(markdown, line);
  if (end === undefined) return { markdown, to: body.to };
  const written = markdown.slice(0, end);
  const isWhole = end === markdown.length || markdown.startsWith('\n', end);
  const prefix = isWhole ? written : beforeOpenMarks(written);
  return { markdown: prefix, to: body.from + share.length - held(share, written.slice(prefix.length)) };
}

/** How long the end of the share is that has these characters; line breaks and indentation may differ. */
function held(share: string, markdown: string): number {
  let left = markdown.replace(/\s+/g, '').length;
  let at = share.length;
  while (left > 0 && at > 0) {
    at -= 1;
    if (/\S/.test(share.charAt(at))) left -= 1;
  }
  return share.length - at;
}

/** Where the closing marks begin: behind `line`, where closing what is open there results in the whole. */
function startOfClosing(markdown: string, line: string): number | undefined {
  let found: number | undefined;
  const least = Math.max(0, markdown.length - maxClosing - line.length);
  for (let at = markdown.lastIndexOf(line); at >= least; at = at === 0 ? -1 : markdown.lastIndexOf(line, at - 1)) {
    const end = at + line.length;
    if (!closing.test(markdown.slice(end))) break;
    if (closeOpen(markdown.slice(0, end)) === markdown) found = end;
  }
  return found;
}

/** The Markdown up to the emphasis or code that is open at its end, without a list marker that would then stand alone. */
function beforeOpenMarks(markdown: string): string {
  const leaf = scan(markdown).at(-1)?.leaf ?? 0;
  let marks = 0;
  for (let end = markdown.length - 1; end >= Math.max(leaf, markdown.length - maxHeld); end -= 1) {
    const isMark = /[*_~`]/.test(markdown.charAt(end)) && markdown.charAt(end - 1) !== markdown.charAt(end);
    if (!isMark) continue;
    marks += 1;
    if (marks > maxMarks) break;
    if (scanInline(markdown.slice(leaf, end), true).close !== '') continue;
    const lines = scan(markdown.slice(0, end));
    const before = markdown.slice(0, lines.findLast(({ kind }) => kind !== 'blank')?.end ?? 0).trimEnd();
    return before === '' && markdown.length > maxHeldFirst ? markdown : before;
  }
  return markdown;
}
