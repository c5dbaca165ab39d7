/**
 * Runs a module in a worker thread, so that an endless loop fails the test instead of hanging it. The module calls `step`
 * before each case. Only the worker's own CPU time counts: a busy machine slows it down, but does not fail it.
 */
import { setTimeout } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';

/** A case takes less than a second; no machine is so slow that it takes this long. */
const maxCpuMsPerCase = 8_000;

/** Timeout of the test around it, whose wall time depends on the machine; each case is limited by its CPU time. */
export const noLimit = 1_800_000;

/**
 * `args`: the `process.argv` of the module; `shared`: its `workerData`. Resolves to its exit code when the module has ended.
 * Fails with its error, or with the name of the case that does not end.
 */
export async function runGuarded(module: URL, args: readonly string[] = [], shared?: unknown): Promise<number> {
  const worker = new Worker(module, { argv: [...args], workerData: shared });
  let ended = false;
  let current = 'the first case';
  let startedAt = 0;
  worker.on('message', ({ name, cpuMs }: Step) => {
    current = name;
    startedAt = cpuMs;
  });
  const exit = new Promise<number>((resolve, reject) => {
    worker.once('error', (error) => reject(new Error(`Failed at ${current}`, { cause: error })));
    worker.once('exit', resolve);
  }).finally(() => {
    ended = true;
  });
  const watch = async (): Promise<void> => {
    while (!ended) {
      await setTimeout(200);
      if (ended || (await cpuMsOf(worker)) - startedAt < maxCpuMsPerCase) continue;
      await worker.terminate();
      throw new Error(`Not finished after ${maxCpuMsPerCase} ms of CPU time: ${current}`);
    }
  };
  const [code] = await Promise.all([exit, watch()]);
  return code;
}

interface Step {
  readonly name: string;
  readonly cpuMs: number;
}

/** To be called in the worker before each case, with the name that a failure of the test shows. */
export function step(name: string): void {
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ name, cpuMs: (user + system) / 1_000 } satisfies Step);
}

/** 0 once the worker has ended. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1_000;
}
