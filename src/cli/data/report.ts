/** `docent report`: prints what people asked, which answers helped, and which pages did not, without people's names. */
import { toHtml } from '../../bot/core/insight/html-report.ts';
import { type Report, toReport, type UnsaidWord, unansweredIn } from '../../bot/core/insight/report.ts';
import type { AskedQuestion } from '../../bot/core/model/asked-question.ts';
import { DocsServerError } from '../../service/errors.ts';
import { openEvaluation } from '../../service/evaluation.ts';
import { type Command, type CommandIo, readWords, UsageError } from '../terminal/command.ts';
import { openLog } from '../terminal/log-lines.ts';
import { toTime } from '../terminal/since.ts';
import { readQuestions } from './read-questions.ts';

export const report: Command = {
  summary: 'print a page of what people asked, how it went, and which pages fell short',
  help: `docent report [--since 30d] [--format html|json] [--docs DIR]

Counts questions by where they were asked and how they ended, and lists recurring
topics with links to the threads, questions without a helpful answer, the most cited
pages, and the pages cited in answers that did not help. What was said in private
(direct messages, private answers, and private channels unless docent.yaml has
privateChannels: true) is counted but not quoted; nobody is named.
  --since     days, hours or a date: 30d (the default), 12h, 2026-11-01
  --format    html (the default: a single page without scripts) or json
  --docs      your docs folder: adds words from unanswered questions that the docs
              never use, to find synonyms for docs.yaml
  --database  which database (DATABASE_URL or sqlite:docent.db)
Exit codes: 0 done, 1 failed, 2 wrong usage.
`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const words = readWords(args, { since: text, format: text, docs: text, database: text }, 0);
    const format = words.text('format') ?? 'html';
    const print = Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (!print) throw new UsageError(`--format takes html or json, not “${format}”.`);
    const now = Date.now();
    const since = toTime(words.text('since') ?? '30d', now);
    const read = await readQuestions(words.text('database'), since, io);
    if (read === undefined) return 1;
    const { asked, ...cut } = read;
    const docsDir = words.text('docs');
    const unsaid = docsDir === undefined ? undefined : await unsaidIn(docsDir, asked, io);
    if (docsDir !== undefined && !unsaid) return 1;
    io.out(print({ ...toReport(asked, since, now), ...cut, ...(unsaid && { unsaid }) }));
    return 0;
  },
};

/** Returns undefined if the docs cannot be read, after printing the reason. Uses no model. */
async function unsaidIn(
  docsDir: string,
  asked: readonly AskedQuestion[],
  io: CommandIo,
): Promise<readonly UnsaidWord[] | undefined> {
  try {
    await using docs = await openEvaluation({ docsDir, env: {}, logger: openLog(io, 'error', []) });
    return docs.unsaidWords(unansweredIn(asked));
  } catch (error) {
    if (!(error instanceof DocsServerError)) throw error;
    io.err(`${error.message}\n`);
    return undefined;
  }
}

const formats: Readonly<Record<string, (report: Report) => string>> = {
  html: toHtml,
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
};
