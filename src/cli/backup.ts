/** `docent backup FILE`: copies the SQLite database while the bot is running. */
import { existsSync } from 'node:fs';
import { readEnvFile } from '../bot/config/env-file.ts';
import { v } from '../bot/config/variables.ts';
import { backUpFile } from '../kit/sql/backup.ts';
import { sqlitePathOf } from '../kit/sql/file-lock.ts';
import { StoreError } from '../kit/sql/store-errors.ts';
import { databaseOf } from './database-problem.ts';
import { type Command, type CommandIo, type ExitCode, readWords, UsageError, type Words } from './terminal/command.ts';

export const backup: Command = {
  summary: 'copy the SQLite database to a file while the bot is running',
  help: `docent backup FILE [--overwrite]

Copies a snapshot of the bot's SQLite database to FILE; the bot can keep running.
Restore it with docent restore FILE. For Postgres, use pg_dump and pg_restore.
  --database   which database (DATABASE_URL or sqlite:docent.db); docent serve's works too
  --overwrite  replace FILE if it already exists
Exit codes: 0 done, 1 failed, 2 wrong usage.
`,
  async run(args, io) {
    const { file, path, overwrite } = await readCopy(args, io);
    if (!existsSync(path)) return fail(io, `There is no database ${path}; check DATABASE_URL or --database.`);
    if (existsSync(file) && !overwrite) {
      return fail(io, `${file} already exists and was not changed; choose another file, or pass --overwrite.`);
    }
    try {
      await backUpFile(path, file);
    } catch (error) {
      return fail(io, `${path} could not be copied to ${file} (${reasonOf(error)}).`);
    }
    io.out(`Copied ${path} to ${file}.\n`);
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

/** Reads the arguments of backup and restore. Fails with UsageError. */
export async function readCopy(args: readonly string[], io: CommandIo): Promise<Copy> {
  const words = readWords(args, { database: { type: 'string' }, overwrite: { type: 'boolean' } }, 1);
  const [file] = words.positionals;
  if (!file) throw new UsageError('Give the name of the backup file.');
  return { file, path: await readPath(words, io), overwrite: words.flag('overwrite') };
}

async function readPath(words: Words, io: CommandIo): Promise<string> {
  const env = await readEnvFile('.env', io.env);
  const url = databaseOf(words.text('database'), env, v.databaseUrl);
  const path = sqlitePathOf(url);
  if (path !== undefined) return path;
  if (url.startsWith('sqlite:')) throw new UsageError('An in-memory database cannot be copied.');
  throw new UsageError('This works for SQLite only; for Postgres, use pg_dump and pg_restore.');
}

/** Why the database failed, to be shown in parentheses. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof StoreError)) throw error;
  return error.cause instanceof Error ? error.cause.message : 'no reason given';
}

/** Prints the sentence to standard error and returns exit code 1. */
export function fail(io: CommandIo, sentence: string): ExitCode {
  io.err(`${sentence}\n`);
  return 1;
}
