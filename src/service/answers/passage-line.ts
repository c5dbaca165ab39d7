/** A passage in one line of an answer, for a section that is only named. In and out: Markdown. Pure. */
import { withoutMark } from './list-items.ts';
import { isAnnouncement, type Passage } from './passages.ts';
import { goesOn, toSentences } from './sentences.ts';

const maxLineChars = 200;

/** How much a piece of text says of the question. */
export type Worth = (text: string) => number;

/** A passage in one line, from the piece on that says most of the question; undefined if that does not fit in one. */
export function toLine(passage: Passage, worth: Worth = () => 0): string | undefined {
  const { kind, text, lead, isLong } = passage;
  if (isLong) return undefined;
  switch (kind) {
    case 'prose':
      return upTo(fromBest(sayingOf(toSentences(text)), worth), ' ');
    case 'list':
      return upTo(fromBest(sayingOf(itemsOf(text)), worth), '; ');
    case 'table':
      return upTo(fromBest(rowsInWords(text), worth), '; ');
    case 'code':
      return inLine(lead, codeOf(text, worth));
  }
}

/** As many sentences as fit in a line. */
export function sentencesIn(text: string): string | undefined {
  return upTo(sayingOf(toSentences(text)), ' ');
}

/** Without pieces that only introduce what follows, and without badges and other pieces that are nothing but links. */
function sayingOf(pieces: readonly string[]): readonly string[] {
  return pieces.filter((piece) => !isAnnouncement(piece) && !isOnlyLinks(piece));
}

/** Whether nothing is left without the links and pictures; a badge is a picture inside a link. */
function isOnlyLinks(text: string): boolean {
  const words = text.replace(/!\[[^[\]]*\]\([^()\s]*\)/g, '').replace(/\[[^[\]]*\]\([^()\s]*\)/g, '');
  return text.includes('](') && !/[\p{L}\p{N}]/u.test(words);
}

/** The pieces from the one on that says most. One that refers back to the piece before it does not begin a line. */
function fromBest(pieces: readonly string[], worth: Worth): readonly string[] {
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (const [at, piece] of pieces.entries()) {
    const own = at > 0 && goesOn.test(piece) ? Number.NEGATIVE_INFINITY : worth(piece);
    if (own > most) [best, most] = [at, own];
  }
  return pieces.slice(best);
}

/** As many pieces as fit in a line; undefined if the first does not. */
function upTo(pieces: readonly string[], separator: string): string | undefined {
  let line = '';
  for (const piece of pieces) {
    const longer = line === '' ? piece : `${line}${separator}${piece}`;
    if (longer.length > maxLineChars) break;
    line = longer;
  }
  return line === '' ? undefined : line;
}

/** The items of a list, without nested ones, which would lose their place. */
function itemsOf(list: string): readonly string[] {
  return list.split('\n').flatMap((line) => {
    const [, item] = /^(?:[-*+]|\d{1,9}[.)]) +(\S.*)$/.exec(withoutMark(line)) ?? [];
    return item === undefined ? [] : [item];
  });
}

/** Each row as "Name: value" for each of its columns. */
function rowsInWords(table: string): readonly string[] {
  const [head = '', , ...rows] = table.split('\n');
  const names = cellsOf(head);
  return rows.map((row) =>
    cellsOf(row)
      .flatMap((cell, at) => (cell === '' ? [] : [names[at] ? `${names[at]}: ${cell}` : cell]))
      .join(', '),
  );
}

function cellsOf(row: string): readonly string[] {
  return row
    .replaceAll('\\|', '\u0000')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('\u0000', '\\|').trim());
}

/** The only line of code, or of several the one that says most; undefined if none says anything of the question. */
function codeOf(block: string, worth: Worth): string | undefined {
  const lines = block
    .split('\n')
    .slice(1, -1)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [best = ''] = fromBest(lines, worth);
  const isClear = lines.length === 1 || worth(best) > 0;
  return isClear && best !== '' && !best.includes('`') ? `\`${best}\`` : undefined;
}

function inLine(lead: string, code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return upTo([lead === '' ? code : `${lead} ${code}`], ' ');
}
