/** The thread that `updateInThread` starts: one update of an index, then it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { DocsServerError } from '../../errors.ts';
import { type KeptIndexRequest, type ThreadMessage, updateKeptIndex } from './indexer.ts';

function say(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

/** Errors of all kinds can be handed over; other values need not be such that they can. */
function portable(cause: unknown): unknown {
  return cause === undefined || cause instanceof Error ? cause : new Error(String(cause));
}

const alive = setInterval(() => say({ kind: 'alive' }), 1_000);
try {
  // Given by `updateInThread`.
  const request = workerData as KeptIndexRequest;
  const { problems, ...updated } = await updateKeptIndex(request, {
    onProgress: (done, of) => say({ kind: 'progress', done, of }),
  });
  const reported = problems.map((problem) => ({
    ...problem,
    ...('cause' in problem && { cause: portable(problem.cause) }),
  }));
  say({ kind: 'updated', updated: { ...updated, problems: reported } });
} catch (error) {
  if (!(error instanceof DocsServerError)) throw error;
  const { code, message: sentence, lines, cause } = error;
  say({ kind: 'failed', code, sentence, lines, cause: portable(cause) });
} finally {
  clearInterval(alive);
}
