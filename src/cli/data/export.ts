/**
 * `docent export questions|feedback|eval`: prints what the bot was asked, for other programs, without people's names.
 */
import {
  type ExportName,
  exportColumns,
  exportNames,
  toCsv,
  toExport,
  toJsonLines,
} from '../../bot/core/insight/exports.ts';
import { notesOf } from '../../bot/core/insight/report-text.ts';
import { type Command, readWords, UsageError } from '../terminal/command.ts';
import { toTime } from '../terminal/since.ts';
import { readQuestions } from './read-questions.ts';
import { reportedProblems } from './reported-problems.ts';

export const export_: Command = {
  summary: 'print questions, feedback, or a test set for docent eval',
  help: `docent export questions|feedback|eval [--since 30d] [--format jsonl|csv]

Prints what was asked in a period, oldest first.
  questions   each question with its outcome and the pages cited
  feedback    people's feedback on answers, with reasons and comments, and problems that
              MCP clients reported (SERVE_DATABASE_URL or sqlite:docent-serve.db)
  eval        a test set for docent eval: questions whose answers helped, with the
              pages cited, and questions the docs did not answer, without pages:
              docent export eval | docent eval - --docs DIR
Leaves out what was said in private (direct messages, private answers, and private
channels unless docent.yaml has privateChannels: true), and names and ids of people.
  --since     days, hours or a date: 30d (the default), 12h, 2026-11-01
  --format    jsonl: one JSON object per line (the default); csv: a table
  --database  which database (DATABASE_URL or sqlite:docent.db)
Exit codes: 0 done, 1 failed, 2 wrong usage.
`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const words = readWords(args, { since: text, format: text, database: text }, 1);
    const name = readName(words.positionals[0]);
    const format = readFormat(words.text('format') ?? 'jsonl', name);
    const since = toTime(words.text('since') ?? '30d', Date.now());
    const read = await readQuestions(words.text('database'), since, io);
    if (read === undefined) return 1;
    const problems = name === 'feedback' ? await reportedProblems(words.text('database'), since, io) : [];
    if (problems === undefined) return 1;
    const rows = [...toExport(name, read.asked), ...problems];
    for (const note of notesOf(read)) io.err(`${note}\n`);
    if (rows.length === 0) io.err('There is nothing to export from that period.\n');
    io.out(format === 'csv' ? toCsv(exportColumns[name], rows) : toJsonLines(rows));
    return 0;
  },
};

function readName(word: string | undefined): ExportName {
  const name = exportNames.find((known) => known === word);
  if (name === undefined) throw new UsageError('What to export? Use docent export questions, feedback or eval.');
  return name;
}

function readFormat(format: string, name: ExportName): 'csv' | 'jsonl' {
  if (format !== 'csv' && format !== 'jsonl') throw new UsageError(`--format takes jsonl or csv, not “${format}”.`);
  if (format === 'csv' && name === 'eval') throw new UsageError('docent eval only reads jsonl; leave out --format.');
  return format;
}
