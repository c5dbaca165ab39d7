/**
 * Replaces ids of people that are no longer needed with a keyed hash, which still recognises the same person later. The key
 * is created with the database and stored in it, so that every process, `docent forget` and every backup has it. FP_SECRET
 * is another key for another purpose: it may change, and this one must not.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

const prefix = 'hash:';

/** Returns the hash that replaces an id. */
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
