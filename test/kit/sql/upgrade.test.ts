/** Upgrades of a database with data of an earlier version, and two versions running side by side. */
import { sql as raw } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAskedAbout } from '../../../src/bot/core/model/people.ts';
import { createStore } from '../../../src/bot/store/store.ts';
import { type Database, openDatabase } from '../../../src/kit/sql/database.ts';
import { migrationsFor } from '../../../src/kit/sql/migrations/migrations.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { question } from '../../bot/store/samples.ts';
import { type FreshDatabase, sharedEngines } from './engines.ts';

const names = Object.keys(migrationsFor('sqlite'));
const earlier = names.slice(0, -1);

/** One row in each table that existed then, as versions of that time wrote it. */
const rowsSince: Record<string, readonly string[]> = {
  '0001_conversations': [
    `insert into conversations (id, platform, installation, channel, thread, assistant_thread_id)
     values ('old', 'slack', 'T1', 'C1', '1.0', 'thread of old')`,
  ],
  '0002_turns': [
    `insert into turns (id, conversation_id, platform, question_id, event_id, asked_in, asker, addressed, text,
       state, tries, shown, answer, claimed_by, claimed_until, asked_at, started_at)
     values ('open', 'old', 'slack', 'open', 'e', '{"platform":"slack","installation":"T1","channel":"C1","thread":"1.0"}',
       'slack:T1:U1', 'mention', 'How?', 'answering', 1, '[{"message":"1.1","from":0,"to":4,"digest":"d"}]', 'Like',
       'dead', 5, 1000, 1001)`,
  ],
  '0003_deployments': [
    `insert into deployments (id, platform, request_id, asked_in, requester, identities, requested_at)
     values ('deployment', 'slack', 'r', '{"platform":"slack","installation":"T1","channel":"C1","thread":"1.0"}',
       'slack:T1:U1', '["slack:U1"]', 1000)`,
  ],
  '0004_documentation_service': [
    `insert into api_keys (id, kind, organization, hash, created_at) values ('key', 'assistant', 'o', 'h', 1)`,
    `insert into threads (id, domain, owner, key_hash, opened_at, used_at)
     values ('of a key', 'docs', 'key', 'h', 1, 1), ('of a setting', 'docs', 'given-1', 'h', 1, 1)`,
  ],
  '0005_heard': [`insert into heard (platform, place, until) values ('discord', 'server', 5)`],
  '0006_replicas': [`insert into replicas (owner, alive_until) values ('dead', 5)`],
  '0007_shards': [`insert into shards (platform, shard, claimed_by, claimed_until) values ('discord', 0, 'dead', 5)`],
  '0033_setup_findings': [`insert into setup_findings (scope, findings) values ('slack', '[]')`],
  '0028_report_runs': [`insert into report_runs (id, claimed_until, is_done) values ('weekly', 5, 1)`],
};

/** The versions that first stored something, and the last one. Every later migration runs on their data. */
const starts = [...Object.keys(rowsSince), ...earlier.slice(-1)];

async function fill(database: Database, version: string): Promise<void> {
  for (const name of names.slice(0, names.indexOf(version) + 1)) {
    for (const statement of rowsSince[name] ?? []) await raw.raw(statement).execute(database.sql);
  }
}

describe.each(sharedEngines)('an upgrade on $name', (engine) => {
  let fresh: FreshDatabase;

  beforeEach(async () => {
    fresh = await engine.fresh();
  });

  afterEach(() => fresh.drop());

  it.each(starts)('keeps using the data of a %s database', async (version) => {
    const older = await openDatabase(fresh.url, { upTo: version });
    await fill(older, version);
    await older.close();
    const database = await openDatabase(fresh.url);
    const store = createStore(database);
    expect(await store.accept(question({ id: 'new', thread: '1.0', addressed: 'follow_up' }))).toEqual({
      result: 'accepted',
    });
    const first = await store.claimTurn('me', 10, 20, ['slack']);
    const isThere = earlier.indexOf(version) >= 1;
    expect(first).toMatchObject({
      conversation: { id: 'old', assistantThread: { id: 'thread of old' } },
      question: { id: isThere ? 'open' : 'new' },
      answer: isThere ? 'Like' : '',
      shown: isThere ? [{ message: '1.1' }] : [],
    });
    const deployment = await store.claimDeployment('me', 10, 20, ['slack']);
    expect(deployment?.id).toBe(earlier.indexOf(version) >= 2 ? 'deployment' : undefined);
    await store.close();
  });

  it('leaves no person in question ids, and still recognises a redelivery of those about a message', async () => {
    const older = await openDatabase(fresh.url, { upTo: '0031_group_messages' });
    const about = 'slack:T1:C1:1.1:asked:UADA';
    const ids = [
      about,
      `${about}:share`,
      'discord:77:asked:88',
      'human:turn-1:slack:T1:UADA',
      'human:turn-1:some-uuid',
    ];
    for (const [at, id] of ids.entries()) {
      const shown = id.includes(':asked:') ? id : `${at}.0`;
      const place = `{"platform":"discord","installation":"G1","channel":"C1","thread":"interaction:${shown}"}`;
      await raw`insert into conversations (id, platform, installation, channel, thread)
        values (${`c${at}`}, 'slack', 'T1', 'C1', ${`private:${shown}`})`.execute(older.sql);
      await raw`insert into turns (id, conversation_id, platform, question_id, event_id, asked_in, asker, addressed, text,
          shares, asked_at)
        values (${`t${at}`}, ${`c${at}`}, 'slack', ${id}, ${id}, ${place}, 'hash:x', 'mention', 'How?',
          ${id.endsWith('share') ? about : null}, 1)`.execute(older.sql);
    }
    await older.close();
    const { sql, close } = await openDatabase(fresh.url);
    const turns = await sql.selectFrom('turns').select(['question_id', 'event_id', 'asked_in', 'shares']).execute();
    const places = await sql.selectFrom('conversations').select('thread').execute();
    const left = JSON.stringify([turns, places]);
    expect(left).not.toMatch(/UADA|asked:88/);
    expect(left).toContain('human:turn-1:some-uuid');
    const now = toAskedAbout('slack:T1:C1:1.1', 'UADA');
    expect(turns.map(({ question_id }) => question_id)).toEqual(
      expect.arrayContaining([now, `${now}:share`, toAskedAbout('discord:77', '88')]),
    );
    expect(turns.map(({ shares }) => shares)).toContain(now);
    expect(places.map(({ thread }) => thread)).toContain(`private:${now}`);
    await close();
  });

  it('assigns threads to the organizations of their keys', async () => {
    const older = await openDatabase(fresh.url, { upTo: '0011_open_turn_indexes' });
    await fill(older, '0004_documentation_service');
    await older.close();
    const store = await openServiceStore(fresh.url);
    const threads = await Promise.all(['of a key', 'of a setting'].map((id) => store.findThread(id)));
    expect(threads.map((thread) => thread?.organization)).toEqual(['o', 'default']);
    await store.close();
  });

  it('lets the previous version start again, and both accept and answer questions', async () => {
    const newer = await openDatabase(fresh.url);
    // What a later version would have left behind.
    await newer.sql.schema.alterTable('turns').addColumn('of_later', 'text').execute();
    await raw`insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')`.execute(newer.sql);
    const older = await openDatabase(fresh.url);
    const [before, after] = [createStore(older), createStore(newer)];
    await before.accept(question({ id: 'a', thread: 'a' }));
    await after.accept(question({ id: 'b', thread: 'b' }));
    const [a, b] = [await after.claimTurn('new', 10, 20, ['slack']), await before.claimTurn('old', 10, 20, ['slack'])];
    expect([a?.question.id, b?.question.id]).toEqual(['a', 'b']);
    for (const [store, turn] of [
      [after, a],
      [before, b],
    ] as const) {
      if (turn) await store.endTurn(turn, { state: 'answered', answer: 'yes', sources: [] }, 30);
    }
    await Promise.all([before.close(), after.close()]);
  });
});
