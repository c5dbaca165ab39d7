/** `docent restore FILE`: replaces the SQLite database with a file made by `docent backup`. */
import { existsSync } from 'node:fs';
import { inspectFile, restoreFile } from '../kit/sql/backup.ts';
import { FileLockedError, lockFileExclusively } from '../kit/sql/file-lock.ts';
import { fail, readCopy, reasonOf } from './backup.ts';
import type { Command, CommandIo, ExitCode } from './terminal/command.ts';

export const restore: Command = {
  summary: 'replace the SQLite database with a backup while no bot is running',
  help: `docent restore FILE [--overwrite]

Replaces the content of the bot's SQLite database with that of FILE, which docent
backup made. Stop the bot first; while one is running, nothing is changed.
Everything that was asked after the backup is lost.
  --database   which database (DATABASE_URL or sqlite:docent.db); docent serve's works too
  --overwrite  replace the database if it already exists
Exit codes: 0 done, 1 failed, 2 wrong usage.
`,
  async run(args, io) {
    const { file, path, overwrite } = await readCopy(args, io);
    try {
      const problem = await problemOf(file);
      if (problem !== undefined) return fail(io, problem);
      const exists = existsSync(path);
      if (exists && !overwrite) {
        return fail(io, `${path} already exists and was not changed; pass --overwrite to replace it.`);
      }
      return await replace(file, path, exists, io);
    } catch (error) {
      if (error instanceof FileLockedError)
        return fail(io, `A bot or a documentation service is using ${path}; stop it first.`);
      return fail(io, `${path} could not be restored from ${file} (${reasonOf(error)}).`);
    }
  },
};

async function problemOf(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return `There is no file ${file}.`;
  const kind = await inspectFile(file);
  if (kind === 'damaged') return `${file} is damaged or not a SQLite database; nothing was changed.`;
  return kind === 'other' ? `${file} is not a database of this version of Docent; nothing was changed.` : undefined;
}

async function replace(file: string, path: string, exists: boolean, io: CommandIo): Promise<ExitCode> {
  const unlock = lockFileExclusively(path);
  try {
    await restoreFile(file, path);
  } finally {
    unlock();
  }
  io.out(`${exists ? 'Replaced' : 'Created'} ${path} from ${file}.\n`);
  return 0;
}
