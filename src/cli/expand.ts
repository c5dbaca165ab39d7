/** `docent expand DIR`: lets a language model write once in what words people ask for each page, for the search. */
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { readEnvFile } from '../bot/config/env-file.ts';
import { DocsServerError } from '../service/errors.ts';
import type { Expanded, Expansion } from '../service/llm/expansion.ts';
import { type Command, type CommandIo, counted, type ExitCode, readWords, UsageError } from './terminal/command.ts';
import { createProgress } from './terminal/progress.ts';

export const expand: Command = {
  summary: 'let a model write how people ask for each page, for the search',
  help: `docent expand DIR [--yes]

Asks the language model of DOCENT_MODEL and DOCENT_MODEL_URL once for each page in which
words people ask for it, and writes these to DIR/docent-phrases.jsonl. The search finds
pages by them, also without a model; nobody is shown them. Commit the file with the docs.
Pages that have phrases already, and have not changed since, are left out: run it again
after a change, or to go on after it was stopped.
  --yes   does not ask before it begins; needed where there is no terminal
Exit codes: 0 all pages are done, 1 the model or the docs failed, or it was stopped,
2 wrong usage or settings.
`,
  heedsSignal: true,
  async run(args, io) {
    const words = readWords(args, { yes: { type: 'boolean' } }, 1);
    const [docsDir] = words.positionals;
    if (docsDir === undefined) throw new UsageError('Which docs? Give their folder: docent expand DIR.');
    try {
      // Imported only when needed, because the reader of docs is large.
      const { openExpansion } = await import('../service/llm/expansion.ts');
      const env = await readEnvFile('.env', io.env);
      const expansion = await openExpansion(docsDir, env, createProgress(io));
      if (expansion.missing === 0) {
        io.out(`No page is without phrases (${counted(expansion.pages, 'page')}).\n`);
        return 0;
      }
      io.out(plan(expansion));
      if (!words.flag('yes')) {
        if (!io.isInTerminal) throw new UsageError('There is no terminal to ask at: add --yes to go on.');
        if (!(await isConfirmed(io))) return 1;
      }
      const expanded = await expansion.run(createProgress(io, Date.now, 'Asking for page'), io.signal);
      return tell(expansion, expanded, io);
    } catch (error) {
      if (!(error instanceof DocsServerError)) throw error;
      io.err(`${error.message}\n`);
      return error.code === 'config_wrong' ? 2 : 1;
    }
  },
};

function plan({ model, host, pages, missing, tokens }: Expansion): string {
  return `Without phrases: ${missing} of ${counted(pages, 'page')}. Asking ${model} at ${host} for them takes ${counted(missing, 'call')}: it reads about ${shown(tokens.input)} tokens and writes about ${shown(tokens.output)}.\n`;
}

/** Without false precision. */
function shown(tokens: number): string {
  return Number(tokens.toPrecision(2)).toLocaleString('en');
}

async function isConfirmed(io: CommandIo): Promise<boolean> {
  io.out('Go on? [y/N] ');
  const input = createInterface({ input: Readable.from(io.stdin), signal: io.signal });
  for await (const line of input) return /^\s*y(?:es)?\s*$/i.test(line);
  return false;
}

function tell({ file, missing }: Expansion, { written, without, tokens, failure }: Expanded, io: CommandIo): ExitCode {
  const left = missing - written - without;
  io.out(
    `Phrases of ${counted(written, 'page')} are in ${file} (${tokens.input.toLocaleString('en')} tokens read, ${tokens.output.toLocaleString('en')} written).\n`,
  );
  if (without > 0) io.err(`The model wrote none for ${counted(without, 'page')}.\n`);
  if (left === 0) return 0;
  const why = failure === undefined ? 'Stopped' : `The model failed (${failure})`;
  io.err(`${why}, with ${counted(left, 'page')} left. Run it again to go on.\n`);
  return 1;
}
