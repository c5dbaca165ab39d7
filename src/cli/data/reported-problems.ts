/** Problems that MCP clients reported to the documentation service, as rows of the feedback. */
import { existsSync } from 'node:fs';
import { readEnvFile } from '../../bot/config/env-file.ts';
import type { ExportRow } from '../../bot/core/insight/exports.ts';
import { toPublicText } from '../../bot/store/reports/asked-questions.ts';
import { sqlitePathOf } from '../../kit/sql/file-lock.ts';
import { readProblems, type StoredProblem } from '../../service/store/problems.ts';
import { v } from '../../service/variables.ts';
import { databaseOf, databaseProblem, databaseSettings } from '../database-problem.ts';
import type { CommandIo } from '../terminal/command.ts';

/** `named`: the database, if the command names one. Returns undefined if it cannot be read, after printing the reason. */
export async function reportedProblems(
  named: string | undefined,
  since: number,
  io: CommandIo,
): Promise<readonly ExportRow[] | undefined> {
  const database = databaseOf(named, await readEnvFile('.env', io.env), v.databaseUrl);
  const path = sqlitePathOf(database);
  // Most bots have no service of their own.
  if (path !== undefined && !existsSync(path)) return [];
  try {
    return (await readProblems(database, since)).map(toRow);
  } catch (error) {
    const sentence = databaseProblem(error, database, databaseSettings);
    if (sentence === undefined) throw error;
    io.err(`${sentence}\n`);
    return undefined;
  }
}

function toRow({ id, at, reason, comment, question, pages }: StoredProblem): ExportRow {
  return {
    id,
    at: new Date(at).toISOString(),
    mark: 'not_helpful',
    via: 'mcp',
    reason,
    comment: toPublicText(comment),
    platform: 'mcp',
    question: toPublicText(question),
    pages,
  };
}
