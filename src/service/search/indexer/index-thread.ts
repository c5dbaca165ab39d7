/** The worker thread that `updateInThread` starts for one update of an index. */
import { parentPort, workerData } from 'node:worker_threads';
import { DocsServerError } from '../../errors.ts';
import { type KeptIndexRequest, type ThreadMessage, updateKeptIndex } from './indexer.ts';

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

/** Errors can always be posted to another thread; other values may not be cloneable. */
function cloneable(cause: unknown): unknown {
  return cause === undefined || cause instanceof Error ? cause : new Error(String(cause));
}

const alive = setInterval(() => send({ kind: 'alive' }), 1_000);
try {
  // Set by `updateInThread`.
  const request = workerData as KeptIndexRequest;
  const { problems, ...updated } = await updateKeptIndex(request, {
    onProgress: (done, of) => send({ kind: 'progress', done, of }),
  });
  const reported = problems.map((problem) => ({
    ...problem,
    ...('cause' in problem && { cause: cloneable(problem.cause) }),
  }));
  send({ kind: 'updated', updated: { ...updated, problems: reported } });
} catch (error) {
  if (!(error instanceof DocsServerError)) throw error;
  const { code, message: sentence, lines, cause } = error;
  send({ kind: 'failed', code, sentence, lines, cause: cloneable(cause) });
} finally {
  clearInterval(alive);
}
