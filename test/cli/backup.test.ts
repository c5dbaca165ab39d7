/** `docent backup` and `docent restore`, with a bot, a service or another writer running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createStore, type OwnStore } from '../../src/bot/store/store.ts';
import { run } from '../../src/cli/main.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { openLockedDatabase } from '../../src/kit/sql/file-lock.ts';
import { startDocsServer } from '../../src/service/service.ts';
import { question } from '../bot/store/samples.ts';
import { killWithParent } from '../fakes/end-with-parent.ts';
import { silent, siteFolder } from '../service/folder.ts';
import { enterEmptyFolder, openTerminal } from './terminal.ts';

const url = 'sqlite:docent.db';

async function docent(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = openTerminal({ DATABASE_URL: url });
  const code = await run(args, terminal.io);
  return { code, out: terminal.out(), err: terminal.err() };
}

async function use(act: (store: OwnStore) => Promise<unknown>, own = false): Promise<void> {
  const store = createStore(await (own ? openLockedDatabase(url) : openDatabase(url)));
  await act(store);
  await store.close();
}

function idsIn(file: string): readonly unknown[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare('select question_id from turns order by seq').all();
  database.close();
  return rows.map((row) => row.question_id);
}

it('backup copies a complete snapshot of the database of a bot that keeps writing', async () => {
  enterEmptyFolder();
  const program = new URL('../kit/sql/writing.ts', import.meta.url).pathname;
  const writer = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  killWithParent(writer);
  onTestFinished(() => void writer.kill('SIGKILL'));
  await once(writer.stdout, 'data');
  expect(await docent('backup', 'one.db')).toEqual({ code: 0, out: 'Copied docent.db to one.db.\n', err: '' });
  const first = idsIn('one.db');
  await expect.poll(() => idsIn('docent.db').length).toBeGreaterThan(first.length);
  expect(await docent('backup', 'two.db')).toMatchObject({ code: 0 });
  const second = idsIn('two.db');
  expect(first).toEqual(first.map((_, index) => `q${index}`));
  expect(second).toEqual(second.map((_, index) => `q${index}`));
  expect(second.length).toBeGreaterThan(first.length);
  expect(first.length).toBeGreaterThan(0);
  expect(statSync('one.db').mode & 0o777).toBe(0o600);
  expect(await docent('restore', 'one.db', '--overwrite')).toEqual({
    code: 1,
    out: '',
    err: 'A bot or a documentation service is using docent.db; stop it first.\n',
  });
});

it('restore replaces the database with a backup, and the bot continues from there', async () => {
  enterEmptyFolder();
  await use((store) => store.accept(question({ id: 'before' })));
  await docent('backup', 'kept.db');
  await use((store) => store.accept(question({ id: 'after', thread: '2.0' })));
  expect(await docent('restore', 'kept.db', '--overwrite')).toEqual({
    code: 0,
    out: 'Replaced docent.db from kept.db.\n',
    err: '',
  });
  // A backup is one file, and stays one when it is read.
  expect(readdirSync('.').filter((name) => name.startsWith('kept.db'))).toEqual(['kept.db']);
  await use(async (store) => {
    expect((await store.claimTurn('me', 10, 20, ['slack']))?.question.id).toBe('before');
    expect(await store.claimTurn('me', 10, 20, ['slack'])).toBeUndefined();
  }, true);
});

it('restore changes nothing while a documentation service is running, which continues', async () => {
  enterEmptyFolder();
  const service = await startDocsServer({ docsDir: siteFolder, port: 0, database: url, logger: silent });
  onTestFinished(() => service.stop());
  await docent('backup', 'kept.db');
  expect(await docent('restore', 'kept.db', '--overwrite')).toEqual({
    code: 1,
    out: '',
    err: 'A bot or a documentation service is using docent.db; stop it first.\n',
  });
  expect(await service.health()).toMatchObject({ store: { state: 'ready' } });
  await service.stop();
  expect(await docent('restore', 'kept.db', '--overwrite')).toMatchObject({ code: 0 });
});

it('restore creates the database from a backup if there is none', async () => {
  enterEmptyFolder();
  await use((store) => store.accept(question()));
  await docent('backup', 'kept.db');
  const moved = openTerminal({ DATABASE_URL: 'sqlite:new.db' });
  expect(await run(['restore', 'kept.db'], moved.io)).toBe(0);
  expect(moved.out()).toBe('Created new.db from kept.db.\n');
  expect(idsIn('new.db')).toEqual(['q1']);
});

it.each(['backup', 'restore'])(
  '%s reads DATABASE_URL as the bot does: without the spaces around it, and refused if it is wrong',
  async (command) => {
    enterEmptyFolder();
    await use((store) => store.accept(question()));
    await docent('backup', 'kept.db');
    const spaced = openTerminal({ DATABASE_URL: ` ${url} ` });
    expect(await run([command, 'kept.db', '--overwrite'], spaced.io)).toBe(0);
    const empty = openTerminal({ DATABASE_URL: ' ' });
    expect(await run([command, 'kept.db', '--overwrite'], empty.io)).toBe(0);
    const wrong = openTerminal({ DATABASE_URL: 'docent.db' });
    expect(await run([command, 'kept.db', '--overwrite'], wrong.io)).toBe(2);
    expect(wrong.err()).toContain('DATABASE_URL is wrong: expected sqlite:FILE');
  },
);

it('neither command overwrites a file without --overwrite', async () => {
  enterEmptyFolder();
  await use((store) => store.accept(question({ id: 'mine' })));
  await docent('backup', 'kept.db');
  const bytes = readFileSync('kept.db');
  expect(await docent('backup', 'kept.db')).toMatchObject({
    code: 1,
    err: 'kept.db already exists and was not changed; choose another file, or pass --overwrite.\n',
  });
  expect(await docent('restore', 'kept.db')).toMatchObject({
    code: 1,
    err: 'docent.db already exists and was not changed; pass --overwrite to replace it.\n',
  });
  expect(readFileSync('kept.db')).toEqual(bytes);
  expect(await docent('backup', 'kept.db', '--overwrite')).toMatchObject({ code: 0 });
});

it('restore refuses a file that is not a backup, and changes nothing', async () => {
  enterEmptyFolder();
  await use((store) => store.accept(question({ id: 'mine' })));
  writeFileSync('text.db', 'no database, and longer than the header of one would be'.repeat(99));
  const other = new DatabaseSync('other.db');
  other.exec('create table notes (text)');
  other.close();
  const earlier = new DatabaseSync('earlier.db');
  earlier.exec(`create table turns (id text); create table conversations (id text);
    create table kysely_migration (name text, timestamp text);
    insert into kysely_migration values ('0001_conversations', '2026-01-01')`);
  earlier.close();
  await docent('backup', 'torn.db');
  const whole = readFileSync('torn.db');
  writeFileSync('torn.db', whole.subarray(0, whole.length / 2));
  const refusals = await Promise.all(
    ['text.db', 'other.db', 'earlier.db', 'torn.db', 'none.db'].map((file) => docent('restore', file, '--overwrite')),
  );
  expect(refusals.map((each) => [each.code, each.err])).toEqual([
    [1, 'text.db is damaged or not a SQLite database; nothing was changed.\n'],
    [1, 'other.db is not a database of this version of Docent; nothing was changed.\n'],
    [1, 'earlier.db is not a database of this version of Docent; nothing was changed.\n'],
    [1, 'torn.db is damaged or not a SQLite database; nothing was changed.\n'],
    [1, 'There is no file none.db.\n'],
  ]);
  expect(idsIn('docent.db')).toEqual(['mine']);
});

it('backup reports where it cannot write', async () => {
  enterEmptyFolder();
  await use((store) => store.accept(question({ id: 'mine' })));
  writeFileSync('text', 'no folder');
  const { code, err } = await docent('backup', 'text/kept.db');
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^docent\.db could not be copied to text\/kept\.db \(ENOTDIR: /),
  ]);
});

it('both commands name the tools for Postgres, and missing files', async () => {
  enterEmptyFolder();
  const there = openTerminal({ DATABASE_URL: 'postgres://docent:secret@db/docent' });
  expect(await run(['backup', 'kept.db'], there.io)).toBe(2);
  expect(there.err()).toBe(
    'This works for SQLite only; for Postgres, use pg_dump and pg_restore. See: docent backup --help\n',
  );
  expect(await docent('backup')).toMatchObject({ code: 2 });
  expect(await docent('backup', 'kept.db')).toMatchObject({
    code: 1,
    err: 'There is no database docent.db; check DATABASE_URL or --database.\n',
  });
  await use((store) => store.accept(question()));
  expect(await docent('backup', 'no/such/folder/kept.db')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^docent\.db could not be copied to no\/such\/folder\/kept\.db \(ENOENT.+\)\.\n$/),
  });
});
