import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Packages as shipped. Vitest resolves development builds, whose checks at every step make micromark take twice as long.
 * The condition that Vite adds can only be removed once the configuration is resolved.
 */
const shippedPackages: Plugin = {
  name: 'shipped-packages',
  configResolved({ ssr, environments }) {
    for (const resolve of [ssr.resolve, ...Object.values(environments).map((environment) => environment.resolve)]) {
      const at = resolve?.conditions?.indexOf('development|production') ?? -1;
      if (at !== -1) resolve?.conditions?.splice(at, 1);
    }
  },
};

// Each test file has a process of its own, which would compile the same packages again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/**
 * These have a process each. Files named for costs and faults replace modules that others need unchanged; the hooks run with
 * a browser's globals; the streams measure their process's memory. All others leave nothing behind: they share processes,
 * which load common modules once.
 */
const alone = ['test/**/*-{cost,faults}.test.ts', 'test/service/{hooks,http/streams}.test.ts'];

/** They compare the time that something takes with that of its eighths; leftovers of other files would distort that. */
const timed = [
  'test/kit/markdown/{parse,hold-back}.test.ts',
  'test/service/{answers/code-snippet,answers/answer,content/includes,content/pages}.test.ts',
  'test/bot/platforms/**/{render,linear}.test.ts',
  'test/{kit/masking/*,sandbox/view/slack/blocks,sandbox/view/discord/markdown}.test.ts',
];

/** The slowest, mostly waiting for processes and the platforms' limits: they start first, so that none of them runs last. */
const longest = [
  'e2e/replicas',
  'e2e/kill',
  'e2e/manners',
  'lab/soak/soak',
  'lab/sim/sim',
  'cli/start',
  'e2e/console',
  'lab/fuzz/cost-growth',
  'e2e/report',
  'e2e/workspaces',
  'cli/start-database',
  'e2e/readiness',
  'e2e/deployment-crowd',
  'e2e/database',
  'cli/try',
].map((name) => join(import.meta.dirname, `test/${name}.test.ts`));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => (longest.includes(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  // Only ends tests that hang; no test may depend on the machine's speed.
  const limitMs = isLong ? 3_600_000 : 600_000;
  return {
    plugins: [shippedPackages],
    test: {
      globalSetup: ['test/fakes/temp-folder.ts', 'test/kit/sql/postgres-server.ts'],
      setupFiles: ['test/fakes/runs.ts'],
      // For two cores: a file spends more than half of its time waiting for sockets, disks and other processes.
      maxWorkers: 5,
      env: isLong ? { LONG: 'yes' } : {},
      sequence: { sequencer: LongestFirst },
      testTimeout: limitMs,
      hookTimeout: limitMs,
      expect: { poll: { timeout: limitMs / 2 } },
      projects: [
        { extends: true, test: { name: 'alone', include: alone } },
        { extends: true, test: { name: 'timed', include: timed } },
        {
          extends: true,
          test: { name: 'sharing', include: ['test/**/*.test.ts'], exclude: [...alone, ...timed], isolate: false },
        },
      ],
    },
  };
});
