/** Who writes in a place is told that its reader wants no more, also by another process. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Place } from '../../../src/core/ports/platform.ts';
import { createStops } from '../../../src/store/bot/stops.ts';
import { createStore } from '../../../src/store/bot/store.ts';
import { openDatabase } from '../../../src/store/sql/database.ts';
import { KeptConnection } from '../../../src/store/sql/kept-connection.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { engines, openStore, postgres } from '../engines.ts';
import { startPostgres } from '../postgres-server.ts';

const place = { platform: 'slack', channel: 'C1', thread: '1.0' };
const elsewhere = { ...place, thread: '2.0' };

it.each(engines)('in the same process at once, on $name, as long as it listens', async (engine) => {
  const { store } = await openStore(engine);
  let stops = 0;
  const listenNoMore = store.onStop(place, () => {
    stops += 1;
  });
  await store.stop(elsewhere);
  expect(stops).toBe(0);
  await store.stop(place);
  expect(stops).toBe(1);
  listenNoMore();
  await store.stop(place);
  expect(stops).toBe(1);
});

it('once in the process that notifies the others', async () => {
  const server = await postgres.fresh();
  const [teller, other] = [createStore(await openDatabase(server.url)), createStore(await openDatabase(server.url))];
  onTestFinished(async () => {
    await Promise.all([teller.close(), other.close()]);
    await server.drop();
  });
  const heard: string[] = [];
  teller.onStop(place, () => heard.push('place'));
  teller.onStop(elsewhere, () => heard.push('elsewhere'));
  const toldByOther = async (): Promise<readonly string[]> => {
    await other.stop(elsewhere);
    return heard;
  };
  await expect.poll(toldByOther).toContain('elsewhere');
  await teller.stop(place);
  heard.length = 0;
  // What is said comes in its order, so by now the teller would have heard itself.
  await expect.poll(toldByOther).toContain('elsewhere');
  expect(heard).not.toContain('place');
});

it('in another process on the same Postgres within a second, and again after that Postgres was down', async () => {
  const server = await startPostgres();
  const [writer, teller] = [createStore(await openDatabase(server.url)), createStore(await openDatabase(server.url))];
  onTestFinished(async () => {
    await Promise.all([writer.close(), teller.close()]);
    await server.stop();
  });
  const heard: string[] = [];
  writer.onStop(place, () => heard.push('place'));
  writer.onStop(elsewhere, () => heard.push('elsewhere'));
  const told = async (where: Place): Promise<readonly string[]> => {
    await teller.stop(where);
    return heard;
  };
  await expect.poll(() => told(place)).toContain('place');
  expect(heard).not.toContain('elsewhere');
  await server.interrupt();
  await expect(teller.stop(elsewhere)).rejects.toThrow('store: unavailable');
  await server.resume();
  await expect.poll(() => told(elsewhere)).toContain('elsewhere');
});

it('in another process whose connection died unnoticed, after a minute', async () => {
  const server = await postgres.fresh();
  const wire = await openWire(server.url);
  const [database, teller] = [await openDatabase(wire.url), createStore(await openDatabase(server.url))];
  const clock = createManualClock();
  const stops = createStops(database.pool);
  if (!database.pool) throw new TypeError('a database of Postgres has a pool');
  const session = new KeptConnection(database.pool, [stops.listen], clock);
  onTestFinished(async () => {
    await Promise.all([session.close(), teller.close()]);
    await database.close();
    wire.close();
    await server.drop();
  });
  let heard = 0;
  void session.open();
  stops.onStop(place, () => {
    heard += 1;
  });
  const told = async (): Promise<number> => {
    await teller.stop(place);
    await clock.advance(60_000);
    return heard;
  };
  await expect.poll(told).toBeGreaterThan(0);
  wire.die();
  heard = 0;
  await expect.poll(told).toBeGreaterThan(0);
});

/** A way to a server, on whose socket files it listens beside it; its connections die without a word. */
async function openWire(url: string): Promise<{ readonly url: string; die(): void; close(): void }> {
  const folder = new URL(url).searchParams.get('host');
  const all = new Set<Socket>();
  const wire = createServer((near) => {
    const far = connect(`${folder}/.s.PGSQL.5432`);
    for (const socket of [near, far]) all.add(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  }).listen(`${folder}/.s.PGSQL.5433`);
  await once(wire, 'listening');
  return {
    url: url.replace('localhost', 'localhost:5433'),
    die() {
      for (const socket of all) socket.unpipe().pause();
    },
    close() {
      for (const socket of all) socket.destroy();
      wire.close();
    },
  };
}
