import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/bot/core/model/deployment.ts';
import { createStore } from '../../../src/bot/store/store.ts';
import { deployments } from '../../../src/cli/data/deployments.ts';
import { openDatabase } from '../../../src/kit/sql/database.ts';
import { openTerminal } from '../terminal.ts';

let folder: string;
let database: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-deployments-'));
  database = `sqlite:${join(folder, 'docent.db')}`;
});

afterEach(() => rmSync(folder, { recursive: true }));

async function remember(...entries: readonly Partial<AuditEntry>[]): Promise<void> {
  const store = createStore(await openDatabase(database));
  for (const [index, entry] of entries.entries()) {
    await store.audit({
      at: Date.now(),
      event: 'asked',
      platform: 'slack',
      channel: 'C1',
      requestId: `r${index}`,
      person: 'slack:T1:U1',
      ...entry,
    });
  }
  await store.close();
}

it('prints who did what, where and when, and how it ended, oldest first', async () => {
  // Within 30 days.
  const at = Date.now() - 29 * 86_400_000;
  await remember(
    { at, personName: 'Ada', project: 'api', detail: 'lock\nwhy' },
    { at: at + 1, event: 'ended', project: 'api', detail: 'succeeded', statusId: 'st-1' },
    { at: at - 40 * 86_400_000, event: 'locked' },
  );
  const terminal = openTerminal();
  expect(await deployments.run(['--database', database], terminal.io)).toBe(0);
  expect(terminal.out().trimEnd().split('\n')).toEqual([
    `${new Date(at).toISOString()}  asked api “lock why”  by Ada (slack:T1:U1) in slack:C1`,
    `${new Date(at + 1).toISOString()}  ended api “succeeded”  by slack:T1:U1 in slack:C1  status id st-1`,
  ]);
});

it('prints JSON for the requested period', async () => {
  const at = Date.now() - 2 * 3_600_000;
  await remember({ at, project: 'api' }, { event: 'locked' });
  const terminal = openTerminal();
  expect(await deployments.run(['--database', database, '--json', '--since', '3h'], terminal.io)).toBe(0);
  const [first, second] = terminal.out().trimEnd().split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ at: new Date(at).toISOString(), event: 'asked', project: 'api' });
  expect(JSON.parse(second ?? '')).toMatchObject({ event: 'locked' });
  expect(await deployments.run(['--database', database, '--since', '1h'], terminal.io)).toBe(0);
  await expect(deployments.run(['--since', 'yesterday'], terminal.io)).rejects.toThrow(/--since takes days/);
});

it('reports a missing database, and does not create it', async () => {
  const terminal = openTerminal();
  expect(await deployments.run(['--database', database], terminal.io)).toBe(1);
  expect(terminal.err()).toMatch(/^There is no database/);
});
