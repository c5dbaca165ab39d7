import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forget } from '../../../src/cli/data/forget.ts';
import { createStore } from '../../../src/store/bot/store.ts';
import { openDatabase } from '../../../src/store/sql/database.ts';
import { lockFile } from '../../../src/store/sql/file-lock.ts';
import { question } from '../../store/samples.ts';
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

it('leaves nothing of the person in any file', async () => {
  await ask('first', 'second');
  expect(bytes()).toContain('UADA');
  const terminal = openTerminal();
  expect(await forget.run(['slack:T1:UADA', '--database', `sqlite:${path}`], terminal.io)).toBe(0);
  expect(terminal.out()).toBe('slack:T1:UADA is forgotten: 2 questions with the answers, 0 deployments.\n');
  expect(bytes()).not.toMatch(/UADA|text of/);
});

it('forgets beside a bot that runs, and says what that leaves', async () => {
  await ask('first');
  const unlock = lockFile(path);
  const terminal = openTerminal();
  expect(await forget.run(['slack:T1:UADA', '--database', `sqlite:${path}`], terminal.io)).toBe(0);
  unlock();
  expect(terminal.out()).toMatch(/1 question with.*\nA bot works on this file/);
  expect(bytes()).not.toContain('UADA');
});

it('takes whole ids alone, and makes no database', async () => {
  const terminal = openTerminal();
  for (const wrong of [[], ['U1'], ['slack:U1'], ['discord:ada']]) {
    await expect(forget.run(wrong, terminal.io)).rejects.toThrow(/Name the person/);
  }
  expect(await forget.run(['discord:1', '--database', `sqlite:${path}`], terminal.io)).toBe(1);
  expect(existsSync(path)).toBe(false);
});
