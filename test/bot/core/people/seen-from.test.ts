/** What people in one place may see of another, according to this process and to the database. */
import { expect, it, onTestFinished } from 'vitest';
import { isVisible, seenFrom } from '../../../../src/bot/core/people/seen-from.ts';
import { createInstallationStore } from '../../../../src/bot/store/installations/installations.ts';
import { createStore } from '../../../../src/bot/store/store.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';

const first = { platform: 'slack', installation: 'T1' };
const second = { platform: 'slack', installation: 'T2' };
const server = { platform: 'discord', installation: 'G1' };

it('a process without Slack reveals nothing about workspaces that another process on the same database keeps apart', async () => {
  const database = await openDatabase('sqlite::memory:');
  const store = createStore(database);
  onTestFinished(() => store.close());
  const options = { platforms: [{ name: 'discord', isolatesWorkspaces: false }], store };
  expect(isVisible(first, await seenFrom(server, options))).toBe(true);
  const installations = createInstallationStore(database, 'slack', [Buffer.alloc(32, 1).toString('base64')]);
  await installations.save({ id: 'T1', tokens: { token: 'xoxb-1' } });
  const seen = await seenFrom(server, options);
  expect([first, second, server].map((place) => isVisible(place, seen))).toEqual([false, false, true]);
});

it('a workspace that is kept apart sees itself and servers that are not kept apart', async () => {
  const store = { platformsApart: async () => [] };
  const options = {
    platforms: [
      { name: 'slack', isolatesWorkspaces: true },
      { name: 'discord', isolatesWorkspaces: false },
    ],
    store,
  };
  const seen = await seenFrom({ platform: 'slack', installation: 'T1' }, options);
  expect([first, second, server].map((place) => isVisible(place, seen))).toEqual([true, false, true]);
});
