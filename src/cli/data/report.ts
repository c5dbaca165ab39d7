/** `docent report`: what people asked, which answers helped, and which pages did not, without names of people. */
import { toHtml } from '../../core/insight/html-report.ts';
import { toMarkdown } from '../../core/insight/markdown-report.ts';
import { type Report, toReport } from '../../core/insight/report.ts';
import { readAsked } from '../../store/bot/reports/asked-questions.ts';
import { type Command, readWords, UsageError } from '../terminal/command.ts';
import { toPrintable } from '../terminal/printable.ts';
import { toTime } from '../terminal/since.ts';
import { readStored } from './stored.ts';

export const report: Command = {
  summary: 'print what people asked, how it went, and which pages fell short',
  help: `docent report [--since 30d] [--format md|json|html]

Counts the questions by where they were asked and by how they ended, and lists topics
that repeat with links to the threads, questions without a helpful answer, the pages
cited most, and those cited in answers that did not help. What only its asker can read
(direct messages, private answers) is counted, its words stay out; nobody is named.
  --since     days, hours or a date: 30d (unless you say otherwise), 12h, 2026-11-01
  --format    md (unless you say otherwise), json, or html: one page without scripts
  --database  which one (DATABASE_URL; sqlite:docent.db)
Exit codes: 0 done, 1 failed, 2 wrong use.
`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const words = readWords(args, { since: text, format: text, database: text }, 0);
    const format = words.text('format') ?? 'md';
    const print = Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (!print) throw new UsageError(`--format takes md, json or html, not “${format}”.`);
    const now = Date.now();
    const since = toTime(words.text('since') ?? '30d', now);
    const asked = await readStored(words.text('database'), io, (database) => readAsked(database, since));
    if (asked === undefined) return 1;
    io.out(toPrintable(print(toReport(asked, since, now))));
    return 0;
  },
};

const formats: Readonly<Record<string, (report: Report) => string>> = {
  md: toMarkdown,
  html: toHtml,
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
};
