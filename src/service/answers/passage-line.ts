/** A passage in one line of an answer, for a section that is only named. In and out: Markdown. Pure. */
import { withoutMark } from './list-items.ts';
import { isAnnouncement, type Passage } from './passages.ts';
import { toSentences } from './sentences.ts';

const maxLineChars = 240;

/** A passage in one line; undefined if it does not fit in one. */
export function toLine(passage: Passage): string | undefined {
  const { kind, text, lead } = passage;
  switch (kind) {
    case 'prose':
      return upTo(
        toSentences(text).filter((sentence) => !isAnnouncement(sentence)),
        ' ',
      );
    case 'list':
      return upTo(itemsOf(text), '; ');
    case 'table':
      return upTo(rowsInWords(text), '; ');
    case 'code':
      return inLine(lead, codeOf(text));
  }
}

/** As many sentences as fit in a line, without those that only introduce what follows. */
export function sentencesIn(text: string): string | undefined {
  return upTo(
    toSentences(text).filter((sentence) => !isAnnouncement(sentence)),
    ' ',
  );
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

/** An item that only points elsewhere. */
const onlyLink = /^\[[^[\]]*\]\([^()\s]*\)$/;

/** The items of a list, without nested ones, which would lose their place, and without mere links. */
function itemsOf(list: string): readonly string[] {
  return list.split('\n').flatMap((line) => {
    const [, item] = /^(?:[-*+]|\d{1,9}[.)]) +(\S.*)$/.exec(withoutMark(line)) ?? [];
    return item === undefined || onlyLink.test(item.trim()) ? [] : [item];
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

/** The only line of code; undefined if there are more, or if it holds a backtick. */
function codeOf(block: string): string | undefined {
  const lines = block
    .split('\n')
    .slice(1, -1)
    .filter((line) => line.trim() !== '');
  const [only = ''] = lines;
  return lines.length === 1 && !only.includes('`') ? `\`${only.trim()}\`` : undefined;
}

function inLine(lead: string, code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return upTo([lead === '' ? code : `${lead} ${code}`], ' ');
}
