/** The bot's database at start: in use by another bot, on a full disk, missing, or late. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { whenReachable } from '../../src/cli/start.ts';
import { StoreError } from '../../src/kit/sql/store-errors.ts';
import { createManualClock } from '../fakes/clock.ts';
import { createKeptLog } from '../fakes/logger.ts';
import { startPostgres } from '../kit/sql/postgres-server.ts';
import { until } from '../sandbox/slack/until.ts';
import { door, emptyFolder, type Running, startDocent } from './terminal.ts';

/** Enough settings to start, with nothing at the other end. */
const settings = {
  DISCORD_TOKEN: 'a.b.c',
  DISCORD_API_URL: 'http://127.0.0.1:9/api',
  ASSISTANT_URL: 'http://127.0.0.1:9',
  ASSISTANT_DOMAIN: 'docs',
  ASSISTANT_API_KEY: 'key',
  HOST: '127.0.0.1',
  PORT: '0',
};

function startBot(database: string): Running {
  return startDocent(['start'], { env: { ...settings, DATABASE_URL: database } });
}

function isListening(bot: Running): Promise<void> {
  return until(() => bot.out().includes('"listening"'));
}

it('refuses a second bot on a SQLite file, but allows docent keys, and the next bot right after a kill -9', async () => {
  const database = `sqlite:${join(emptyFolder(), 'docent.db')}`;
  const first = startBot(database);
  await isListening(first);
  const second = startBot(database);
  expect(await second.ended).toBe(1);
  expect(second.err()).toBe(
    `Another Docent is using ${database}: stop it first, or give each its own DATABASE_URL (sharing one needs Postgres).\n`,
  );
  const keys = startDocent(['keys', 'create', 'assistant', '--database', database]);
  expect(await keys.ended).toBe(0);
  first.child.kill('SIGKILL');
  await first.ended;
  await isListening(startBot(database));
});

it('says in one sentence that it cannot write to its database', async () => {
  const database = `sqlite:${join(emptyFolder(), 'docent.db')}`;
  // No file can grow, as on a full disk.
  const bot = startDocent(['start'], {
    env: { ...settings, DATABASE_URL: database },
    program: ['/bin/sh', '-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, door],
  });
  expect(await bot.ended).toBe(1);
  expect(bot.err()).toMatch(/^Docent cannot use its database sqlite:\S+ \(.+\): check DATABASE_URL, and .+\.\n$/);
});

it.each([
  ['a file', 'docent.db', 0o444],
  ['a folder', '.', 0o555],
])('says in one sentence that %s is read-only', async (_, name, mode) => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'docent.db'), '');
  chmodSync(join(folder, name), mode);
  const env = { ...settings, DATABASE_URL: `sqlite:${join(folder, 'docent.db')}` };
  // Root can write everywhere, so root drops that privilege.
  const plain = ['setpriv', '--inh-caps=-all', '--bounding-set=-all', process.execPath, door] as const;
  const bot = startDocent(['start'], process.getuid?.() === 0 ? { env, program: [...plain] } : { env });
  expect(await bot.ended).toBe(1);
  expect(bot.err()).toMatch(/^Docent cannot use its database sqlite:\S+ \(EACCES.+\): .+ is writable\.\n$/);
});

it('refuses the database of an earlier version in one sentence that says what to do, as all commands do', async () => {
  const file = join(emptyFolder(), 'docent.db');
  const earlier = new DatabaseSync(file);
  earlier.exec(`create table kysely_migration (name text, timestamp text); create table turns (id text);
    insert into kysely_migration values ('0001_conversations', '2026-01-01')`);
  earlier.close();
  const database = `sqlite:${file}`;
  const refused = `The database ${database} is of another program or an earlier version of Docent: keep it and name another one in`;
  const bot = startBot(database);
  const report = startDocent(['report', '--database', database]);
  const keys = startDocent(['keys', 'create', 'assistant', '--database', database]);
  expect(await Promise.all([bot.ended, report.ended, keys.ended])).toEqual([1, 1, 1]);
  expect(bot.err()).toBe(`${refused} DATABASE_URL, or delete it.\n`);
  expect(report.err()).toBe(`${refused} --database or DATABASE_URL, or delete it.\n`);
  expect(keys.err()).toMatch(
    / is of another program or an earlier version of Docent: keep it and name another one in /,
  );
});

it('waits for a Postgres that is started after it, but ends immediately if Postgres refuses it', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  await server.interrupt();
  const bot = startBot(server.url);
  await until(() => bot.out().includes('database not reachable yet'));
  await server.resume();
  await isListening(bot);
  const url = server.url.replace('postgres@', 'postgres:pa%24s@').replace('/postgres?', '/nowhere?');
  const refused = startBot(url);
  expect(await refused.ended).toBe(1);
  expect(refused.err()).toMatch(
    /^Docent cannot use its database postgres:\/\/postgres@localhost\/nowhere \(.+\): .+\n$/,
  );
  expect(refused.err() + refused.out()).not.toMatch(/pa%24s|pa\$s/);
});

it('exits with 0 on SIGTERM while it waits for its database', async () => {
  const bot = startBot('postgres://docent@127.0.0.1:9/docs');
  await until(() => bot.out().includes('database not reachable yet'));
  bot.child.kill('SIGTERM');
  expect(await bot.ended).toBe(0);
});

it('retries for a minute with growing pauses, then gives up', async () => {
  const clock = createManualClock();
  const startedAt = clock.now();
  const asked: number[] = [];
  const failure = new StoreError(new Error('nobody answers'));
  const opening = whenReachable(
    () => {
      asked.push(clock.now() - startedAt);
      return Promise.reject(failure);
    },
    { database: 'postgres://db/docent', clock, logger: createKeptLog(), signal: new AbortController().signal },
  );
  await expect(clock.until(opening)).rejects.toBe(failure);
  expect(asked).toEqual([0, 1_000, 3_000, 7_000, 15_000, 25_000, 35_000, 45_000, 55_000, 60_000]);
});
