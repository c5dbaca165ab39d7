/** Several processes on one database: each update is run and ended by the process that has claimed it. */
import { expect, onTestFinished, test } from 'vitest';
import { DocsServerError } from '../../../src/service/errors.ts';
import type { Project, Updated } from '../../../src/service/projects/project.ts';
import { createUpdateQueue, type UpdateQueue } from '../../../src/service/projects/update-queue.ts';
import { openServiceStore, type ServiceStore } from '../../../src/service/store/store.ts';
import { createManualClock, type ManualClock } from '../../fakes/clock.ts';
import { silent } from '../folder.ts';

const served: Updated = { reading: { pages: [], problems: [] } };
const broken = new DocsServerError('folder_missing', 'There is no such folder.');

interface Setting {
  readonly clock: ManualClock;
  readonly store: ServiceStore;
  /** A process that runs this for each update of the project, until the signal aborts. */
  startProcess(update: Project['update'], signal?: AbortSignal): UpdateQueue;
  /** The states of updates. */
  states(...ids: readonly string[]): Promise<readonly (string | undefined)[]>;
}

async function setUp(): Promise<Setting> {
  const clock = createManualClock();
  const store = await openServiceStore('sqlite::memory:', clock);
  onTestFinished(() => store.close());
  return {
    clock,
    store,
    startProcess: (update, signal) =>
      createUpdateQueue({ project: projectOf(update), store, logger: silent, clock, ...(signal && { signal }) }),
    states: (...ids) => Promise.all(ids.map(async (id) => (await store.findUpdate(id))?.state)),
  };
}

function projectOf(update: Project['update']): Project {
  return {
    settings: { id: 'docs', domain: 'docs', organization: 'default', source: { folder: '/docs' } },
    domain: 'docs',
    organization: 'default',
    corpus: () => undefined,
    commit: () => undefined,
    fetchedAt: () => undefined,
    failure: () => undefined,
    begun: Promise.resolve(),
    update,
    close: async () => {},
  };
}

interface SlowUpdate {
  readonly update: Project['update'];
  readonly runs: () => number;
  readonly aborted: () => number;
  end(): void;
}

/** An update that lasts until it is ended. */
function slowUpdate(): SlowUpdate {
  const ended = Promise.withResolvers<Updated>();
  let runs = 0;
  let aborted = 0;
  const update: Project['update'] = (_, signal) => {
    runs += 1;
    const stopped = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => {
        aborted += 1;
        reject(broken);
      }),
    );
    return Promise.race([ended.promise, stopped]);
  };
  return { update, runs: () => runs, aborted: () => aborted, end: () => ended.resolve(served) };
}

test('an update that fails in one process does not end the update of another', async () => {
  const { clock, startProcess, states } = await setUp();
  const slow = slowUpdate();
  const [works, fails] = [startProcess(slow.update), startProcess(() => Promise.reject(broken))];
  const first = await works.queue('api');
  await clock.settle();
  const second = await fails.queue('api');
  await clock.settle();
  expect(await states(first, second)).toEqual(['in_progress', 'failure']);
  slow.end();
  await clock.settle();
  expect(await states(first, second)).toEqual(['success', 'failure']);
});

test('an update accepted by a process that died is run by another', async () => {
  const { clock, store, startProcess, states } = await setUp();
  const living = startProcess(async () => served);
  const accept = (id: string) => store.queueUpdate({ id, project: 'docs', source: 'api', queuedAt: clock.now() });
  await accept('begun');
  await store.claimUpdates('docs', 'dead', 15_000);
  await accept('accepted');
  living.follow();
  await clock.settle();
  expect(await states('begun', 'accepted')).toEqual(['queued', 'success']);
  await clock.advance(15_000);
  living.follow();
  await clock.settle();
  expect(await states('begun')).toEqual(['success']);
});

test('an update that is queued while the process follows another one runs right after', async () => {
  const { clock, store, startProcess, states } = await setUp();
  await store.queueUpdate({ id: 'theirs', project: 'docs', source: 'api', queuedAt: clock.now() });
  await store.claimUpdates('docs', 'other', 15_000);
  await store.saveUpdates('other', ['theirs'], { state: 'success', endedAt: clock.now() });
  const slow = slowUpdate();
  const reads = startProcess(slow.update);
  reads.follow();
  await clock.settle();
  const id = await reads.queue('api');
  await clock.settle();
  expect([await states(id), slow.runs()]).toEqual([['queued'], 1]);
  slow.end();
  await clock.settle();
  expect([await states(id), slow.runs()]).toEqual([['success'], 2]);
});

test('a long update keeps its claim', async () => {
  const { clock, startProcess, states } = await setUp();
  const [slow, other] = [slowUpdate(), slowUpdate()];
  const [works, follows] = [startProcess(slow.update), startProcess(other.update)];
  const id = await works.queue('api');
  for (let minute = 1; minute <= 10; minute += 1) {
    await clock.advance(60_000);
    follows.follow();
    await clock.settle();
  }
  slow.end();
  await clock.settle();
  expect([await states(id), other.runs()]).toEqual([['success'], 0]);
});

test('a process that stops releases its update to another immediately', async () => {
  const { clock, startProcess, states } = await setUp();
  const [stops, follows] = [startProcess(slowUpdate().update), startProcess(async () => served)];
  const id = await stops.queue('api');
  await clock.settle();
  await stops.stop();
  follows.follow();
  await clock.settle();
  expect(await states(id)).toEqual(['success']);
});

test('a service that stops aborts its update immediately and releases it', async () => {
  const { clock, startProcess, states } = await setUp();
  const service = new AbortController();
  const slow = slowUpdate();
  const [stops, follows] = [startProcess(slow.update, service.signal), startProcess(async () => served)];
  const id = await stops.queue('api');
  await clock.settle();
  service.abort();
  await clock.settle();
  expect([await states(id), slow.runs(), slow.aborted()]).toEqual([['in_progress'], 1, 1]);
  await stops.stop();
  follows.follow();
  await clock.settle();
  expect(await states(id)).toEqual(['success']);
});
