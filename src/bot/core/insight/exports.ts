/** Exports what was asked as tables: questions, feedback, and the input of `docent eval`. Pure. */
import type { AskedQuestion } from '../model/asked-question.ts';
import { marksOf, outcomeOf, sitePathsOf } from './outcome.ts';

type Cell = string | number | boolean | readonly string[] | undefined;
export type ExportRow = Readonly<Record<string, Cell>>;

export const exportNames = ['questions', 'feedback', 'eval'] as const;
export type ExportName = (typeof exportNames)[number];

/** The columns of each export, in order. */
export const exportColumns: Readonly<Record<ExportName, readonly string[]>> = {
  questions: [
    'id',
    'at',
    'platform',
    'asked',
    'question',
    'outcome',
    'pages',
    'helpful',
    'notHelpful',
    'tookMs',
    'link',
  ],
  feedback: [
    ...['id', 'at', 'mark', 'via', 'reason', 'comment', 'isCorrection', 'isOnEarlierAnswer'],
    ...['platform', 'question', 'pages', 'link'],
  ],
  eval: ['id', 'question', 'pages'],
};

/** Leaves out questions that only their asker can read. */
export function toExport(name: ExportName, asked: readonly AskedQuestion[]): readonly ExportRow[] {
  const shown = asked.filter(({ isPrivate, text }) => !isPrivate && text.trim() !== '');
  if (name === 'questions') return shown.flatMap(toQuestionRow);
  return name === 'feedback' ? shown.flatMap(toFeedbackRows) : toEvalRows(shown);
}

function toQuestionRow(question: AskedQuestion): readonly ExportRow[] {
  const { turn: id, platform, addressed, text, askedAt, tookMs, link } = question;
  const outcome = outcomeOf(question);
  if (outcome === undefined) return [];
  const at = new Date(askedAt).toISOString();
  const pages = sitePathsOf(question);
  return [{ id, at, platform, asked: addressed, question: text, outcome, pages, ...marksOf(question), tookMs, link }];
}

function toFeedbackRows(question: AskedQuestion): readonly ExportRow[] {
  const { turn: id, platform, text, link } = question;
  const asked = { platform, question: text, pages: sitePathsOf(question), link };
  return question.marks.map(({ at, ...mark }) => ({ id, at: new Date(at).toISOString(), ...mark, ...asked }));
}

/**
 * If an answer has only helpful marks, the pages that it cites are the right ones; if the docs had no answer and it helped
 * nobody, no page is right. Of questions in the same words, the newest counts.
 */
function toEvalRows(questions: readonly AskedQuestion[]): readonly ExportRow[] {
  const rows = questions.flatMap((question) => {
    const { helpful, notHelpful } = marksOf(question);
    const outcome = outcomeOf(question);
    const isRight = outcome === 'answered' && question.sources.length > 0 && helpful > 0 && notHelpful === 0;
    const isUnsaid = outcome === 'unanswered' && helpful === 0;
    if (!isRight && !isUnsaid) return [];
    return [{ id: question.turn, question: question.text, pages: sitePathsOf(question) }];
  });
  return [...new Map(rows.map((row) => [row.question.trim().toLowerCase(), row])).values()];
}

export function toJsonLines(rows: readonly ExportRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** CSV with a header line (RFC 4180). The items of a list are separated by spaces. */
export function toCsv(columns: readonly string[], rows: readonly ExportRow[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => toText(row[column])))];
  return lines.map((cells) => `${cells.map(toCsvCell).join(',')}\r\n`).join('');
}

function toText(cell: Cell): string {
  return typeof cell === 'object' ? cell.join(' ') : String(cell ?? '');
}

/**
 * Where a spreadsheet may see the start of a cell, and the sign that would make it a formula, which could send the table
 * elsewhere. Where a comma is the decimal sign, spreadsheets split at semicolons, also within our quotes; they ignore blanks and
 * invisible characters, and take full-width signs. Matches each run once, so that it stays linear.
 */
const formulaStart = /(^|[;\t\r\n])([\s\p{Cc}\p{Cf};]*)([=+\-@＝＋－＠]?)/gu;

function toCsvCell(text: string): string {
  const safe = text.replaceAll(formulaStart, (start, before: string, blank: string, sign: string) =>
    sign === '' ? start : `${before}${blank}'${sign}`,
  );
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
