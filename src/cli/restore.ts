/** `docent restore FILE`: replaces the SQLite database with a file made by `docent backup`. */
import { existsSync } from 'node:fs';
import { inspectFile, restoreFile } from '../store/sql/backup.ts';
import { FileLockedError, lockFileExclusively } from '../store/sql/file-lock.ts';
import { readCopy, reasonOf, tell } from './backup.ts';
import type { Command, CommandIo, ExitCode } from './terminal/command.ts';

export const restore: Command = {
  summary: 'put a backup in the place of the SQLite database, while no bot runs',
  help: `docent restore FILE [--overwrite]

Makes the bot's SQLite database what FILE holds, a file of docent backup. Stop
the bot first; beside one that runs nothing is changed. What was asked after the
backup is not known to it any more.
  --database   which one (DATABASE_URL; sqlite:docent.db), also docent serve's
  --overwrite  replace the database where there is one already
Exit codes: 0 done, 1 failed, 2 wrong use.
`,
  async run(args, io) {
    const { file, path, overwrite } = await readCopy(args, io);
    try {
      const problem = problemOf(file);
      if (problem !== undefined) return tell(io, problem);
      const isThere = existsSync(path);
      if (isThere && !overwrite) {
        return tell(io, `${path} is there already and stays as it is; say --overwrite to replace it.`);
      }
      return await replace(file, path, isThere, io);
    } catch (error) {
      if (error instanceof FileLockedError)
        return tell(io, `A bot or a documentation service works with ${path}; stop it first.`);
      return tell(io, `${file} could not be put in the place of ${path} (${reasonOf(error)}).`);
    }
  },
};

function problemOf(file: string): string | undefined {
  if (!existsSync(file)) return `There is no file ${file}.`;
  const kind = inspectFile(file);
  if (kind === 'damaged') return `${file} is damaged or no SQLite database; nothing is changed.`;
  return kind === 'other' ? `${file} is no database of Docent's; nothing is changed.` : undefined;
}

async function replace(file: string, path: string, isThere: boolean, io: CommandIo): Promise<ExitCode> {
  const giveBack = lockFileExclusively(path);
  try {
    await restoreFile(file, path);
  } finally {
    giveBack();
  }
  io.out(`${path} ${isThere ? 'is replaced by' : 'is made from'} ${file}.\n`);
  return 0;
}
