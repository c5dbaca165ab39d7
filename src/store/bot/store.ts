/** The Store over SQL: one line per method, each done in a file of its own. */
import { sql as raw } from 'kysely';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { RemovedCounts, Store } from '../../core/ports/store.ts';
import type { Database } from '../sql/database.ts';
import { databaseTime } from '../sql/database-time.ts';
import { withStoreErrors } from '../sql/failures.ts';
import { KeptConnection } from '../sql/kept-connection.ts';
import { isHashed } from '../sql/person-hash.ts';
import * as deployments from './deployments/deployment-queue.ts';
import * as records from './deployments/deployment-records.ts';
import * as reasks from './deployments/reasks.ts';
import * as feedback from './feedback.ts';
import { loadReadCursors, saveReadCursors } from './read-cursors.ts';
import { idList } from './replicas/claims.ts';
import { createProcessLock, ownersWithoutLock } from './replicas/liveness.ts';
import { announce, leave } from './replicas/replicas.ts';
import { leaseShards, releaseShards } from './replicas/shards.ts';
import { listAnswered } from './reports/answered-questions.ts';
import { listAsked } from './reports/asked-questions.ts';
import * as issues from './reports/issues.ts';
import { claimRun, endRun } from './reports/report-runs.ts';
import { hashPeople } from './retention/hashed-people.ts';
import {
  planRetention,
  type RetentionPlan,
  removeExpired,
  removeInstallation,
  removePerson,
} from './retention/retention.ts';
import { saveAssistantThread, saveOpenedThread } from './turns/conversations.ts';
import { findTurn, markStopped, reopen, runningIn } from './turns/reopened-turns.ts';
import { createTurnSignals } from './turns/turn-signals.ts';
import * as turns from './turns/turns.ts';

/** The Store, and what only the process that opened the database may do. */
export interface OwnStore extends Store {
  /**
   * Releases every claim that a former process left, on shards too. Call it once, before the first claim. SQLite: one
   * process owns the file, so whoever held a claim is dead and its turns go on at once. Postgres: does nothing, since
   * other processes may live; the claims of a dead one expire.
   */
  releaseFormerOwners(): Promise<void>;
  /** From when on what is old is removed: `beginsAt` of the first call. Whether something from before `before` is there. */
  planRetention(beginsAt: number, before: number): Promise<RetentionPlan>;
  /** Removes words and ids of turns and deployments that ended before `before`, in slices; ends early with the signal. */
  removeExpired(choice: {
    readonly before: number;
    readonly now: number;
    readonly signal?: AbortSignal;
  }): Promise<RemovedCounts>;
  /** Replaces ids of people by hashes in turns that ended before then, in slices; ends early with the signal. Of how many. */
  hashPeople(before: number, signal?: AbortSignal): Promise<number>;
}

/** Closing the store closes the database. `clock`: the process's, which counts where nobody shares the database. */
export function createStore(database: Database, clock: Clock = systemClock): OwnStore {
  const { sql, engine, pool } = database;
  const signals = createTurnSignals(pool);
  const lock = createProcessLock();
  const session = pool && new KeptConnection(pool, [signals.listen, lock.take]);
  /** Without a lock at the previous look. */
  let suspects: readonly string[] = [];
  const methods: Omit<OwnStore, 'onSignal'> = {
    async accept(question, decide, windows) {
      const { told, ...accepted } = await turns.accept(database, question, decide, windows);
      if (told) await signals.send(told.claim, told.signal);
      return accepted;
    },
    claimTurn: (owner, now, until, platforms, busy = []) =>
      turns.claimTurn(database, { owner, now, until, platforms, busy }),
    saveOpenedThread: (turn, thread, notice) => saveOpenedThread(database, turn, thread, notice),
    saveAssistantThread: (turn, thread) => saveAssistantThread(sql, turn, thread),
    history: (turn, limit) => turns.history(sql, turn, limit),
    saveTurnShown: (turn, shown, answer, flush = true) =>
      flush
        ? turns.saveTurnShown(sql, turn, shown, answer)
        : database.unflushed((unflushed) => turns.saveTurnShown(unflushed, turn, shown, answer)),
    endTurn: (turn, end, now) => turns.endTurn(sql, turn, end, now),
    async findTurn(name, by) {
      const facts = await findTurn(sql, name);
      const isTheirs = by !== undefined && facts?.asker === database.hashPerson(by);
      return isTheirs ? { ...facts, asker: by } : facts;
    },
    runningIn: (place) => runningIn(sql, place),
    async stopTurn(id, by) {
      const claim = await markStopped(sql, id, by);
      if (claim) await signals.send(claim, { stoppedBy: by });
      return claim !== undefined;
    },
    async reopen(facts, change) {
      const lost = await reopen(database, facts, change);
      if (lost) await signals.send(lost, 'restart');
      return lost !== undefined;
    },

    claimIssue: (turns, now, until) => issues.claimIssue(database, turns, now, until),
    saveIssue: (id, url) => issues.saveIssue(sql, id, url),
    releaseIssue: (id) => issues.releaseIssue(sql, id),
    claimRun: (name, now, until) => claimRun(sql, name, now, until),
    endRun: (name, isDone) => endRun(sql, name, isDone),
    findAnswer: (turn) => feedback.findAnswer(sql, turn),
    findAnswerIn: (message) => feedback.findAnswerIn(sql, message),
    answersBefore: (of, limit) => feedback.answersBefore(sql, of, limit),
    takeCall: (turn, by, at) => feedback.takeCall(sql, turn, by, at),
    findCorrection: (turn) => feedback.findCorrection(sql, turn),
    saveFeedback: (given) => feedback.saveFeedback(database, given),
    saveFeedbackDetail: (of, detail) => feedback.saveFeedbackDetail(database, of, detail),
    removeFeedback: (given) => feedback.removeFeedback(database, given),

    acceptDeployment: async (request, project) => ({
      result: await deployments.acceptDeployment(sql, request, project),
    }),
    planFurtherRun: (id, request) => deployments.planFurtherRun(sql, id, request),
    claimDeployment: (owner, now, until, platforms, busy = []) =>
      deployments.claimDeployment(database, { owner, now, until, platforms, busy }),
    saveDeploymentShown: (deployment, shown) => deployments.saveDeploymentShown(sql, deployment, shown),
    saveDeployment: (deployment, change, now) => deployments.saveDeployment(sql, deployment, change, now),
    listDeployments: (project, limit) => deployments.listDeployments(sql, project, limit),
    deploymentLock: (project) => records.deploymentLock(sql, project),
    lockDeployments: (lock) => records.lockDeployments(sql, lock),
    unlockDeployments: (project) => records.unlockDeployments(sql, project),
    addConfirmation: (confirmation) => records.addConfirmation(sql, confirmation),
    findConfirmation: (id) => records.findConfirmation(sql, id),
    takeConfirmation: (id, end) => records.takeConfirmation(sql, id, end),
    expiredConfirmations: (now) => records.expiredConfirmations(sql, now),
    claimReask: (owner, now, until, platforms, busy = []) =>
      reasks.claimReask(database, { owner, now, until, platforms, busy }),
    saveReask: (reask, asked) => reasks.saveReask(sql, reask, asked),
    endReask: (reask, answered, now) => reasks.endReask(sql, reask, answered, now),
    answeredAfterReask: (since) => reasks.answeredAfterReask(sql, since),
    askedSince: (since, limit, seen) => listAsked(sql, since, limit, seen),
    findAskable: (turn) => reasks.findAskable(sql, turn),
    countUse: (window, now) => reasks.countUse(database, window, now),

    audit: (entry) => records.audit(sql, entry),

    now: () => databaseTime(database, clock),
    renew: (owner, ids, until) => setClaims(database, { claimed_until: until }, { claimed_by: owner, ids }),
    async announce(owner, now, until) {
      await session?.open();
      return announce(sql, { owner, now, until, lockKey: session?.isOpen ? lock.key : undefined });
    },
    async releaseDead() {
      if (engine === 'sqlite') return;
      const withoutLock = await ownersWithoutLock(sql);
      for (const owner of withoutLock.filter((each) => suspects.includes(each))) {
        await setClaims(database, noClaim, { claimed_by: owner });
        await leave(sql, owner);
      }
      suspects = withoutLock;
    },
    async release(owner, id) {
      await setClaims(database, noClaim, { claimed_by: owner, ...(id !== undefined && { ids: [id] }) });
      if (id === undefined) await leave(sql, owner);
    },
    async releaseFormerOwners() {
      if (engine !== 'sqlite') return;
      await setClaims(database, noClaim);
      await sql.updateTable('shards').set(noClaim).execute();
    },
    readCursors: (platform) => loadReadCursors(sql, platform),
    saveReadCursors: (platform, until) => saveReadCursors(sql, platform, until),
    leaseShards: (request) => leaseShards(database, request),
    releaseShards: (platform, owner, shards) => releaseShards(database, platform, owner, shards),
    async answeredSince(place, since, limit) {
      const answered = await listAnswered(sql, place, since, limit);
      // One person asks under an id, and asked under its hash.
      return answered.map((each) =>
        isHashed(each.asker) ? each : { ...each, asker: database.hashPerson(each.asker) },
      );
    },
    async removeInstallation(of, now) {
      for (const claim of await removeInstallation(database, of, now)) await signals.send(claim, 'restart');
    },
    async forget(person, now) {
      const { lost, counts } = await removePerson(database, person, now);
      for (const claim of lost) await signals.send(claim, 'restart');
      return counts;
    },
    planRetention: (beginsAt, before) => planRetention(sql, beginsAt, before),
    removeExpired: (choice) => removeExpired(database, choice),
    hashPeople: (before, signal) => hashPeople(database, before, signal),
    waitingSince: (now) => turns.waitingSince(sql, now),
    async ping() {
      await raw`select 1`.execute(sql);
    },
    async close() {
      await session?.close();
      await database.close();
    },
  };
  return {
    ...withStoreErrors(methods),
    onSignal(claim, act) {
      void session?.open();
      return signals.onSignal(claim, act);
    },
  };
}

const noClaim = { claimed_by: null, claimed_until: 0 };

/** Changes the claims of all open turns, deployments and reasks, or of those with this claimant and these ids. */
async function setClaims(
  { sql, engine }: Database,
  claim: { readonly claimed_by?: null; readonly claimed_until: number },
  whose: { readonly claimed_by?: string; readonly ids?: readonly string[] } = {},
): Promise<void> {
  const { claimed_by: owner, ids } = whose;
  if (ids?.length === 0) return;
  await sql.transaction().execute(async (tx) => {
    for (const table of ['turns', 'deployments', 'reasks'] as const) {
      await tx
        .updateTable(table)
        .set(claim)
        .where('ended_at', 'is', null)
        .$if(owner !== undefined, (query) => query.where('claimed_by', '=', owner ?? ''))
        .$if(ids !== undefined, (query) => query.where('id', 'in', idList(engine, ids ?? [])))
        .execute();
    }
  });
}
