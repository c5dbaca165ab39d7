/** The interface of a command, and the parser of its arguments. */
import { parseArgs } from 'node:util';
import { nearestOf } from '../../bot/config/nearest.ts';

/** 0 done, 1 failed, 2 wrong usage or configuration. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole help text. */
  readonly help: string;
  /** It stops by itself, and cleanly, when `io.signal` aborts. Other commands are left where they are. */
  readonly heedsSignal?: true;
  run(args: readonly string[], io: CommandIo): Promise<ExitCode>;
}

/** The input and output of a command. Tests pass their own. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  out(text: string): void;
  err(text: string): void;
  /** Replaces the last line on the terminal; '' clears it. Missing if `err` does not write to a terminal. */
  overwrite?(line: string): void;
  /** Whether `out` writes to a terminal. */
  readonly isOutTerminal?: boolean;
  /** Whether `stdin` is a terminal. */
  readonly isInTerminal?: boolean;
  /** Aborts on the first SIGTERM or SIGINT. */
  readonly signal: AbortSignal;
}

/** Wrong arguments. The message is one plain sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type OptionSpec = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

export interface Words {
  readonly positionals: readonly string[];
  text(name: string): string | undefined;
  flag(name: string): boolean;
  /** A whole number from 0 to `max`. */
  number(name: string, max: number): number | undefined;
}

/** Fails with UsageError on unknown options and surplus arguments. */
export function readWords(args: readonly string[], options: OptionSpec, maxPositionals: number): Words {
  const { values, positionals } = parse(args, options);
  if (positionals.length > maxPositionals) {
    throw new UsageError(
      `Unexpected argument “${positionals[maxPositionals]}”; put words that belong together in quotes.`,
    );
  }
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    positionals,
    text,
    flag: (name) => values[name] === true,
    number(name, max) {
      const value = text(name);
      if (value === undefined) return undefined;
      if (!/^\d+$/.test(value) || Number(value) > max) {
        throw new UsageError(`--${name} takes a whole number from 0 to ${max}, not “${value}”.`);
      }
      return Number(value);
    },
  };
}

function parse(
  args: readonly string[],
  options: OptionSpec,
): { values: Readonly<Record<string, string | true>>; positionals: readonly string[] } {
  // Not strict, because parseArgs' own messages are several sentences long.
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true });
  const values: Record<string, string | true> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind === 'option') values[token.name] = readOption(token, options);
  }
  return { values, positionals };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function readOption({ name, rawName, value, inlineValue }: OptionToken, options: OptionSpec): string | true {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) throw new UsageError(unknownOption(rawName, Object.keys(options)));
  if (option.type === 'boolean') {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} takes no value.`);
  }
  // `--docs --json`: the value was forgotten.
  if (!value || (!inlineValue && value.startsWith('-'))) throw new UsageError(`${rawName} needs a value.`);
  return value;
}

/** One sentence. `rawName` is the option as typed; `known` names have no dashes. */
export function unknownOption(rawName: string, known: readonly string[]): string {
  const nearest = nearestOf(rawName.replace(/^-+/, ''), [...known, 'help', 'version']);
  return `There is no option ${rawName}${didYouMean(nearest && `--${nearest}`)}`;
}

/** One sentence. */
export function unknownCommand(name: string, known: readonly string[]): string {
  return `There is no command “${name}”${didYouMean(nearestOf(name, known))}`;
}

/** Ends a sentence that rejects a word. */
function didYouMean(nearest: string | undefined): string {
  return nearest ? `; did you mean ${nearest}?` : '.';
}

/** `1 page`, `2 pages`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** Why a server could not listen, as one plain sentence; undefined if something else failed. */
export function listenProblem(error: unknown, setting: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  if (error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${error.port} is in use: stop the program that listens on it, or choose another with ${setting}.`;
  }
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return undefined;
  return `Docent cannot listen there (${error.message}): choose another address with ${setting}.`;
}
