/**
 * What a command is, and how its words are read. In: the words after its name. Out: options, or a sentence on what is wrong.
 */
import { parseArgs } from 'node:util';

/** 0 done, 1 failed, 2 wrong use or configuration. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole help text. */
  readonly help: string;
  run(args: readonly string[], io: CommandIo): Promise<ExitCode>;
}

/** The world of a command; tests bring their own. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  out(text: string): void;
  err(text: string): void;
  /** Aborts on SIGTERM or SIGINT. */
  readonly signal: AbortSignal;
}

/** Wrong words on the command line. The message is one plain sentence. */
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

/** Fails with UsageError on unknown options and on more words than the command takes. */
export function readWords(args: readonly string[], options: OptionSpec, maxPositionals: number): Words {
  const { values, positionals } = parse(args, options);
  if (positionals.length > maxPositionals) {
    throw new UsageError(`“${positionals[maxPositionals]}” is one word too many; put a question in quotes.`);
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
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}
