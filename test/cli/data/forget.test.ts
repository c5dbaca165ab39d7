import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore } from '../../../src/bot/store/store.ts';
import { forget } from '../../../src/cli/data/forget.ts';
import { openDatabase } from '../../../src/kit/sql/database.ts';
import { lockFile } from '../../../src/kit/sql/file-lock.ts';
import { startService } from '../../bot/docs-api/service.ts';
import { question } from '../../bot/store/samples.ts';
import { openTerminal } from '../terminal.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-forget-'));
  path = join(folder, 'docent.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

async function ask(...ids: readonly string[]): Promise<void> {
  const store = createStore(await openDatabase(`sqlite:${path}`));
  for (const id of ids) await store.accept({ ...question({ id, thread: id }), asker: 'slack:T1:UADA' });
  await store.close();
}

function bytes(): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

it('leaves nothing about the person in any file', async () => {
  await ask('first', 'second');
  expect(bytes()).toContain('UADA');
  const terminal = openTerminal();
  expect(await forget.run(['slack:T1:UADA', '--database', `sqlite:${path}`], terminal.io)).toBe(0);
  expect(terminal.out()).toBe(
    'slack:T1:UADA was forgotten: 2 questions with answers, 0 deployments.\nNo assistant is set up here, so none was asked to delete what it stores; run this where the bot has its settings.\n',
  );
  expect(bytes()).not.toMatch(/UADA|text of/);
});

it('forgets in the database of the bot, also with spaces around DATABASE_URL, and in no other if that is wrong', async () => {
  await ask('first');
  const wrong = openTerminal({ DATABASE_URL: path });
  await expect(forget.run(['slack:T1:UADA'], wrong.io)).rejects.toMatchObject({ name: 'UsageError' });
  expect(bytes()).toContain('UADA');
  const spaced = openTerminal({ DATABASE_URL: ` sqlite:${path} ` });
  expect(await forget.run(['slack:T1:UADA'], spaced.io)).toBe(0);
  expect(bytes()).not.toContain('UADA');
});

it('forgets while a bot is running', async () => {
  await ask('first');
  const unlock = lockFile(path);
  const terminal = openTerminal();
  expect(await forget.run(['slack:T1:UADA', '--database', `sqlite:${path}`], terminal.io)).toBe(0);
  unlock();
  expect(bytes()).not.toContain('UADA');
});

it('fails and says what is left if another process reads the database, until it is run again', async () => {
  await ask('first');
  const reader = new DatabaseSync(path);
  const writer = new DatabaseSync(path);
  // What is read here keeps the log, in which the words are.
  writer.exec('pragma user_version = 1');
  reader.exec('begin');
  reader.prepare('select count(*) from turns').get();
  const unlock = lockFile(path);
  const run = async () => {
    const terminal = openTerminal();
    const code = await forget.run(['slack:T1:UADA', '--database', `sqlite:${path}`], terminal.io);
    return { code, err: terminal.err() };
  };
  const first = await run();
  reader.exec('commit');
  reader.close();
  writer.close();
  const second = await run();
  unlock();
  expect(first).toEqual({ code: 1, err: expect.stringContaining('still in the -wal file') });
  expect(second).toEqual({ code: 0, err: '' });
  expect(bytes()).not.toContain('UADA');
});

it('asks each configured assistant to forget the person by the fingerprint that it knows', async () => {
  await ask('first');
  const service = await startService((response) => response.writeHead(200).end('{"threads":2}'));
  const settings = { ASSISTANT_URL: service.url, ASSISTANT_DOMAIN: 'docs', ASSISTANT_API_KEY: 'k', FP_SECRET: 's' };
  const second = { FALLBACK_URL: 'http://127.0.0.1:9', FALLBACK_DOMAIN: 'own', FALLBACK_API_KEY: 'k' };
  const terminal = openTerminal({ ...settings, ...second });
  expect(await forget.run(['slack:T1:UADA', '--database', `sqlite:${path}`], terminal.io)).toBe(1);
  expect(terminal.out()).toMatch(
    /\ndocs at http.*: deleted 2 threads of slack:T1:UADA\.\nown at .*: could not be asked/,
  );
  const fp = createHmac('sha256', 's').update('slack:T1:UADA').digest('hex').slice(0, 32);
  expect(service.received).toMatchObject([{ path: '/v1/assistant/docs/forget', body: { fp } }]);
});

it('forgets several people in one call, printing a line each, and fails if one of them could not be forgotten', async () => {
  await ask('first');
  const store = createStore(await openDatabase(`sqlite:${path}`));
  await store.accept({ ...question({ id: 'of bob', thread: 'of bob' }), asker: 'slack:T1:UBOB' });
  await store.close();
  const stuck = new DatabaseSync(path);
  // The text of the trigger names her, too.
  stuck.exec('pragma secure_delete = on');
  stuck.exec(`create trigger stuck before update on turns when old.asker = 'slack:T1:UADA'
    begin select raise(abort, 'it is stuck'); end`);
  const service = await startService((response) => response.writeHead(200).end('{"threads":1}'));
  const settings = { ASSISTANT_URL: service.url, ASSISTANT_DOMAIN: 'docs', ASSISTANT_API_KEY: 'k' };
  const people = ['slack:T1:UADA', 'slack:T1:UBOB', 'discord:7', 'slack:T1:UBOB'];
  const run = async () => {
    const terminal = openTerminal(settings);
    const code = await forget.run([...people, '--database', `sqlite:${path}`], terminal.io);
    return { code, out: terminal.out(), err: terminal.err() };
  };
  const first = await run();
  expect(first.code).toBe(1);
  expect(first.err).toMatch(/^slack:T1:UADA was not forgotten\. Docent cannot use its database .*it is stuck.*\n$/);
  expect(first.out.split('\n')).toEqual([
    'slack:T1:UBOB was forgotten: 1 question with answers, 0 deployments.',
    'discord:7 was forgotten: 0 questions with answers, 0 deployments.',
    ...people.slice(0, 3).map((person) => `docs at ${service.url}: deleted 1 thread of ${person}.`),
    '',
  ]);
  stuck.exec('drop trigger stuck');
  stuck.close();
  expect(await run()).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('UADA was forgotten: 1 question'),
  });
  expect(bytes()).not.toMatch(/UADA|UBOB|text of/);
});

it('reports which settings keep it from asking the assistant, and fails', async () => {
  await ask('first');
  const file = join(folder, 'docent.yaml');
  writeFileSync(file, 'sites:\n  docs: { urll: https://docs.example }\n');
  const settings = { ASSISTANT_URL: 'http://127.0.0.1:9', ASSISTANT_DOMAIN: 'docs', ASSISTANT_API_KEY: 'k' };
  const { ASSISTANT_API_KEY: _, ...withoutKey } = settings;
  const missing = { ...settings, DOCENT_CONFIG: join(folder, 'missing.yaml') };
  for (const env of [{ ...settings, DOCENT_CONFIG: file }, withoutKey, missing]) {
    const terminal = openTerminal(env);
    expect(await forget.run(['slack:T1:UADA', '--database', `sqlite:${path}`], terminal.io)).toBe(1);
    expect(terminal.err()).toMatch(/^No assistant was asked[\s\S]*\n {2}- .*(?:urll|ASSISTANT_API_KEY|missing\.yaml)/);
    expect(terminal.out()).not.toContain('No assistant');
  }
});

it('accepts only complete ids, and creates no database', async () => {
  const terminal = openTerminal();
  for (const wrong of [[], ['U1'], ['slack:U1'], ['discord:ada']]) {
    await expect(forget.run(wrong, terminal.io)).rejects.toThrow(/Give a person/);
  }
  await ask('first');
  const mistyped = ['slack:T1:UADA', 'slack:UBOB', '--database', `sqlite:${path}`];
  await expect(forget.run(mistyped, terminal.io)).rejects.toThrow(/not “slack:UBOB”/);
  expect(bytes()).toContain('UADA');
  rmSync(path);
  expect(await forget.run(['discord:1', '--database', `sqlite:${path}`], terminal.io)).toBe(1);
  expect(existsSync(path)).toBe(false);
});
