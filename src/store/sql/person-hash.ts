/**
 * Ids of people as they stay once they are not needed any more: a keyed hash, by which the same person is recognised when they
 * come back. The key is made with the database and kept in it, so that every process and `docent forget` has it, and a
 * backup, too. FP_SECRET is another key with another purpose: it may change, and this one may not.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

const prefix = 'hash:';

/** Returns what an id becomes. */
export type HashPerson = (person: string) => string;

export async function loadPersonHash(sql: Kysely<Schema>): Promise<HashPerson> {
  await sql
    .insertInto('person_key')
    .values({ id: 1, key: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await sql.selectFrom('person_key').select('key').executeTakeFirstOrThrow();
  const key = Buffer.from(row.key, 'base64');
  return (person) => `${prefix}${createHmac('sha256', key).update(person).digest('base64url').slice(0, 22)}`;
}

export function isHashed(person: string): boolean {
  return person.startsWith(prefix);
}
