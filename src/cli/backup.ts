/** `docent backup FILE`: copies the SQLite database while the bot runs. */
import { existsSync } from 'node:fs';
import { readEnvFile } from '../config/env-file.ts';
import { StoreError } from '../core/model/errors.ts';
import { backUpFile } from '../store/sql/backup.ts';
import { sqlitePathOf } from '../store/sql/file-lock.ts';
import { type Command, type CommandIo, type ExitCode, readWords, UsageError, type Words } from './terminal/command.ts';

export const backup: Command = {
  summary: 'copy the SQLite database into a file, while the bot runs',
  help: `docent backup FILE [--overwrite]

Copies the bot's SQLite database, as it stands at one moment, into FILE; the bot
goes on meanwhile. Put it back with docent restore FILE. A Postgres database is
backed up with pg_dump and put back with pg_restore.
  --database   which one (DATABASE_URL; sqlite:docent.db), also docent serve's
  --overwrite  replace FILE where it is there already
Exit codes: 0 done, 1 failed, 2 wrong use.
`,
  async run(args, io) {
    const { file, path, overwrite } = await readCopy(args, io);
    if (!existsSync(path)) return tell(io, `There is no database ${path}; check DATABASE_URL or --database.`);
    if (existsSync(file) && !overwrite) {
      return tell(io, `${file} is there already and stays as it is; name another file, or say --overwrite.`);
    }
    try {
      await backUpFile(path, file);
    } catch (error) {
      return tell(io, `${path} could not be copied to ${file} (${reasonOf(error)}).`);
    }
    io.out(`${path} is copied to ${file}.\n`);
    return 0;
  },
};

export interface Copy {
  /** The backup. */
  readonly file: string;
  /** The database. */
  readonly path: string;
  readonly overwrite: boolean;
}

/** The arguments of backup and restore. Fails with UsageError. */
export async function readCopy(args: readonly string[], io: CommandIo): Promise<Copy> {
  const words = readWords(args, { database: { type: 'string' }, overwrite: { type: 'boolean' } }, 1);
  const [file] = words.positionals;
  if (!file) throw new UsageError('Name the file of the backup.');
  return { file, path: await readPath(words, io), overwrite: words.flag('overwrite') };
}

async function readPath(words: Words, io: CommandIo): Promise<string> {
  const env = await readEnvFile('.env', io.env);
  const url = words.text('database') ?? (env.DATABASE_URL || 'sqlite:docent.db');
  const path = sqlitePathOf(url);
  if (path !== undefined) return path;
  if (url.startsWith('sqlite:')) throw new UsageError('A database in memory cannot be copied.');
  throw new UsageError('This is for SQLite; back Postgres up with pg_dump, and put it back with pg_restore.');
}

/** Why the database failed, as shown in parentheses. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof StoreError)) throw error;
  return error.cause instanceof Error ? error.cause.message : 'no reason given';
}

/** Prints the sentence and returns the exit code of a failure. */
export function tell(io: CommandIo, sentence: string): ExitCode {
  io.err(`${sentence}\n`);
  return 1;
}
