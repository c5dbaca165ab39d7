/** Removes expired data, and everything about one person: afterwards none of it is left in the database's files. */
import { existsSync, readFileSync } from 'node:fs';
import { sql as raw } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Turn } from '../../../../src/bot/core/model/conversation.ts';
import { createStore, type OwnStore } from '../../../../src/bot/store/store.ts';
import { type Database, openDatabase } from '../../../../src/kit/sql/database.ts';
import { sqlitePathOf } from '../../../../src/kit/sql/file-lock.ts';
import { ClaimLostError } from '../../../../src/kit/sql/store-errors.ts';
import { openStore, postgres, sharedEngines, waitingStatements } from '../../../kit/sql/engines.ts';
import { deploymentRequest, question } from '../samples.ts';

const ada = 'slack:T1:UADA';
const bob = 'slack:T1:UBOB';
const cleo = 'slack:T1:UCLEO';
const day = 24 * 3_600_000;
const long = (word: string): string => `${word} `.repeat(600);

describe.each(sharedEngines)('removal on $name', (engine) => {
  let url: string;
  let database: Database;
  let store: OwnStore;

  beforeEach(async () => {
    const fresh = await engine.migrated();
    url = fresh.url;
    database = await openDatabase(url);
    store = createStore(database);
    onTestFinished(async () => {
      await store.close();
      await fresh.drop();
    });
  });

  interface Asking {
    readonly asker?: string;
    readonly thread?: string;
    readonly at?: number;
  }

  async function ask(id: string, { asker = ada, thread = '1.0', at = 1_000 }: Asking = {}): Promise<Turn> {
    const asked = question({ id, thread, askedAt: at, opens: `opens ${asker}`, text: long(`words-of-${asker}`) });
    const files = [{ name: `file of ${asker}` }];
    const limit = { limit: 'limit_day', of: asker, endsAt: day, max: 9 } as const;
    await store.accept({ ...asked, asker, files }, undefined, [limit]);
    const turn = await store.claimTurn('me', at, at + 100, ['slack']);
    if (!turn) throw new Error('nothing to claim');
    return turn;
  }

  async function answered(id: string, asking: Asking = {}): Promise<Turn> {
    const turn = await ask(id, asking);
    const { asker = ada, at = 1_000 } = asking;
    for (let part = 1; part <= 5; part += 1) {
      const answer = long(`answer-to-${asker}`).slice(0, part * 2_000);
      await store.saveTurnShown(turn, [{ message: `1.${part}`, from: 0, to: 4, digest: 'd' }], answer);
    }
    await store.saveAssistantThread(turn, { id: `assistant thread of ${asker}` });
    const answer = long(`answer-to-${asker}`);
    await store.endTurn(turn, { state: 'answered', answer, sources: [], link: `link of ${asker}` }, at + 500);
    return turn;
  }

  async function mark(turn: Turn, person: string): Promise<void> {
    const of = { turn: turn.id, person };
    await store.saveFeedback({ ...of, mark: 'not_helpful', via: 'button', at: 2_000 });
    await store.saveFeedbackDetail(of, { reason: 'wrong', comment: `comment of ${person} on ${turn.question.asker}` });
  }

  /** Searches all rows, and all bytes of the files. */
  async function found(pattern: RegExp): Promise<readonly string[]> {
    const parts: string[] = [];
    for (const { name } of await database.sql.introspection.getTables()) {
      const { rows } = await raw`select * from ${raw.table(name)}`.execute(database.sql);
      parts.push(JSON.stringify(rows));
    }
    const path = sqlitePathOf(url);
    for (const file of path === undefined ? [] : [path, `${path}-wal`]) {
      if (existsSync(file)) parts.push(readFileSync(file, 'latin1'));
    }
    return parts.flatMap((part) => [...part.matchAll(pattern)].map(({ index }) => part.slice(index - 40, index + 40)));
  }

  it('leaves nothing of a forgotten person in rows or files, and everything of the others', async () => {
    for (let at = 0; at < 30; at += 1) await answered(`q-ada-${at}`, { thread: `${at % 7}.0` });
    const ofBob = await answered('bob', { asker: bob, thread: '3.0' });
    await mark(ofBob, ada);
    await mark(await answered('ada again'), bob);
    await database.sql.updateTable('turns').set({ taken_by: ada }).where('id', '=', ofBob.id).execute();
    const stopped = await ask('stopped by ada', { asker: bob, thread: '8.0' });
    await store.stopTurn(stopped.id, ada);
    await store.endTurn(stopped, { state: 'stopped', answer: '', sources: [] }, 2_000);
    const correction = { reason: 'wrong', comment: 'ada again is right', isCorrection: true } as const;
    await store.saveFeedbackDetail({ turn: ofBob.id, person: ada }, correction);
    await ask('open', { thread: '9.0' });
    await store.forget(ada, 9_000);
    expect(await found(/UADA|ada again|q-ada-/g)).toEqual([]);
    expect(await found(/words-of-slack:T1:UBOB/g)).not.toEqual([]);
    expect(await found(/answer-to-slack:T1:UBOB/g)).not.toEqual([]);
    const { count } = await database.sql
      .selectFrom('turns')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(34);
  });

  it('removes the words of a forgotten person about which somebody else asked, also if the answer is still open', async () => {
    const about = (id: string) => ({
      ...question({ id, asker: bob, text: `the aardvark of ${id}` }),
      about: [cleo, ada],
    });
    await store.accept(about('ended'));
    const ended = await store.claimTurn('me', 0, 100, ['slack']);
    if (!ended) throw new Error('nothing to claim');
    await store.endTurn(ended, { state: 'answered', answer: 'An aardvark.', sources: [{ path: '/a' }] }, 2_000);
    await store.accept(about('open'));
    const open = await store.claimTurn('me', 0, 100, ['slack']);
    if (!open) throw new Error('nothing to claim');
    expect(await found(/UADA/g)).toEqual([]);
    await store.forget(ada, 9_000);
    const end = store.endTurn(open, { state: 'answered', answer: 'An aardvark.', sources: [] }, 10_000);
    await expect(end).rejects.toThrow(ClaimLostError);
    expect(await found(/aardvark/gi)).toEqual([]);
    const { rows } = await raw`select asker from turns`.execute(database.sql);
    expect(JSON.stringify(rows)).toContain('UBOB');
  });

  it('removes a person from deployments, locks and the audit log, whose entries stay', async () => {
    const request = {
      ...deploymentRequest(),
      requester: ada,
      identities: ['slack:UADA'],
      requesterName: 'Ada Lovelace',
    };
    await store.acceptDeployment({ ...request, requester: bob, identities: [], requesterName: 'Bob' }, 'api');
    const open = await store.claimDeployment('me', 0, 100, ['slack']);
    if (!open) throw new Error('nothing to claim');
    await store.planFurtherRun(open.id, { ...request, id: 'further' });
    await store.acceptDeployment({ ...request, id: 'd2' }, 'docs');
    await store.addConfirmation({ id: 'c', project: 'docs', request: { ...request, id: 'd3' }, expiresAt: 5 });
    await store.lockDeployments({
      project: 'web',
      holder: ada,
      holderName: 'Ada Lovelace',
      reason: 'Ada is on it',
      place: { platform: 'slack', installation: 'T1' },
      lockedAt: 1,
    });
    const entry = { at: 1, platform: 'slack', channel: 'DADA', requestId: 'slack:T1:DADA:1.1' };
    const asked = {
      ...entry,
      event: 'asked',
      person: ada,
      personName: 'Ada Lovelace',
      detail: 'lock Ada is on it',
    } as const;
    expect(await store.audit(asked)).toBe(true);
    await store.audit({ ...entry, event: 'ended', person: bob, requestId: 'd1', detail: 'succeeded', at: 5 });
    expect(await store.forget(ada, 9_000)).toEqual({ turns: 0, deployments: 1 });
    await store.audit({ ...entry, event: 'expired', person: ada, personName: 'Ada Lovelace' });
    // Removed rows are cleaned again when they expire; the request is still recognised.
    await store.removeExpired({ before: 2, now: 9_000 });
    expect(await store.audit(asked)).toBe(false);
    expect(await found(/UADA|Lovelace|Ada is|DADA:/g)).toEqual([]);
    const audit = await database.sql.selectFrom('deployment_audit').selectAll().orderBy('seq').execute();
    expect(audit).toMatchObject([
      { person: 'removed', event: 'asked', channel: 'removed' },
      { person: bob, detail: 'succeeded', channel: 'DADA' },
      { person: 'removed', event: 'expired', channel: 'removed' },
    ]);
    expect(await store.listDeployments('docs', 5)).toMatchObject([{ request: { requester: 'removed' } }]);
  });

  it('removes the place of an open deployment whose requester was forgotten once it ends', async () => {
    const asked = deploymentRequest('slack:T1:DADA:1.1');
    const thread = { ...asked.thread, channel: 'DADA', address: 'https://hooks.example/secret' };
    await store.acceptDeployment({ ...asked, requester: ada, identities: [ada], thread }, 'docs');
    const open = await store.claimDeployment('me', 0, 100, ['slack']);
    if (!open) throw new Error('nothing to claim');
    await store.saveDeploymentShown(open, [{ message: 'DADA 1.2', from: 0, to: 1, digest: 'd' }]);
    await store.planFurtherRun(open.id, { ...deploymentRequest('further'), requester: bob });
    await store.forget(ada, 9_000);
    expect(await found(/hooks\.example/g)).not.toEqual([]);
    expect(await store.acceptDeployment({ ...asked, thread }, 'docs')).toEqual({ result: 'duplicate' });
    const further = await store.saveDeployment(open, { state: 'succeeded', reask: {} }, 9_500);
    expect(await store.claimReask('me', 9_500, 9_600, ['slack'])).toBeUndefined();
    expect(await store.acceptDeployment({ ...asked, thread }, 'docs')).toEqual({ result: 'duplicate' });
    expect(further).toMatchObject({ result: 'accepted', request: { requester: bob } });
    await store.forget(ada, 9_600);
    expect(await found(/DADA|UADA|hooks\.example/g)).toEqual([]);
  });

  it('removes the holders of old locks, whose projects stay locked, and old confirmations', async () => {
    const place = { platform: 'slack', installation: 'T1' };
    const lock = { holder: ada, holderName: 'Ada Lovelace', reason: 'Ada is on it', place };
    await store.lockDeployments({ ...lock, project: 'old', lockedAt: 1_000 });
    await store.lockDeployments({ ...lock, project: 'new', holder: bob, lockedAt: 6_000 });
    const request = { ...deploymentRequest(), requester: ada, requesterName: 'Ada Lovelace' };
    await store.addConfirmation({ id: 'c', project: 'docs', request, expiresAt: 2_000 });
    await store.removeExpired({ before: 5_000, now: 9_000 });
    expect(await store.findConfirmation('c')).toBeUndefined();
    expect(await store.deploymentLock('old')).toMatchObject({ holder: 'removed', reason: 'removed' });
    expect(await store.deploymentLock('new')).toMatchObject({ holder: bob });
    expect(await found(/UADA/g)).toEqual([]);
  });

  it('keeps confirmations for an hour, pressed or not', async () => {
    const confirmation = { project: 'docs', request: deploymentRequest(), expiresAt: 1_000 };
    for (const id of ['pressed', 'waiting']) await store.addConfirmation({ ...confirmation, id });
    await store.takeConfirmation('pressed', 'pressed');
    const hour = 3_600_000;
    expect(await store.expiredConfirmations(1_000 + hour)).toMatchObject([{ id: 'waiting' }]);
    expect(await store.findConfirmation('pressed')).toBeDefined();
    expect(await store.expiredConfirmations(1_001 + hour)).toEqual([]);
    expect(await store.findConfirmation('pressed')).toBeUndefined();
  });

  it('deletes the locks and further runs of a workspace that removed the app, and keeps those of others', async () => {
    const place = (installation: string) => ({ platform: 'slack', installation });
    const lock = { holderName: 'Ada Lovelace', reason: 'Ada is on it', lockedAt: 1 };
    await store.lockDeployments({ ...lock, project: 'docs', holder: ada, place: place('T1') });
    await store.lockDeployments({ ...lock, project: 'api', holder: 'slack:T2:U2', place: place('T2') });
    const other = { ...deploymentRequest('slack:T2:d1'), requester: 'slack:T2:U2', identities: [] };
    const there = { platform: 'slack', installation: 'T2', channel: 'C2', thread: '' };
    await store.acceptDeployment({ ...other, thread: there }, 'web');
    const open = await store.claimDeployment('me', 0, 100, ['slack']);
    if (!open) throw new Error('nothing to claim');
    const further = { ...deploymentRequest('slack:T1:press'), requester: ada, requesterName: 'Ada Lovelace' };
    await store.planFurtherRun(open.id, further);
    await store.removeInstallation(place('T1'), 9_000);
    expect(await store.deploymentLock('docs')).toBeUndefined();
    expect(await store.deploymentLock('api')).toMatchObject({ holder: 'slack:T2:U2' });
    expect(await found(/"T1"|slack:T1|UADA/g)).toEqual([]);
    expect(await store.saveDeployment(open, { state: 'succeeded' }, 9_500)).toBeUndefined();
  });

  it('ends the open turns of a forgotten person, and signals the processes that work on them', async () => {
    const turn = await ask('open');
    const signals: unknown[] = [];
    store.onSignal(turn, (signal) => void signals.push(signal));
    await store.forget(ada, 9_000);
    expect(signals).toEqual(['restart']);
    const late = store.saveTurnShown(turn, [], 'words that come late');
    await expect(late).rejects.toBeInstanceOf(ClaimLostError);
    expect(await store.claimTurn('me', 9_000, 9_100, ['slack'])).toBeUndefined();
  });

  it('keeps nothing of a removed question except that it was asked', async () => {
    const turn = await answered('ada');
    await store.forget(ada, 9_000);
    expect(await store.accept(question({ id: 'ada' }))).toEqual({ result: 'duplicate' });
    expect(await store.findTurn({ id: turn.id })).toBeUndefined();
    expect(await store.findAnswer(turn.id)).toBeUndefined();
    const mark = { turn: turn.id, person: bob, mark: 'helpful', via: 'button', at: 9_001 } as const;
    expect(await store.saveFeedback(mark)).toBe('gone');
    expect(await store.takeCall(turn.id, bob, 9_001)).toBe(false);
  });

  it('lets others continue a thread in which a person was forgotten, without that person’s words', async () => {
    await answered('ada');
    await answered('bob', { asker: bob });
    await store.forget(ada, 9_000);
    const next = await ask('next', { asker: bob, at: 10_000 });
    expect(next.conversation.assistantThread).toBeUndefined();
    expect(await store.history(next, 9)).toMatchObject([{ question: long(`words-of-${bob}`) }]);
  });

  it('removes words and ids of turns that ended before a time, keeps the counts, and changes nothing else', async () => {
    const old = await answered('old');
    await mark(old, bob);
    const recent = await answered('recent', { asker: bob, thread: '2.0', at: 5_000 });
    await mark(recent, ada);
    await ask('open', { thread: '3.0', at: 900 });
    const before = 5_000;
    expect(await store.removeExpired({ before, now: 9_000 })).toEqual({ turns: 1, deployments: 0 });
    expect(await store.removeExpired({ before, now: 9_000 })).toEqual({ turns: 0, deployments: 0 });
    expect(await store.findAnswer(old.id)).toBeUndefined();
    expect(await store.findAnswer(recent.id)).toMatchObject({ asker: database.hashPerson(bob) });
    expect(await store.findTurn({ id: old.id })).toBeUndefined();
    const marks = await database.sql.selectFrom('feedback').selectAll().orderBy('person', 'desc').execute();
    expect(marks).toMatchObject([
      { mark: 'not_helpful', reason: 'wrong', comment: null, person: expect.stringMatching(/^removed:/) },
      { person: database.hashPerson(ada), comment: expect.stringContaining(ada) },
    ]);
    expect(await found(/link of slack:T1:UADA/g)).toEqual([]);
  });

  it('removes the requester of a deployment that ended long ago', async () => {
    await store.acceptDeployment(deploymentRequest(), 'docs');
    const open = await store.claimDeployment('me', 0, 100, ['slack']);
    if (!open) throw new Error('nothing to claim');
    expect(await store.removeExpired({ before: 5_000, now: 5_000 })).toEqual({ turns: 0, deployments: 0 });
    await store.saveDeployment(open, { state: 'succeeded' }, 3_000);
    expect(await store.removeExpired({ before: 5_000, now: 5_000 })).toEqual({ turns: 0, deployments: 1 });
    expect(await store.listDeployments('docs', 1)).toMatchObject([
      { state: 'succeeded', request: { requester: 'removed' } },
    ]);
  });

  it('removes people, their words and places from old audit entries, which still say what happened', async () => {
    const entry = { event: 'asked', platform: 'slack', channel: 'DADA', person: ada, project: 'docs' } as const;
    const words = { personName: 'Ada Lovelace', detail: 'lock Ada is on it' };
    await store.audit({ ...entry, ...words, requestId: 'old', at: 1_000 });
    await store.audit({ ...entry, requestId: 'new', at: 6_000 });
    await store.removeExpired({ before: 5_000, now: 5_000 });
    expect(await found(/Lovelace|Ada is/g)).toEqual([]);
    expect(await database.sql.selectFrom('deployment_audit').selectAll().orderBy('seq').execute()).toMatchObject([
      { at: 1_000, event: 'asked', project: 'docs', person: 'removed', channel: 'removed', detail: null },
      { at: 6_000, event: 'asked', person: ada, channel: 'DADA' },
    ]);
  });
});

it('removes the place of a deployment that ends while its requester is being forgotten, on Postgres', async () => {
  const { store, database } = await openStore(postgres);
  await store.acceptDeployment({ ...deploymentRequest(), requester: ada }, 'docs');
  let forgotten: Promise<unknown> | undefined;
  await database.sql.transaction().execute(async (tx) => {
    await tx.updateTable('deployments').set({ state: 'succeeded', ended_at: 3_000 }).execute();
    forgotten = store.forget(ada, 9_000);
    await expect.poll(() => waitingStatements(database)).toBe(1);
  });
  await forgotten;
  const { asked_in } = await database.sql.selectFrom('deployments').select('asked_in').executeTakeFirstOrThrow();
  expect(JSON.parse(asked_in)).toMatchObject({ channel: 'removed', thread: 'removed' });
});
