import { expect, it, onTestFinished } from 'vitest';
import { KeptConnection } from '../../../src/kit/sql/kept-connection.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { createKeptLog } from '../../fakes/logger.ts';
import { openStore, postgres } from './engines.ts';

it('a session that the database refuses is one warning until it is open again', async () => {
  const { database } = await openStore(postgres);
  if (!database.pool) throw new TypeError('Postgres has a pool');
  const [clock, log] = [createManualClock(), createKeptLog()];
  let attempts = 0;
  let isRefused = true;
  const prepare = async (): Promise<void> => {
    attempts += 1;
    if (isRefused) throw new Error('LISTEN is not allowed here');
  };
  const session = new KeptConnection(database.pool, [prepare], clock, log);
  onTestFinished(() => session.close());
  await session.open();
  const attemptsLater = async (): Promise<number> => {
    await clock.advance(250);
    return attempts;
  };
  await expect.poll(attemptsLater).toBeGreaterThan(3);
  const warning = { level: 'warn', phrase: 'database session not opened' };
  expect(log.lines).toMatchObject([warning]);
  isRefused = false;
  const isOpenLater = async (): Promise<boolean> => {
    await clock.advance(250);
    return session.isOpen;
  };
  await expect.poll(isOpenLater).toBe(true);
  isRefused = true;
  await clock.advance(60_000);
  await expect.poll(attemptsLater).toBeGreaterThan(attempts + 3);
  expect(log.lines).toMatchObject([warning, warning]);
});
