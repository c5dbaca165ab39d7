/** The Store over SQL, made of the parts in the files and folders next to it. */
import { sql as raw } from 'kysely';
import { type Clock, systemClock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { type Database, databaseTime } from '../../kit/sql/database.ts';
import { emptyLog } from '../../kit/sql/empty-log.ts';
import { KeptConnection } from '../../kit/sql/kept-connection.ts';
import { withStoreErrors } from '../../kit/sql/store-errors.ts';
import type { Store } from '../core/ports/store.ts';
import { createDeployments } from './deployments/deployment-queue.ts';
import { createReasks } from './deployments/reasks.ts';
import { createFeedback } from './feedback.ts';
import { createReadCursors } from './read-cursors.ts';
import { createProcessLock } from './replicas/liveness.ts';
import { createProcessClaims, type ProcessClaims } from './replicas/process-claims.ts';
import { createAnsweredQuestions } from './reports/answered-questions.ts';
import { createAskedQuestions } from './reports/asked-questions.ts';
import { createPreparedIssues } from './reports/prepared-issues.ts';
import { createReportRuns } from './reports/report-runs.ts';
import { createRetention, type Retention } from './retention/retention.ts';
import { createSetupFindings, type SetupFindings } from './setup-findings.ts';
import { createAccept } from './turns/accept-once.ts';
import { createAiNotices } from './turns/ai-notices.ts';
import { createConversations } from './turns/conversations.ts';
import { createDeletedMessages } from './turns/deleted-messages.ts';
import { createOldButtons } from './turns/old-buttons.ts';
import { createReopenedTurns } from './turns/reopened-turns.ts';
import { createTurnSignals } from './turns/turn-signals.ts';
import { createTurns } from './turns/turns.ts';

/** The Store, plus methods that only the process that opened the database may call. */
export interface OwnStore extends Store, ProcessClaims, SetupFindings, Retention {
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
    ...createAccept(database, signals),
    ...createTurns(database),
    ...createReopenedTurns(database, signals),
    ...createOldButtons(database),
    ...createDeletedMessages(database, signals),
    ...createConversations(database),
    ...createAiNotices(database),
    ...createFeedback(database),
    ...createDeployments(database),
    ...createReasks(database),
    ...createAskedQuestions(database),
    ...createAnsweredQuestions(database),
    ...createPreparedIssues(database),
    ...createReportRuns(database),
    ...createReadCursors(database),
    ...createSetupFindings(database),
    ...createRetention(database, (claim) => signals.send(claim, 'restart')),
    ...createProcessClaims(database, lock, session),

    now: () => databaseTime(database, clock),
    async platformsApart() {
      const rows = await sql.selectFrom('installations').select('platform').distinct().execute();
      return rows.map(({ platform }) => platform);
    },
    emptyLog: () => emptyLog(database),
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
