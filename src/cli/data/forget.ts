/** `docent forget`: removes all data about people, also while the bot runs: from its database, and from our own service. */

import { loadRoutes } from '../../config/load.ts';
import { StoreError } from '../../core/model/errors.ts';
import { createAssistant } from '../../docs-api/assistant.ts';
import { fingerprinter } from '../../docs-api/fingerprint.ts';
import type { ForgetResult } from '../../docs-api/forget.ts';
import { type Forgotten, forgetPeople } from '../../store/bot/forget-person.ts';
import { sqlitePathOf } from '../../store/sql/file-lock.ts';
import { databaseProblem } from '../database-problem.ts';
import { type Command, type CommandIo, readWords, UsageError } from '../terminal/command.ts';
import { databaseSetting, readStored } from './read-database.ts';

export const forget: Command = {
  summary: 'remove what is known of people',
  help: `docent forget PERSON…

Removes each person's questions and the answers to them, what they said about
answers, and their id from deployments and their audit; open questions of theirs
end. What stays are counts. Each configured assistant is asked to delete what it
keeps of them, which docent serve does and hosted services do not. Messages in Slack
and Discord stay; see docs/privacy.md. PERSON is one of:
  slack:T…:U…  the workspace's id (in the address of Slack in a browser) and the
               person's (a profile, ⋮, Copy member ID)
  discord:ID   the digits that Copy User ID gives with Developer Mode on
  --database   which one (DATABASE_URL; sqlite:docent.db)
Exit codes: 0 done, 1 one failed (or a service could not be asked), 2 wrong use: then
nobody is forgotten.
`,
  async run(args, io) {
    const words = readWords(args, { database: { type: 'string' } }, Number.POSITIVE_INFINITY);
    const people = [...new Set(words.positionals)];
    const wrong = people.find((each) => !person.test(each));
    if (people.length === 0 || wrong !== undefined) {
      const which = wrong === undefined ? '' : `, not “${wrong}”`;
      throw new UsageError(`Name the person: slack:T…:U… or discord: and the digits of their id${which}.`);
    }
    let [isFile, isDone] = [false, true];
    const isRewritten = await readStored(words.text('database'), io, (database) => {
      isFile = sqlitePathOf(database) !== undefined;
      const onResult = (each: string, result: Forgotten): void => {
        const isForgotten = !(result instanceof StoreError);
        isDone &&= isForgotten;
        if (isForgotten) io.out(toReport(each, result));
        else io.err(`${each} is not forgotten. ${databaseProblem(result, database, databaseSetting)}\n`);
      };
      return forgetPeople(database, { people, now: Date.now(), onResult });
    });
    if (isRewritten === undefined) return 1;
    if (isFile && !isRewritten) io.out(`${whileRunning}\n`);
    return (await forgetAtServices(people, io)) && isDone ? 0 : 1;
  },
};

const person = /^(?:slack:[TE][A-Z0-9]+:[UW][A-Z0-9]+|discord:\d{1,20})$/;

/** False when a service that may hold data could not be asked. */
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
    for (const each of people) {
      const result = await assistant.forget(toFingerprint(each));
      isDone &&= result !== 'failed';
      io.out(`${config.domain} at ${config.url}: ${toSentence(each, result)}\n`);
    }
    await assistant.close();
  }
  return isDone;
}

/** Settings of an assistant, or of where it is named. */
const ofAssistant = /^(?:ASSISTANT|FALLBACK)_|^DOCENT_CONFIG$/;
const unreadable =
  'No assistant was asked to delete what it keeps, because these settings are wrong; fix them and run this again:';
const notConfigured =
  'No assistant is set up here, so none was asked to delete what it keeps; run this where the bot has its settings.';

function toSentence(who: string, result: ForgetResult): string {
  if (result === 'failed')
    return `could not be asked to delete what it keeps of ${who}; do this again when it answers.`;
  if (result === 'unsupported') return `has no operation for that; it keeps what it has of ${who} by its own rules.`;
  return `${count(result.threads, 'thread')} of ${who} deleted.`;
}

function toReport(who: string, { turns, deployments }: Exclude<Forgotten, StoreError>): string {
  return `${who} is forgotten: ${count(turns, 'question')} with the answers, ${count(deployments, 'deployment')}.\n`;
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

const whileRunning =
  'A bot works on this file. If it once ran a version that did not overwrite what it deleted, stop it and do this again: then the file is written anew.';
