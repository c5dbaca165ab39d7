/** Reads variables and collects their problems. No problem contains a value, since some values are secrets. */
import type { z } from 'zod';
import { platformToken, serviceKey } from './values.ts';

/** Variables by name. An empty one counts as missing. */
export type Env = Readonly<Record<string, string | undefined>>;

/** One variable: its format, in code and in words, its default, and where to get it. */
export interface Variable<T, D = undefined> {
  readonly name: string;
  readonly schema: z.ZodType<T, string>;
  /** Completes the sentence "expected …". */
  readonly expected: string;
  /** Completes the sentence "Get it …": a page and a place on it. */
  readonly from: string | undefined;
  /** What applies if it is not set. */
  readonly default: D;
}

export function variable<T>(name: string, schema: z.ZodType<T, string>, expected: string, from?: string): Variable<T> {
  return { name, schema, expected, from, default: undefined };
}

export function withDefault<T>(variable: Variable<T>, value: NoInfer<T>): Variable<T, T> {
  return { ...variable, default: value };
}

export class Reader {
  readonly #env: Env;
  readonly #names: readonly string[];
  readonly #problems = new Map<string, string>();
  readonly #others: string[] = [];

  /** `names` are those of all variables, in the order in which problems are reported. */
  constructor(env: Env, names: readonly string[]) {
    this.#env = env;
    this.#names = names;
  }

  /** An arrow function, so that it can be passed to `some`. */
  readonly isSet = ({ name }: { readonly name: string }): boolean => this.#text(name) !== '';

  /** Returns the default if it is missing, or if it is invalid, which is recorded as a problem. */
  get<T, D>(variable: Variable<T, D>): T | D {
    const text = this.#text(variable.name);
    if (text === '') return variable.default;
    const read = variable.schema.safeParse(text);
    if (read.success) return read.data;
    this.#complain('wrong', variable);
    return variable.default;
  }

  /** Returns undefined if it is missing or invalid; both are problems. */
  need<T>(variable: Variable<T>): T | undefined {
    if (!this.isSet(variable)) this.#complain('missing', variable);
    return this.get(variable);
  }

  /** A key in a variable that the operator chose; records `problem` if it is missing or cannot be a key. */
  secret(name: string, problem: string): string | undefined {
    const text = this.#text(name);
    if (serviceKey.safeParse(text).success) return text;
    this.add(problem);
    return undefined;
  }

  /** Records that a key is missing because the one for another address must not be sent to this one. */
  refuseToShare(problem: string, key: { readonly name: string }, address: { readonly name: string }): undefined {
    const remedy = 'name the variable that holds the key for this url, such as DOCENT_KEY_ACME';
    this.add(`${problem}: ${key.name} is sent only to the host of ${address.name}, and not over http; ${remedy}`);
  }

  /** Records a problem that is not about a variable. */
  add(problem: string): void {
    this.#others.push(problem);
  }

  /** Records that the variable conflicts with others. */
  refuse(variable: Variable<unknown, unknown>): void {
    this.#complain('wrong', variable);
  }

  /** In the order of the variables' definitions, followed by the others. */
  problems(): string[] {
    return [...this.#names.flatMap((name) => this.#problems.get(name) ?? []), ...this.#others];
  }

  #text(variable: string): string {
    return this.#env[variable]?.trim() ?? '';
  }

  #complain(what: 'missing' | 'wrong', { name, expected, from }: Variable<unknown, unknown>): void {
    const where = from === undefined ? '' : ` Get it ${from}.`;
    this.#problems.set(name, `${name} is ${what}${this.#why(what, name)}: expected ${expected}.${where}`);
  }

  #why(what: 'missing' | 'wrong', name: string): string {
    const token = platformToken(this.#text(name));
    if (what === 'wrong') return token === undefined || token === name ? '' : ` (it looks like ${token})`;
    if (this.#text(`${name}_FILE`) !== '') return ` (${name}_FILE names a file that cannot be read)`;
    return this.#env[name] === undefined
      ? ''
      : ' (it is set, but empty, in .env or in the environment, which takes precedence)';
  }
}
