/** Projects that are updated without being asked: a branch or a website that says how often. */
import { expect, it, onTestFinished } from 'vitest';
import { startSchedule } from '../../../src/service/projects/follow-changes.ts';
import type { Project } from '../../../src/service/projects/project.ts';
import type { UpdateQueue } from '../../../src/service/projects/update-queue.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { silent } from '../folder.ts';
import { project } from '../serving.ts';

const hourMs = 3_600_000;

/** `fetchedAgo` in hours; `succeeds`: whether an update fetches. Returns how many updates have been queued. */
function scheduled(everyHours: number | undefined, fetchedAgo: number | undefined, succeeds = true) {
  const clock = createManualClock();
  let fetchedAt = fetchedAgo === undefined ? undefined : clock.now() - fetchedAgo * hourMs;
  let queued = 0;
  const settings = { ...project({ folder: '.' }), ...(everyHours !== undefined && { everyHours }) };
  const one: Project = {
    settings,
    domain: 'kettle',
    organization: 'default',
    corpus: () => undefined,
    commit: () => undefined,
    fetchedAt: () => fetchedAt,
    failure: () => undefined,
    begun: Promise.resolve(),
    update: () => Promise.reject(new Error('not called')),
    close: async () => {},
  };
  const updates: UpdateQueue = {
    async queue() {
      queued += 1;
      if (succeeds) fetchedAt = clock.now();
      return 'id';
    },
    resume: () => {},
    follow: () => {},
    stop: async () => {},
  };
  const schedule = startSchedule({ project: one, updates }, silent, clock);
  onTestFinished(() => schedule[Symbol.dispose]());
  return {
    schedule,
    async after(hours: number): Promise<number> {
      await clock.advance(hours * hourMs);
      return queued;
    },
  };
}

it('updates a project each time its docs were fetched so long ago, restarts included', async () => {
  const { after } = scheduled(24, 20);
  expect([await after(3), await after(2), await after(22), await after(3)]).toEqual([0, 1, 1, 2]);
});

it('updates at once what was due while the service did not run', async () => {
  expect(await scheduled(24, 100).after(0)).toBe(1);
});

it('tries every hour what has failed, or was never fetched', async () => {
  expect(await scheduled(24, 30, false).after(2.5)).toBe(3);
  expect(await scheduled(24, undefined, false).after(2.5)).toBe(2);
});

it('updates nothing without being asked if the project says nothing, or once it is stopped', async () => {
  expect(await scheduled(undefined, 1_000).after(2_000)).toBe(0);
  const stopped = scheduled(24, 20);
  stopped.schedule[Symbol.dispose]();
  expect(await stopped.after(100)).toBe(0);
});
