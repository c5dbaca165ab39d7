/** Stores the installations of an app. Tokens are encrypted, and each is bound to its installation. */
import { createHash } from 'node:crypto';
import type { Database } from '../../../kit/sql/database.ts';
import type { InstallationRow } from '../../../kit/sql/schema.ts';
import { withStoreErrors } from '../../../kit/sql/store-errors.ts';
import type { InstallationStore, StoredInstallation, Tokens } from '../../core/ports/installation-store.ts';
import { Sealer } from './sealer.ts';

/** `keys`: see Sealer. */
export function createInstallationStore(
  { sql }: Pick<Database, 'sql'>,
  platform: string,
  keys: readonly string[],
): InstallationStore {
  const sealer = new Sealer(keys);
  const all = () => sql.selectFrom('installations').selectAll().where('platform', '=', platform);
  const change = (id: string) => sql.updateTable('installations').where('platform', '=', platform).where('id', '=', id);

  return withStoreErrors<InstallationStore>({
    async find(id) {
      const row = await all().where('id', '=', id).executeTakeFirst();
      return row && (opened(row)?.installation ?? 'unreadable');
    },
    async list() {
      const rows = await all().orderBy('id').execute();
      return rows.map((row) => ({ id: row.id, ...nameOf(row), isReadable: opened(row) !== undefined }));
    },
    async reseal(now) {
      for (const row of await all().execute()) {
        const found = opened(row);
        if (!found || found.isCurrent) continue;
        const { id, tokens, revision } = found.installation;
        const free = change(id).where('token', '=', revision).where('rotating_until', '<=', now);
        await free.set(sealed(id, tokens)).execute();
      }
    },
    async save({ id, name = null, tokens }) {
      const values = { name, ...sealed(id, tokens), rotating_until: 0 };
      await sql
        .insertInto('installations')
        .values({ platform, id, ...values })
        .onConflict((conflict) => conflict.columns(['platform', 'id']).doUpdateSet(values))
        .execute();
    },
    async beginRotation({ id, revision }, now, until) {
      const free = change(id).where('token', '=', revision).where('rotating_until', '<=', now);
      const { numUpdatedRows } = await free.set({ rotating_until: until }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async endRotation({ id, revision }, tokens) {
      const ours = change(id).where('token', '=', revision);
      const { numUpdatedRows } = await ours.set({ ...sealed(id, tokens), rotating_until: 0 }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async remove(id, found) {
      const row = await all().where('id', '=', id).executeTakeFirst();
      const isSame = row && (found === 'unreadable' ? !opened(row) : row.token === found.revision);
      if (!isSame) return false;
      const same = sql.deleteFrom('installations').where('platform', '=', platform).where('id', '=', id);
      const { numDeletedRows } = await same.where('token', '=', row.token).executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async takeState(state, now, expiresAt) {
      await sql.deleteFrom('used_states').where('expires_at', '<=', now).execute();
      const hash = createHash('sha256').update(state).digest('hex');
      const use = sql.insertInto('used_states').values({ hash, expires_at: expiresAt });
      const { numInsertedOrUpdatedRows = 0n } = await use
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },
  });

  function sealed(id: string, { token, refreshToken, expiresAt }: Tokens) {
    return {
      token: sealer.seal(token, boundTo(id, 'token')),
      refresh_token: refreshToken === undefined ? null : sealer.seal(refreshToken, boundTo(id, 'refresh token')),
      expires_at: expiresAt ?? null,
    };
  }

  function opened(row: InstallationRow) {
    const token = sealer.open(row.token, boundTo(row.id, 'token'));
    const refresh =
      row.refresh_token === null ? 'none' : sealer.open(row.refresh_token, boundTo(row.id, 'refresh token'));
    if (!token || !refresh) return undefined;
    const tokens: Tokens = {
      token: token.text,
      ...(refresh !== 'none' && { refreshToken: refresh.text }),
      ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    };
    const installation: StoredInstallation = { id: row.id, ...nameOf(row), tokens, revision: row.token };
    return { installation, isCurrent: token.isCurrent && (refresh === 'none' || refresh.isCurrent) };
  }

  function boundTo(id: string, what: string): string {
    return `${platform}:${id}:${what}`;
  }
}

function nameOf({ name }: InstallationRow): { readonly name?: string } {
  return name === null ? {} : { name };
}
