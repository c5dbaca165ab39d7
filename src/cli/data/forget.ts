/** `docent forget`: removes all data about one person, also while the bot runs: from its database, and from our own service. */

import { loadRoutes } from '../../config/load.ts';
import { createAssistant } from '../../docs-api/assistant.ts';
import { fingerprinter } from '../../docs-api/fingerprint.ts';
import type { ForgetResult } from '../../docs-api/forget.ts';
import { type Forgotten, forgetPerson } from '../../store/bot/forget-person.ts';
import { sqlitePathOf } from '../../store/sql/file-lock.ts';
import { type Command, type CommandIo, readWords, UsageError } from '../terminal/command.ts';
import { readStored } from './read-database.ts';

export const forget: Command = {
  summary: 'remove what is known of one person',
  help: `docent forget slack:T…:U…
docent forget discord:ID

Removes a person's questions and the answers to them, what they said about
answers, and their id from deployments and their audit; open questions of theirs
end. What stays are counts. Each configured assistant is asked to delete what it
keeps of the person, which docent serve does and hosted services do not. Messages
in Slack and Discord stay; see docs/privacy.md.
  slack:T…:U…  the workspace's id (in the address of Slack in a browser) and the
               person's (a profile, ⋮, Copy member ID)
  discord:ID   the digits that Copy User ID gives with Developer Mode on
  --database   which one (DATABASE_URL; sqlite:docent.db)
Exit codes: 0 done, 1 failed (a service that cannot be asked, too), 2 wrong use.
`,
  async run(args, io) {
    const words = readWords(args, { database: { type: 'string' } }, 1);
    const [person = ''] = words.positionals;
    if (!/^(?:slack:[TE][A-Z0-9]+:[UW][A-Z0-9]+|discord:\d{1,20})$/.test(person)) {
      throw new UsageError('Name the person: slack:T…:U… or discord: and the digits of their id.');
    }
    let isFile = false;
    const done = await readStored(words.text('database'), io, (database) => {
      isFile = sqlitePathOf(database) !== undefined;
      return forgetPerson(database, person, Date.now());
    });
    if (done === undefined) return 1;
    io.out(toReport(person, done));
    if (isFile && !done.isRewritten) io.out(`${whileRunning}\n`);
    return (await forgetAtServices(person, io)) ? 0 : 1;
  },
};

/** False when a service that may hold data could not be asked. */
async function forgetAtServices(person: string, io: CommandIo): Promise<boolean> {
  const { env, source, ...read } = await loadRoutes(io.env);
  if (!read.ok) {
    const isSetUp =
      source.text !== undefined || Object.keys(env).some((name) => ofAssistant.test(name) && env[name]?.trim());
    if (!isSetUp) io.out(`${notConfigured}\n`);
    else io.err(`${unreadable}\n${read.problems.map((problem) => `  - ${problem}\n`).join('')}`);
    return !isSetUp;
  }
  const fp = fingerprinter(env.FP_SECRET?.trim() || undefined)(person);
  let isDone = true;
  for (const config of read.config.sites.values()) {
    const assistant = createAssistant(config);
    const result = await assistant.forget(fp);
    await assistant.close();
    isDone &&= result !== 'failed';
    io.out(`${config.domain} at ${config.url}: ${toSentence(result)}\n`);
  }
  return isDone;
}

/** Settings of an assistant, or of where it is named. */
const ofAssistant = /^(?:ASSISTANT|FALLBACK)_|^DOCENT_CONFIG$/;
const unreadable =
  'No assistant was asked to delete what it keeps, because these settings are wrong; fix them and run this again:';
const notConfigured =
  'No assistant is set up here, so none was asked to delete what it keeps; run this where the bot has its settings.';

function toSentence(result: ForgetResult): string {
  if (result === 'failed') return 'could not be asked to delete what it keeps; do this again when it can be reached.';
  if (result === 'unsupported') return 'has no operation for that; it keeps what it received by its own rules.';
  return `${count(result.threads, 'thread')} deleted.`;
}

function toReport(person: string, { turns, deployments }: Forgotten): string {
  return `${person} is forgotten: ${count(turns, 'question')} with the answers, ${count(deployments, 'deployment')}.\n`;
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

const whileRunning =
  'A bot works on this file. If it once ran a version that did not overwrite what it deleted, stop it and do this again: then the file is written anew.';
