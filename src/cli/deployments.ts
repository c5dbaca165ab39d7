/** `docent deployments`: the audit of deployments, from the bot's database, also while the bot runs. */
import { existsSync } from 'node:fs';
import { readEnvFile } from '../config/env-file.ts';
import type { AuditEntry } from '../core/model/deployment.ts';
import { readAudit } from '../store/bot/deployment-records.ts';
import { sqlitePathOf } from '../store/sql/file-lock.ts';
import { databaseProblem } from './database-problem.ts';
import { type Command, type CommandIo, type ExitCode, readWords, UsageError } from './terminal/command.ts';
import { toPrintable } from './terminal/printable.ts';

export const deployments: Command = {
  summary: 'list who deployed what, when and how it ended',
  help: `docent deployments [--since 30d] [--json]

Lists what was asked with /deploy, by whom, where and when, what became of it,
and how each deployment ended; the oldest first.
  --since     days, hours or a date: 30d (unless you say otherwise), 12h, 2026-11-01
  --json      one JSON object a line, times in UTC
  --database  which one (DATABASE_URL; sqlite:docent.db)
Exit codes: 0 done, 1 failed, 2 wrong use.
`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const words = readWords(args, { since: text, database: text, json: { type: 'boolean' } }, 0);
    const since = toTime(words.text('since') ?? '30d', Date.now());
    const env = await readEnvFile('.env', io.env);
    const database = words.text('database') ?? (env.DATABASE_URL || 'sqlite:docent.db');
    const path = sqlitePathOf(database);
    if (path !== undefined && !existsSync(path)) {
      io.err(`There is no database ${path}; check DATABASE_URL or --database.\n`);
      return 1;
    }
    try {
      return print(await readAudit(database, since), words.flag('json'), io);
    } catch (error) {
      const sentence = databaseProblem(error, database, '--database or DATABASE_URL');
      if (sentence === undefined) throw error;
      io.err(`${sentence}\n`);
      return 1;
    }
  },
};

const unitMs = { d: 24 * 3_600_000, h: 3_600_000 };

function toTime(since: string, now: number): number {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(since) ?? [];
  if (count !== undefined && (unit === 'd' || unit === 'h')) return now - Number(count) * unitMs[unit];
  const date = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/.test(since) ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(date)) throw new UsageError('--since takes days (30d), hours (12h) or a date (2026-11-01).');
  return date;
}

function print(entries: readonly AuditEntry[], asJson: boolean, io: CommandIo): ExitCode {
  if (entries.length === 0 && !asJson) io.err('Nobody asked for a deployment in that time.\n');
  for (const entry of entries) io.out(`${asJson ? toJson(entry) : toPrintable(toLine(entry))}\n`);
  return 0;
}

function toJson({ at, ...entry }: AuditEntry): string {
  return JSON.stringify({ at: new Date(at).toISOString(), ...entry });
}

function toLine({ at, event, project, person, personName, platform, channel, detail, statusId }: AuditEntry): string {
  const who = personName === undefined ? person : `${personName} (${person})`;
  const what = [event, ...(project ? [project] : []), ...(detail ? [`“${detail.replaceAll(/\s+/g, ' ')}”`] : [])];
  const status = statusId === undefined ? '' : `  status id ${statusId}`;
  return `${new Date(at).toISOString()}  ${what.join(' ')}  by ${who} in ${platform}:${channel}${status}`;
}
