/**
 * Reads variables one by one and keeps what is wrong with them. In: variables by name. Out: their values, and every problem at
 * once. Pure. No problem holds a value: some values are secrets.
 */
import { type Variable, variableNames } from './variables.ts';

/** Variables by name. An empty one is a missing one. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Reads variables and keeps what is wrong with them. */
export class Reader {
  readonly #env: Env;
  readonly #problems = new Map<string, string>();

  constructor(env: Env) {
    this.#env = env;
  }

  /** An arrow, to be handed to `some`. */
  readonly isSet = ({ name }: { readonly name: string }): boolean => this.#text(name) !== '';

  /** undefined when it is missing, which is no problem, or wrong, which is one. */
  get<T>(variable: Variable<T>): T | undefined {
    const text = this.#text(variable.name);
    if (text === '') return undefined;
    const read = variable.schema.safeParse(text);
    if (!read.success) this.#complain('wrong', variable);
    return read.data;
  }

  /** undefined when it is missing or wrong; both are problems. */
  need<T>(variable: Variable<T>): T | undefined {
    if (!this.isSet(variable)) this.#complain('missing', variable);
    return this.get(variable);
  }

  /** It is wrong beside the others. */
  refuse(variable: Variable<unknown>): void {
    this.#complain('wrong', variable);
  }

  /** In the order in which the variables are described. */
  problems(): string[] {
    return variableNames.flatMap((each) => this.#problems.get(each) ?? []);
  }

  #text(variable: string): string {
    return this.#env[variable]?.trim() ?? '';
  }

  #complain(what: 'missing' | 'wrong', { name, expected, from }: Variable<unknown>): void {
    const where = from === undefined ? '' : ` Get it ${from}.`;
    this.#problems.set(name, `${name} is ${what}: expected ${expected}.${where}`);
  }
}
