/** Why a database could not be used, as one plain sentence that reveals no password. */
import { ForeignDatabaseError, StoreError } from '../kit/sql/store-errors.ts';

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
