/** Reads variables and collects their problems. No problem contains a value, since some values are secrets. */
import { platformToken, serviceKey } from './values.ts';
import { type Variable, variableNames } from './variables.ts';

/** Variables by name. An empty one counts as missing. */
export type Env = Readonly<Record<string, string | undefined>>;

export class Reader {
  readonly #env: Env;
  readonly #problems = new Map<string, string>();
  readonly #others: string[] = [];

  constructor(env: Env) {
    this.#env = env;
  }

  /** An arrow function, so that it can be passed to `some`. */
  readonly isSet = ({ name }: { readonly name: string }): boolean => this.#text(name) !== '';

  /** Returns undefined if it is missing, or if it is invalid, which is recorded as a problem. */
  get<T>(variable: Variable<T>): T | undefined {
    const text = this.#text(variable.name);
    if (text === '') return undefined;
    const read = variable.schema.safeParse(text);
    if (!read.success) this.#complain('wrong', variable);
    return read.data;
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
  refuse(variable: Variable<unknown>): void {
    this.#complain('wrong', variable);
  }

  /** In the order of the variables' definitions, followed by the others. */
  problems(): string[] {
    return [...variableNames.flatMap((name) => this.#problems.get(name) ?? []), ...this.#others];
  }

  #text(variable: string): string {
    return this.#env[variable]?.trim() ?? '';
  }

  #complain(what: 'missing' | 'wrong', { name, expected, from }: Variable<unknown>): void {
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
