/**
 * `docent forget`: removes all data about people from the bot's database, even while the bot is running, and asks each
 * assistant to do the same.
 */

import { loadRoutes } from '../../bot/config/load.ts';
import { createAssistant, fingerprinter } from '../../bot/docs-api/assistant.ts';
import type { ForgetResult } from '../../bot/docs-api/forget.ts';
import { type Forgotten, forgetPeople } from '../../bot/store/forget-person.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';
import { databaseProblem } from '../database-problem.ts';
import { type Command, type CommandIo, readWords, UsageError } from '../terminal/command.ts';
import { databaseSetting, readStored } from './read-database.ts';

export const forget: Command = {
  summary: 'delete everything stored about people',
  help: `docent forget PERSON…

Deletes each person's questions, the answers to them and their feedback, and removes
their id from deployments and the audit log. Their open questions end. Only counts
remain. Each configured assistant is asked to delete what it stores about them, which
docent serve does and hosted services do not. Messages in Slack and Discord stay; see
docs/delete-data.md. PERSON is one of:
  slack:T…:U…  the workspace's id (in Slack's URL in a browser) and the member's id
               (in their profile: ⋮, Copy member ID)
  discord:ID   the digits that Copy User ID copies with Developer Mode on
  --database   which database (DATABASE_URL or sqlite:docent.db)
Exit codes: 0 done; 1 a person could not be forgotten, words are left, or a service was
not asked; 2 wrong usage, in which case nobody is forgotten.
`,
  async run(args, io) {
    const words = readWords(args, { database: { type: 'string' } }, Number.POSITIVE_INFINITY);
    const people = [...new Set(words.positionals)];
    const wrong = people.find((word) => !person.test(word));
    if (people.length === 0 || wrong !== undefined) {
      const which = wrong === undefined ? '' : `, not “${wrong}”`;
      throw new UsageError(`Give a person as slack:T…:U… or discord: and the digits of their id${which}.`);
    }
    let isDone = true;
    const isRead = await readStored(words.text('database'), io, async (database) => {
      const onResult = (who: string, result: Forgotten): void => {
        const isForgotten = !(result instanceof StoreError);
        isDone &&= isForgotten && !result.isLogKept;
        if (isForgotten) io.out(toReport(who, result));
        if (isForgotten && result.isLogKept) io.err(`${logKept}\n`);
        if (!isForgotten) io.err(`${who} was not forgotten. ${databaseProblem(result, database, databaseSetting)}\n`);
      };
      await forgetPeople(database, { people, now: Date.now(), onResult });
      return true;
    });
    if (!isRead) return 1;
    return (await forgetAtServices(people, io)) && isDone ? 0 : 1;
  },
};

const person = /^(?:slack:[TE][A-Z0-9]+:[UW][A-Z0-9]+|discord:\d{1,20})$/;

/** Returns false if a service that may hold data could not be asked. */
async function forgetAtServices(people: readonly string[], io: CommandIo): Promise<boolean> {
  const { env, source, ...read } = await loadRoutes(io.env);
  if (!read.ok) {
    const isSetUp =
      source.text !== undefined || Object.keys(env).some((name) => ofAssistant.test(name) && env[name]?.trim());
    if (!isSetUp) io.out(`${notConfigured}\n`);
    else io.err(`${unreadable}\n${read.problems.map((problem) => `  - ${problem}\n`).join('')}`);
    return !isSetUp;
  }
  const toFingerprint = fingerprinter(env.FP_SECRET?.trim() || undefined);
  let isDone = true;
  for (const config of read.config.sites.values()) {
    const assistant = createAssistant(config);
    for (const who of people) {
      const result = await assistant.forget(toFingerprint(who));
      isDone &&= result !== 'failed';
      io.out(`${config.domain} at ${config.url}: ${toSentence(who, result)}\n`);
    }
    await assistant.close();
  }
  return isDone;
}

/** Settings of an assistant, or of the file that names one. */
const ofAssistant = /^(?:ASSISTANT|FALLBACK)_|^DOCENT_CONFIG$/;
const unreadable =
  'No assistant was asked to delete what it stores, because these settings are wrong; fix them and run this again:';
const notConfigured =
  'No assistant is set up here, so none was asked to delete what it stores; run this where the bot has its settings.';

function toSentence(who: string, result: ForgetResult): string {
  if (result === 'failed')
    return `could not be asked to delete what it stores about ${who}; run this again when it is reachable.`;
  if (result === 'unsupported')
    return `cannot delete on request; it keeps what it stores about ${who} by its own rules.`;
  return `deleted ${count(result.threads, 'thread')} of ${who}.`;
}

function toReport(who: string, { turns, deployments }: Exclude<Forgotten, StoreError>): string {
  return `${who} was forgotten: ${count(turns, 'question')} with answers, ${count(deployments, 'deployment')}.\n`;
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

const logKept =
  'Their words are still in the -wal file next to the database, because another process is reading it. Run this again when it has ended, or when the bot has stopped.';
