/** The process that writes an answer is signalled when a reader stops it, even from another process. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { Claim } from '../../../../src/bot/core/ports/claim.ts';
import type { Store, TurnSignal } from '../../../../src/bot/core/ports/store.ts';
import { createStore } from '../../../../src/bot/store/store.ts';
import { createTurnSignals } from '../../../../src/bot/store/turns/turn-signals.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { KeptConnection } from '../../../../src/kit/sql/kept-connection.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { engines, openStore, postgres } from '../../../kit/sql/engines.ts';
import { startPostgres } from '../../../kit/sql/postgres-server.ts';
import { question } from '../samples.ts';

/** A claimed turn in that thread. */
async function openTurn(store: Store, thread: string): Promise<Claim> {
  await store.accept(question({ id: thread, thread }));
  const turn = await store.claimTurn('me', 100, 200, ['slack']);
  if (!turn) throw new TypeError('nothing to claim');
  return turn;
}

it.each(engines)('a signal arrives in the same process immediately, on $name, while it listens', async (engine) => {
  const { store } = await openStore(engine);
  const [turn, other] = [await openTurn(store, '1.0'), await openTurn(store, '2.0')];
  const heard: TurnSignal[] = [];
  const listenNoMore = store.onSignal(turn, (signal) => heard.push(signal));
  await store.stopTurn(other.id, 'slack:T1:U2');
  expect(heard).toEqual([]);
  await store.stopTurn(turn.id, 'slack:T1:U2');
  expect(heard).toContainEqual({ stoppedBy: 'slack:T1:U2' });
  listenNoMore();
  heard.length = 0;
  await store.stopTurn(turn.id, 'slack:T1:U2');
  expect(heard).toEqual([]);
});

it.each(engines)('a signal of a turn that is asked again does not reach its next owner, on $name', async (engine) => {
  const { store } = await openStore(engine);
  const turn = await openTurn(store, '1.0');
  const facts = await store.findTurn(turn);
  const heard: TurnSignal[] = [];
  store.onSignal(turn, (signal) => heard.push(signal));
  expect(facts && (await store.reopen(facts, { text: 'How, by npm?', at: 150 }))).toMatchObject({ result: 'reopened' });
  expect(heard).toEqual(['restart']);
  expect(facts && (await store.reopen(facts, { text: 'How?', at: 150 }))).toEqual({ result: 'changed' });
  await expect(store.saveTurnShown(turn, [], '')).rejects.toThrow('claim: lost');
  await store.release('me', turn.id);
  const again = await store.claimTurn('you', 160, 200, ['slack']);
  expect(again).toMatchObject({ attempt: 1, timesAgain: 1, openedAt: 150, question: { text: 'How, by npm?' } });
});

it.each(engines)('no signal is sent for a question that was deleted in the meantime, on $name', async (engine) => {
  const { store } = await openStore(engine);
  const turn = await openTurn(store, '1.0');
  await store.endTurn(turn, { state: 'answered', answer: 'A', sources: [] }, 150);
  const facts = await store.findTurn(turn, 'slack:T1:U1');
  await store.deleteQuestion(turn.id);
  expect(facts && (await store.reopen(facts, { text: 'How?', at: 160 }))).toEqual({ result: 'changed' });
});

it('a signal arrives in another process on the same Postgres within a second, even after an outage of Postgres', async () => {
  const server = await startPostgres();
  const [writer, teller] = [createStore(await openDatabase(server.url)), createStore(await openDatabase(server.url))];
  onTestFinished(async () => {
    await Promise.all([writer.close(), teller.close()]);
    await server.stop();
  });
  const [turn, other] = [await openTurn(writer, '1.0'), await openTurn(writer, '2.0')];
  const heard: string[] = [];
  writer.onSignal(turn, () => heard.push('turn'));
  writer.onSignal(other, () => heard.push('other'));
  const told = async ({ id }: Claim): Promise<readonly string[]> => {
    await teller.stopTurn(id, 'slack:T1:U2');
    return heard;
  };
  await expect.poll(() => told(turn)).toContain('turn');
  expect(heard).not.toContain('other');
  await server.interrupt();
  await expect(teller.stopTurn(other.id, 'slack:T1:U2')).rejects.toThrow('store: unavailable');
  await server.resume();
  await expect.poll(() => told(other)).toContain('other');
});

it('a signal arrives once in the sending process, although Postgres also notifies that process', async () => {
  const server = await postgres.migrated();
  const [writer, teller] = [createStore(await openDatabase(server.url)), createStore(await openDatabase(server.url))];
  onTestFinished(async () => {
    await Promise.all([writer.close(), teller.close()]);
    await server.drop();
  });
  const [turn, other] = [await openTurn(writer, '1.0'), await openTurn(writer, '2.0')];
  let [signals, fromOther] = [0, 0];
  writer.onSignal(turn, () => {
    signals += 1;
  });
  writer.onSignal(other, () => {
    fromOther += 1;
  });
  const sent = async (store: Store, { id }: Claim): Promise<void> => void (await store.stopTurn(id, 'slack:T1:U2'));
  // Notifications arrive in order, so that everything sent before this one has arrived by then.
  const nextFromOther = async (): Promise<void> => {
    const before = fromOther;
    const told = async (): Promise<number> => {
      await sent(teller, other);
      return fromOther;
    };
    await expect.poll(told).toBeGreaterThan(before);
  };
  await nextFromOther();
  await sent(writer, turn);
  await nextFromOther();
  expect(signals).toBe(1);
});

it('a signal arrives after at most a minute in another process whose connection died unnoticed', async () => {
  const server = await postgres.migrated();
  const wire = await openWire(server.url);
  const teller = createStore(await openDatabase(server.url));
  // Otherwise a query on a dead connection is abandoned after 10 s. One that is abandoned too soon is retried.
  const pool = new pg.Pool({ connectionString: wire.url, query_timeout: 500 });
  const clock = createManualClock();
  const signals = createTurnSignals(pool);
  const session = new KeptConnection(pool, [signals.listen], clock);
  onTestFinished(async () => {
    await Promise.all([session.close(), teller.close()]);
    await pool.end();
    wire.close();
    await server.drop();
  });
  const turn = await openTurn(teller, '1.0');
  let heard = 0;
  void session.open();
  signals.onSignal(turn, () => {
    heard += 1;
  });
  const told = async (): Promise<number> => {
    await teller.stopTurn(turn.id, 'slack:T1:U2');
    await clock.advance(60_000);
    return heard;
  };
  await expect.poll(told).toBeGreaterThan(0);
  wire.die();
  heard = 0;
  await expect.poll(told).toBeGreaterThan(0);
});

/** A proxy that listens on a socket next to the server's, and can drop connections without notice. */
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
