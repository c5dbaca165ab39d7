/** The thread for other formats, seen from outside: its clock is set by hand, and it is ended under its user. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { convertInThread } from '../../../../src/service/content/formats/convert-in-thread.ts';
import type { FormatPlace } from '../../../../src/service/content/formats/format.ts';

const workers = vi.hoisted((): Worker[] => []);
const clock = vi.hoisted(() => ({ workedMs: Promise.resolve(0), asked: (): void => {} }));

vi.mock('node:worker_threads', async (original) => {
  const threads = await original<typeof import('node:worker_threads')>();
  class Seen extends threads.Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      workers.push(this);
    }
  }
  return { ...threads, Worker: Seen };
});

vi.mock('../../../../src/kit/base/thread-cpu.ts', () => ({
  stopwatch: async () => () => {
    clock.asked();
    return clock.workedMs;
  },
}));

function placeOf(file: string, read: FormatPlace['read'] = async () => undefined): FormatPlace {
  return { file, read, folders: [], variables: new Map() };
}

const including = 'include::a[]\n';

test('a check that ends after its page does not end the thread of the next page', async () => {
  const [measured, asked] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  clock.workedMs = measured.promise;
  clock.asked = asked.resolve;
  const checked = placeOf('a.adoc', async () => {
    await asked.promise;
    return undefined;
  });
  await convertInThread(including, checked, {}, { maxMs: 1, checkMs: 1 });
  clock.workedMs = Promise.resolve(0);
  const reading = Promise.withResolvers<void>();
  const included = Promise.withResolvers<string>();
  const next = convertInThread(
    including,
    placeOf('b.adoc', () => {
      reading.resolve();
      return included.promise;
    }),
    {},
  );
  await reading.promise;
  measured.resolve(1_000);
  await measured.promise;
  included.resolve('Short.');
  expect(await next).toMatchObject({ markdown: expect.stringContaining('Short.') });
  expect(workers).toHaveLength(1);
});

test('a thread that ended while it had no page is replaced', async () => {
  await convertInThread('Short.', placeOf('a.rst'), {});
  const [worker] = workers.slice(-1);
  await Promise.all([worker && once(worker, 'exit'), worker?.terminate()]);
  expect(await convertInThread('Short.', placeOf('b.rst'), {})).toMatchObject({ markdown: 'Short.' });
  expect(workers.at(-1)).not.toBe(worker);
});

test('pages leave no listeners on their thread', async () => {
  const counts: number[][] = [];
  for (let page = 0; page < 3; page += 1) {
    await convertInThread('Short.', placeOf('a.rst'), {});
    counts.push(['message', 'error', 'exit'].map((name) => workers.at(-1)?.listenerCount(name) ?? 0));
  }
  expect(new Set(counts.map(String)).size).toBe(1);
  const [worker] = workers.slice(-1);
  const endless = placeOf('b.adoc', () => new Promise<undefined>(() => {}));
  clock.workedMs = Promise.resolve(1_000);
  await expect(convertInThread(including, endless, {}, { maxMs: 1, checkMs: 1 })).rejects.toThrow('took longer');
  expect(worker?.listenerCount('error')).toBeLessThanOrEqual(counts[0]?.[1] ?? 0);
});
