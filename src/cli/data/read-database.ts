/** Opens the bot's database for the commands in this folder, even while the bot is running. */
import { existsSync } from 'node:fs';
import { readEnvFile } from '../../bot/config/env-file.ts';
import { v } from '../../bot/config/variables.ts';
import { sqlitePathOf } from '../../kit/sql/file-lock.ts';
import { databaseOf, databaseProblem } from '../database-problem.ts';
import type { CommandIo } from '../terminal/command.ts';

/** The settings that name the database, for messages. */
export const databaseSetting = '--database or DATABASE_URL';

/**
 * Returns undefined if the database cannot be read, after printing the reason. Does not create a missing database. Fails with
 * UsageError if DATABASE_URL is wrong.
 */
export async function readStored<T>(
  named: string | undefined,
  io: CommandIo,
  read: (database: string) => Promise<T>,
): Promise<T | undefined> {
  const env = await readEnvFile('.env', io.env);
  const database = databaseOf(named, env, v.databaseUrl);
  const path = sqlitePathOf(database);
  if (path !== undefined && !existsSync(path)) {
    io.err(`There is no database ${path}; check DATABASE_URL or --database.\n`);
    return undefined;
  }
  try {
    return await read(database);
  } catch (error) {
    const sentence = databaseProblem(error, database, databaseSetting);
    if (sentence === undefined) throw error;
    io.err(`${sentence}\n`);
    return undefined;
  }
}
