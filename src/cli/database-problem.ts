/** Which database a command uses, and why it could not be used, as one plain sentence that reveals no password. */
import { type Env, Reader, type Variable } from '../kit/settings/reader.ts';
import { ForeignDatabaseError, StoreError } from '../kit/sql/store-errors.ts';
import { UsageError } from './terminal/command.ts';

/** The settings that name the service's database, for messages. */
export const databaseSettings = '--database or SERVE_DATABASE_URL';

/** The one that `--database` names, or else the variable, read as the bot and the service read it. Fails with UsageError. */
export function databaseOf(named: string | undefined, env: Env, variable: Variable<string, string>): string {
  if (named !== undefined) return named;
  const reader = new Reader(env, [variable.name]);
  const database = reader.get(variable);
  const problems = reader.problems();
  // Not the default: a command would change another database than the one that was meant.
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return database;
}

/** Returns undefined if the failure is not about the database. */
export function databaseProblem(error: unknown, database: string, setting: string): string | undefined {
  if (!(error instanceof StoreError)) return undefined;
  const isFile = database.startsWith('sqlite:');
  if (!isFile && !/^postgres(?:ql)?:/.test(database)) {
    return `${setting} takes sqlite:FILE, sqlite::memory: or postgres://user:password@host/name.`;
  }
  if (error.cause instanceof ForeignDatabaseError) {
    return `The database ${shown(database, isFile)} is of another program or an earlier version of Docent: keep it and name another one in ${setting}, or delete it.`;
  }
  const hint = isFile ? 'that its folder exists and is writable' : 'that it is running and lets this user in';
  return `Docent cannot use its database ${shown(database, isFile)} (${reasonOf(error)}): check ${setting}, and ${hint}.`;
}

function shown(database: string, isFile: boolean): string {
  if (isFile) return database;
  if (!URL.canParse(database)) return 'postgres://…';
  const { protocol, username, host, pathname } = new URL(database);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

/** An AggregateError for several addresses has a code but no message. */
function reasonOf({ cause }: StoreError): unknown {
  if (!(cause instanceof Error)) return 'no reason given';
  return cause.message || ('code' in cause ? cause.code : cause.name);
}
