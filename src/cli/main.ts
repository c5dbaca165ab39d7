/** Entry point: chooses the command and returns its exit code: 0 (success), 1 (failure) or 2 (wrong usage or configuration). */
import { untilAborted } from '../kit/base/clock.ts';
import { version } from '../kit/base/version.ts';
import { asTyped } from './terminal/as-typed.ts';
import {
  type Command,
  type CommandIo,
  type ExitCode,
  UsageError,
  unknownCommand,
  unknownOption,
} from './terminal/command.ts';
import { toPrintable } from './terminal/printable.ts';

/** Loaded on demand, so that each command starts quickly and uses little memory. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).start,
  try: async () => (await import('./try.ts')).try_,
  setup: async () => (await import('./setup.ts')).setup,
  doctor: async () => (await import('./doctor.ts')).doctor,
  serve: async () => (await import('./serve.ts')).serve,
  mcp: async () => (await import('./mcp.ts')).mcp,
  keys: async () => (await import('./keys.ts')).keys,
  routes: async () => (await import('./routes.ts')).routes,
  ask: async () => (await import('./ask.ts')).ask,
  eval: async () => (await import('./eval.ts')).evaluate,
  expand: async () => (await import('./expand.ts')).expand,
  backup: async () => (await import('./backup.ts')).backup,
  deployments: async () => (await import('./data/deployments.ts')).deployments,
  forget: async () => (await import('./data/forget.ts')).forget,
  answers: async () => (await import('./data/answers.ts')).answers,
  report: async () => (await import('./data/report.ts')).report,
  export: async () => (await import('./data/export.ts')).export_,
  restore: async () => (await import('./restore.ts')).restore,
};

/** Runs one command line. Never throws: failures are printed and reflected in the exit code. */
export async function run(args: readonly string[], rawIo: CommandIo): Promise<ExitCode> {
  const io = printing(rawIo);
  // `docent help ask` is `docent ask --help`.
  const [name, ...rest] = args[0] === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args;
  if (args.includes('--version') || name === '-v') return print(io, `${version}\n`);
  if (name === undefined || name === 'help' || asksForHelp([name])) return print(io, await overview());
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    const known = [...Object.keys(commands), 'help'];
    return refuse(io, name.startsWith('-') ? unknownOption(name, []) : unknownCommand(name, known), 'docent --help');
  }
  const command = await load();
  if (asksForHelp(rest)) return print(io, command.help);
  try {
    const running = command.run(rest, io);
    if (command.heedsSignal) return await running;
    return await Promise.race([running, untilAborted(io.signal).then((): ExitCode => 1)]);
  } catch (error) {
    if (error instanceof UsageError) return refuse(io, error.message, `docent ${name} --help`);
    io.err(`${name} failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** Makes output printable, since it may quote docs, file names or user messages. */
function printing(io: CommandIo): CommandIo {
  return { ...io, out: (text) => io.out(toPrintable(text)), err: (text) => io.err(asTyped(toPrintable(text), io.env)) };
}

function asksForHelp(words: readonly string[]): boolean {
  return words.includes('--help') || words.includes('-h');
}

function print(io: CommandIo, text: string): ExitCode {
  io.out(text);
  return 0;
}

function refuse(io: CommandIo, sentence: string, see: string): ExitCode {
  io.err(`${sentence} See: ${see}\n`);
  return 2;
}

async function overview(): Promise<string> {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines: string[] = [];
  for (const [name, load] of Object.entries(commands)) {
    lines.push(`  docent ${name.padEnd(width)}  ${(await load()).summary}`);
  }
  return `Docent answers documentation questions in Slack and Discord threads.\n\n${lines.join('\n')}\n\n  docent COMMAND --help   shows details; docent -v prints the version.\n  In a clone of the repository: npm run -s docent -- COMMAND\n`;
}

/** npm, and docent.js for a newer Node, pass on the signal of Ctrl+C, which the terminal has sent to this process, too. */
const repeatMs = 3_000;

/** Aborts on the first SIGTERM or SIGINT. A later one ends the process immediately, without losing stored data. */
export function onSignals(
  source: Pick<NodeJS.EventEmitter, 'on'> = process,
  now = () => performance.now(),
  exit: (code: number) => void = process.exit,
): AbortSignal {
  const ending = new AbortController();
  let firstAt = 0;
  for (const name of ['SIGTERM', 'SIGINT']) {
    source.on(name, () => {
      if (ending.signal.aborted && now() - firstAt > repeatMs) exit(1);
      if (ending.signal.aborted) return;
      firstAt = now();
      ending.abort();
    });
  }
  return ending.signal;
}

/** The whole process, from the command line to its exit. */
export async function main(): Promise<never> {
  // A reader may close the pipe early (`docent ask … | head`).
  process.stdout.on('error', () => process.exit(1));
  const code = await run(process.argv.slice(2), {
    env: process.env,
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    ...(process.stderr.isTTY && { overwrite: (line) => void process.stderr.write(`\r${toPrintable(line)}\x1b[K`) }),
    isOutTerminal: process.stdout.isTTY,
    isInTerminal: process.stdin.isTTY,
    signal: onSignals(),
  });
  // Flush the output, then exit: handles that a command left open must not keep the process alive.
  await new Promise((resolve) => process.stdout.write('', resolve));
  return process.exit(code);
}

// `node src/cli/main.ts …`, without docent.js.
if (import.meta.main) await main();
