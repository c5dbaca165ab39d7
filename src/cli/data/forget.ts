/** `docent forget`: removes what is known of one person from the bot's database, also while the bot runs. */

import { type Forgotten, forgetPerson } from '../../store/bot/forget-person.ts';
import { sqlitePathOf } from '../../store/sql/file-lock.ts';
import { type Command, readWords, UsageError } from '../terminal/command.ts';
import { readStored } from './stored.ts';

export const forget: Command = {
  summary: 'remove what is known of one person',
  help: `docent forget slack:T…:U…
docent forget discord:ID

Removes a person's questions and the answers to them, what they said about
answers, and their id from deployments and their audit; open questions of theirs
end. What stays are counts. Messages in Slack and Discord stay, and what an
assistant received cannot be recalled; see docs/privacy.md.
  slack:T…:U…  the workspace's id (in the address of Slack in a browser) and the
               person's (a profile, ⋮, Copy member ID)
  discord:ID   the digits that Copy User ID gives with Developer Mode on
  --database   which one (DATABASE_URL; sqlite:docent.db)
Exit codes: 0 done, 1 failed, 2 wrong use.
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
    return 0;
  },
};

function toReport(person: string, { turns, deployments }: Forgotten): string {
  return `${person} is forgotten: ${count(turns, 'question')} with the answers, ${count(deployments, 'deployment')}.\n`;
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

const whileRunning =
  'A bot works on this file. If it once ran a version that did not overwrite what it deleted, stop it and do this again: then the file is written anew.';
