/** `docent answers`: lists and withdraws the answers that helpers kept, even while the bot is running. */
import { readEnvFile } from '../../bot/config/env-file.ts';
import { v } from '../../bot/config/variables.ts';
import type { NamedAnswer } from '../../bot/core/ports/kept-answers.ts';
import { AnswerFolder } from '../../bot/kept-answers/answer-folder.ts';
import { silentLogger } from '../../kit/base/logger.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';
import { type Command, readWords, UsageError } from '../terminal/command.ts';

export const answers: Command = {
  summary: 'list the answers that helpers kept, or withdraw some',
  help: `docent answers [--json] [--folder FOLDER]
docent answers withdraw FILE… [--folder FOLDER]

Lists the kept answers, the oldest first: when each was kept, its file, its site, its
question, since when a page that it cites has changed, and where it was said. The second
form deletes files, after which nobody gets these answers from the bot; see
docs/kept-answers.md.
  --json      one JSON object per line, with the answers
  --folder    the folder (KEPT_ANSWERS)
Exit codes: 0 done; 1 there is no such answer, or it could not be deleted; 2 wrong usage.
`,
  async run(args, io) {
    const words = readWords(args, { folder: { type: 'string' }, json: { type: 'boolean' } }, Number.POSITIVE_INFINITY);
    const [action, ...files] = words.positionals;
    if (action !== undefined && (action !== 'withdraw' || files.length === 0))
      throw new UsageError('Give nothing, or withdraw and the names of files that docent answers lists.');
    const env = await readEnvFile('.env', io.env);
    const named = words.text('folder') ?? env[v.keptAnswers.name]?.trim();
    if (!named) throw new UsageError(`Give the folder of the kept answers with --folder or ${v.keptAnswers.name}.`);
    const folder = new AnswerFolder(named, silentLogger);
    if (action === undefined) {
      const kept = (await folder.all()).toSorted((a, b) => (a.keptOn < b.keptOn ? -1 : 1));
      if (kept.length === 0 && !words.flag('json')) io.err(`No answers are kept in ${named}.\n`);
      for (const answer of kept) io.out(`${words.flag('json') ? JSON.stringify(answer) : toLine(answer)}\n`);
      for (const name of await folder.unread()) io.err(`${name} is not read as a kept answer.\n`);
      return 0;
    }
    let isDone = true;
    for (const file of files) {
      const result = await folder.withdraw(file).catch((error: unknown) => {
        if (error instanceof StoreError) return error;
        throw error;
      });
      isDone &&= result === true;
      if (result === true) io.out(`${file} is withdrawn.\n`);
      else io.err(`${file} ${result === false ? 'is not a kept answer there' : 'could not be deleted'}.\n`);
    }
    return isDone ? 0 : 1;
  },
};

function toLine({ keptOn, name, site, question, source, staleSince }: NamedAnswer): string {
  const stale = staleSince === undefined ? [] : [`stale since ${staleSince}`];
  return [keptOn, name, site, question, ...stale, ...(source === undefined ? [] : [source])].join('  ');
}
