/** The Store over SQL: about one line per method; the queries are in the files and folders next to it. */
import { sql as raw } from 'kysely';
import { type Clock, systemClock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import type { Database } from '../../kit/sql/database.ts';
import { databaseTime } from '../../kit/sql/database-time.ts';
import { emptyLog } from '../../kit/sql/empty-log.ts';
import { withStoreErrors } from '../../kit/sql/failures.ts';
import { KeptConnection } from '../../kit/sql/kept-connection.ts';
import type { HashPerson } from '../../kit/sql/person-hash.ts';
import { type Question, questionDeleted } from '../core/model/conversation.ts';
import type { RemovedCounts, Store } from '../core/ports/store.ts';
import { createDeployments } from './deployments/deployment-queue.ts';
import { createReasks } from './deployments/reasks.ts';
import { createFeedback } from './feedback.ts';
import { createReadCursors } from './read-cursors.ts';
import { createProcessLock } from './replicas/liveness.ts';
import { createProcessClaims, type ProcessClaims } from './replicas/process-claims.ts';
import { createAnsweredQuestions } from './reports/answered-questions.ts';
import { createAskedQuestions } from './reports/asked-questions.ts';
import { createReportRuns } from './reports/report-runs.ts';
import { removeExpired, removeInstallation, removePerson } from './retention/retention.ts';
import { createSetupFindings, type SetupFindings } from './setup-findings.ts';
import { saveAssistantThread, saveOpenedThread } from './turns/conversations.ts';
import { markDeleted, removeJoined } from './turns/deleted-messages.ts';
import { history } from './turns/history.ts';
import { openBeside } from './turns/nearby.ts';
import { findTurn, markStopped, reopen, runningIn, takeCall } from './turns/reopened-turns.ts';
import { createTurnSignals } from './turns/turn-signals.ts';
import * as turns from './turns/turns.ts';

/** The Store, plus methods that only the process that opened the database may call. */
export interface OwnStore extends Store, ProcessClaims, SetupFindings {
  /** Removes words and ids of turns and deployments that ended before `before`, in slices; the signal ends it early. */
  removeExpired(choice: {
    readonly before: number;
    readonly now: number;
    readonly signal?: AbortSignal;
  }): Promise<RemovedCounts>;
  /** Empties the write-ahead log of SQLite, which still holds what was overwritten. False if it could not be emptied. */
  emptyLog(): Promise<boolean>;
}

/** Closing the store closes the database. `clock` is used on SQLite, where no other process shares the database. */
export function createStore(database: Database, clock: Clock = systemClock, logger?: Logger): OwnStore {
  const { sql, pool } = database;
  const signals = createTurnSignals(pool);
  const lock = createProcessLock();
  const session = pool && new KeptConnection(pool, [signals.listen, lock.take], systemClock, logger);
  const methods: Omit<OwnStore, 'onSignal'> = {
    async accept(question, decide, windows) {
      const stored = withHashedAuthors(question, database.hashPerson);
      const { notify, ...accepted } = await turns.accept(database, stored, decide, windows);
      if (notify) await signals.send(notify.claim, notify.signal);
      return accepted;
    },
    claimTurn: (owner, now, until, platforms, busy = []) =>
      turns.claimTurn(database, { owner, now, until, platforms, busy }),
    saveOpenedThread: (turn, thread, notice) => saveOpenedThread(database, turn, thread, notice),
    saveAssistantThread: (turn, thread) => saveAssistantThread(sql, turn, thread),
    history: (turn, limit) => history(sql, turn, limit),
    saveTurnShown: (turn, shown, answer, flush = true) =>
      flush
        ? turns.saveTurnShown(sql, turn, shown, answer)
        : database.unflushed((unflushed) => turns.saveTurnShown(unflushed, turn, shown, answer)),
    saveCards: (turn, cards) => turns.saveCards(sql, turn, cards),
    endTurn: (turn, end, now) => turns.endTurn(database, turn, end, now),
    async findTurn(name, by) {
      const facts = await findTurn(sql, name);
      const isTheirs = by !== undefined && facts?.asker === database.hashPerson(by);
      return isTheirs ? { ...facts, asker: by } : facts;
    },
    runningIn: (place) => runningIn(sql, place),
    isWaiting: async (question) => (await openBeside(sql, question)) !== undefined,
    async deleteQuestion(id) {
      const claim = await markDeleted(database, id);
      if (claim) await signals.send(claim, { stoppedBy: questionDeleted });
    },
    removeJoined: (question, joined) => removeJoined(database, question, joined),
    async stopTurn(id, by) {
      const claim = await markStopped(sql, id, by);
      if (claim) await signals.send(claim, { stoppedBy: by });
      return claim !== undefined;
    },
    async reopen(facts, change, windows) {
      const carried = change.carried && withHashedAuthors(change.carried, database.hashPerson);
      const stored = { ...change, ...(carried && { carried }) };
      const { lost, ...reopened } = await reopen(database, facts, stored, windows);
      if (lost) await signals.send(lost, 'restart');
      return reopened;
    },
    async takeCall(turn, by, at) {
      const { isThere, lost } = await takeCall(database, turn, by, at);
      if (lost) await signals.send(lost, 'restart');
      return isThere;
    },
    ...createFeedback(database),
    ...createDeployments(database),
    ...createReasks(database),
    ...createAskedQuestions(database),
    ...createAnsweredQuestions(database),
    ...createReportRuns(database),
    ...createReadCursors(database),
    ...createSetupFindings(database),
    ...createProcessClaims(database, lock, session),

    now: () => databaseTime(database, clock),
    async platformsApart() {
      const rows = await sql.selectFrom('installations').select('platform').distinct().execute();
      return rows.map(({ platform }) => platform);
    },
    async removeInstallation(of, now) {
      for (const claim of await removeInstallation(database, of, now)) await signals.send(claim, 'restart');
    },
    async forget(person, now) {
      const { lost, counts } = await removePerson(database, person, now);
      for (const claim of lost) await signals.send(claim, 'restart');
      return counts;
    },
    removeExpired: (choice) => removeExpired(database, choice),
    emptyLog: () => emptyLog(database),
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

/** Authors of quoted words are recognised, to be forgotten, but never named. */
function withHashedAuthors<T extends Pick<Question, 'about'>>(carried: T, hashPerson: HashPerson): T {
  const { about } = carried;
  return about ? { ...carried, about: about.map(hashPerson) } : carried;
}
