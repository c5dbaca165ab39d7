/** `docent deployments`: the audit of deployments, from the bot's database, also while the bot runs. */
import type { AuditEntry } from '../../core/model/deployment.ts';
import { readAudit } from '../../store/bot/deployments/deployment-records.ts';
import { type Command, type CommandIo, type ExitCode, readWords } from '../terminal/command.ts';
import { toTime } from '../terminal/since.ts';
import { readStored } from './read-database.ts';

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
    const entries = await readStored(words.text('database'), io, (database) => readAudit(database, since));
    return entries === undefined ? 1 : print(entries, words.flag('json'), io);
  },
};

function print(entries: readonly AuditEntry[], asJson: boolean, io: CommandIo): ExitCode {
  if (entries.length === 0 && !asJson) io.err('Nobody asked for a deployment in that time.\n');
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
