/**
 * Finds the prefix of a body that later text cannot change, so that it can be appended to a stream: all later Markdown of the
 * same body begins with it.
 *
 * A body closes what is open at the end of its text; these closing marks are left out. Emphasis or code that is still open is
 * held back until it is closed, unless that takes too long or nothing else would be shown. A fence is not held back: its lines
 * are shown as they arrive.
 */
import { scan } from '../../../kit/markdown/block-scanner.ts';
import { closeOpen } from '../../../kit/markdown/hold-back.ts';
import { scanInline } from '../../../kit/markdown/inline-scanner.ts';
import type { Body } from '../model/body.ts';

/** How many characters after an unclosed mark are held back at most. */
const maxHeld = 300;
/** The same if there is no text before the mark, since the reader is waiting for the first words. */
const maxHeldFirst = 60;
/** How much of the last line is enough to find it again. */
const lineTail = 48;
/** The maximum length of closing marks, and the characters that they consist of. */
const maxClosing = 200;
const closing = /^[\s>*_~`\\]*$/;
/** How many marks are tried to find one before which nothing is open. */
const maxMarks = 40;

/** The prefix, and the offset up to which it shows the text. */
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
  return { markdown: prefix, to: body.from + share.length - heldLength(share, written.slice(prefix.length)) };
}

/** The length of the part at the end of the share with these characters; line breaks and indentation may differ. */
function heldLength(share: string, markdown: string): number {
  let left = markdown.replace(/\s+/g, '').length;
  let at = share.length;
  while (left > 0 && at > 0) {
    at -= 1;
    if (/\S/.test(share.charAt(at))) left -= 1;
  }
  return share.length - at;
}

/** Where the closing marks begin: after `line`, where closing what is open reproduces the whole Markdown. */
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

/** The Markdown up to the emphasis or code that is open at its end, without a list marker that would be left alone. */
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
