import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore } from '../../../src/bot/store/store.ts';
import { openDatabase } from '../../../src/kit/sql/database.ts';
import {
  FileLockedError,
  lockFile,
  lockFileExclusively,
  openLockedDatabase,
  shareFile,
} from '../../../src/kit/sql/file-lock.ts';
import { StoreError } from '../../../src/kit/sql/store-errors.ts';
import { question } from '../../bot/store/samples.ts';
import { type FreshDatabase, postgres, sqliteOnDisk } from './engines.ts';

/** A process that owns a file until it is killed. */
async function startOwner(url: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, './owning.ts'), url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe('a SQLite file', () => {
  let fresh: FreshDatabase;

  beforeEach(async () => {
    fresh = await sqliteOnDisk.fresh();
  });

  afterEach(() => fresh.drop());

  it('has one owner, and can have another once the first one has closed it', async () => {
    const first = await openLockedDatabase(fresh.url);
    await expect(openLockedDatabase(fresh.url)).rejects.toThrow(FileLockedError);
    await first.close();
    const second = await openLockedDatabase(fresh.url);
    await second.close();
  });

  it('cannot be locked by a second process until the first one is killed', async () => {
    const child = await startOwner(fresh.url);
    await expect(openLockedDatabase(fresh.url)).rejects.toThrow(FileLockedError);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const database = await openLockedDatabase(fresh.url);
    await database.close();
  });

  it('can be opened without a lock while it is owned', async () => {
    const child = await startOwner(fresh.url);
    const store = createStore(await openDatabase(fresh.url));
    expect(await store.accept(question())).toEqual({ result: 'accepted' });
    await store.close();
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('has a single owner even under two names', async () => {
    const database = await openLockedDatabase(fresh.url);
    const path = fresh.url.slice('sqlite:'.length);
    const other = join(dirname(path), 'other.db');
    symlinkSync(path, other);
    expect(() => lockFile(other)).toThrow(FileLockedError);
    await database.close();
  });

  it('can be shared by services alongside its one owner, and locked exclusively only once all have released it', () => {
    const path = fresh.url.slice('sqlite:'.length);
    const shares = [shareFile(fresh.url), shareFile(fresh.url)];
    expect(() => lockFileExclusively(path)).toThrow(FileLockedError);
    lockFile(path)();
    for (const giveBack of shares) giveBack();
    const giveBack = lockFileExclusively(path);
    expect(() => shareFile(fresh.url)).toThrow(FileLockedError);
    expect(() => lockFile(path)).toThrow(FileLockedError);
    giveBack();
    shareFile(fresh.url)();
  });

  it('is unlocked if it cannot be opened', async () => {
    const path = fresh.url.slice('sqlite:'.length);
    writeFileSync(path, 'a text, and a longer one than a header of SQLite has'.repeat(9));
    await expect(openLockedDatabase(fresh.url)).rejects.toThrow(StoreError);
    rmSync(path);
    const database = await openLockedDatabase(fresh.url);
    await database.close();
  });
});

describe('Postgres', () => {
  it('can have any number of owners', async () => {
    const fresh = await postgres.fresh();
    const both = [await openLockedDatabase(fresh.url), await openLockedDatabase(fresh.url)];
    await Promise.all(both.map((lock) => lock.close()));
    await fresh.drop();
  });
});
