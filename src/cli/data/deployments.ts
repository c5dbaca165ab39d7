/** `docent deployments`: prints the audit log of deployments from the bot's database, even while the bot is running. */
import type { AuditEntry } from '../../bot/core/model/deployment.ts';
import { readAudit } from '../../bot/store/deployments/deployment-records.ts';
import { type Command, type CommandIo, type ExitCode, readWords } from '../terminal/command.ts';
import { toTime } from '../terminal/since.ts';
import { readStored } from './read-database.ts';

export const deployments: Command = {
  summary: 'list who deployed what and when, and how it ended',
  help: `docent deployments [--since 30d] [--json]

Lists every /deploy request: who made it, where and when, and what came of it,
oldest first.
  --since     days, hours or a date: 30d (the default), 12h, 2026-11-01
  --json      one JSON object per line, times in UTC
  --database  which database (DATABASE_URL or sqlite:docent.db)
Exit codes: 0 done, 1 failed, 2 wrong usage.
`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const words = readWords(args, { since: text, database: text, json: { type: 'boolean' } }, 0);
    const since = toTime(words.text('since') ?? '30d', Date.now());
    const entries = await readStored(words.text('database'), io, (database) => readAudit(database, since));
    return entries === undefined ? 1 : print(entries, words.flag('json'), io);
  },
};

function print(entries: readonly AuditEntry[], asJson: boolean, io: CommandIo): ExitCode {
  if (entries.length === 0 && !asJson) io.err('Nobody requested a deployment in that period.\n');
  for (const entry of entries) io.out(`${asJson ? toJson(entry) : toLine(entry)}\n`);
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
