/** Reads what a report or an export may show to people who are not known: docent.yaml decides about private channels. */
import { loadRoutingFile } from '../../bot/config/load.ts';
import { type NewestAsked, readableByAll } from '../../bot/core/model/asked-question.ts';
import { readAsked } from '../../bot/store/reports/asked-questions.ts';
import type { CommandIo } from '../terminal/command.ts';
import { readStored } from './read-database.ts';

/** `named`: the database, if the command names one. Returns undefined if it cannot be read, after printing the reason. */
export async function readQuestions(
  named: string | undefined,
  since: number,
  io: CommandIo,
): Promise<NewestAsked | undefined> {
  const routing = await loadRoutingFile(io.env);
  if (!routing.ok) io.err(`${unreadable}\n${routing.problems.map((problem) => `  - ${problem}\n`).join('')}`);
  const setting = routing.ok ? routing.config : { privateChannels: false };
  const read = await readStored(named, io, (database) => readAsked(database, since));
  return read && { ...read, asked: readableByAll(read.asked, setting) };
}

const unreadable = 'The words of private channels are left out, because docent.yaml is wrong:';
