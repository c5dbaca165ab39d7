/** Bearer keys. Only their hashes are stored. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../kit/sql/schema.ts';
import type { ApiKeyRow } from '../../kit/sql/service-schema.ts';

/** A Bearer key without the key itself. Times are in milliseconds since 1970. */
export interface StoredKey {
  readonly id: string;
  readonly kind: string;
  readonly organization: string;
  /** The access groups whose pages it may read, besides those for everybody. */
  readonly groups: readonly string[];
  /** sha256 of the key, hex. */
  readonly hash: string;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
}

export async function addKey(sql: Kysely<Schema>, key: StoredKey): Promise<void> {
  const { id, kind, organization, groups, hash, createdAt, expiresAt, revokedAt } = key;
  await sql
    .insertInto('api_keys')
    .values({
      id,
      kind,
      organization,
      hash,
      access_groups: JSON.stringify(groups),
      created_at: createdAt,
      expires_at: expiresAt ?? null,
      revoked_at: revokedAt ?? null,
    })
    .execute();
}

export async function findKey(sql: Kysely<Schema>, hash: string): Promise<StoredKey | undefined> {
  const row = await sql.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
  return row && toKey(row);
}

/** All, oldest first. */
export async function listKeys(sql: Kysely<Schema>): Promise<readonly StoredKey[]> {
  const rows = await sql.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(toKey);
}

/** Returns false if there is no such key, or it is already revoked. */
export async function revokeKey(sql: Kysely<Schema>, id: string, now: number): Promise<boolean> {
  const revoked = await sql
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return revoked.numUpdatedRows > 0n;
}

function toKey(row: ApiKeyRow): StoredKey {
  const { id, kind, organization, access_groups, hash, created_at, expires_at, revoked_at } = row;
  return {
    id,
    kind,
    organization,
    hash,
    createdAt: created_at,
    // Written by `addKey`.
    groups: JSON.parse(access_groups) as readonly string[],
    expiresAt: expires_at ?? undefined,
    revokedAt: revoked_at ?? undefined,
  };
}
