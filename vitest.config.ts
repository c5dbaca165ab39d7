import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Packages as they are shipped. Vitest asks for their development builds, which check themselves at every step: micromark
 * needs twice the time then. What Vite adds to the conditions can only be taken away once they are settled.
 */
const shippedPackages: Plugin = {
  name: 'shipped-packages',
  configResolved({ ssr, environments }) {
    for (const resolve of [ssr.resolve, ...Object.values(environments).map((each) => each.resolve)]) {
      const at = resolve?.conditions?.indexOf('development|production') ?? -1;
      if (at !== -1) resolve?.conditions?.splice(at, 1);
    }
  },
};

// Each file has a process of its own, which would compile the same packages anew.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/**
 * Each has a process of its own. Those named for costs and faults replace modules, which others need as they are; the hooks
 * run in a browser's globals; the streams measure the memory of their process. All others leave nothing behind: a process
 * runs many of their files, and loads what they share once.
 */
const alone = ['test/**/*-{cost,faults}.test.ts', 'test/docs-server/{hooks,http/streams}.test.ts'];

/** They measure how long something takes beside an eighth of it, which what others left in a process would change. */
const timed = [
  'test/core/markdown/{parse,hold-back}.test.ts',
  'test/docs-server/{answers/code-snippet,answers/answer,content/includes,content/pages}.test.ts',
  'test/platforms/**/{render,linear}.test.ts',
  'test/{masking/*,sandbox/view/slack/blocks,sandbox/view/discord/markdown}.test.ts',
];

/** They take longest, mostly by waiting for processes and for the platforms' limits: none is to be the last that runs. */
const longest = [
  ...[
    'e2e/replicas',
    'e2e/kill',
    'e2e/manners',
    'soak/soak',
    'sim/sim',
    'cli/start',
    'e2e/console',
    'fuzz/cost-growth',
  ],
  ...[
    'e2e/report',
    'e2e/workspaces',
    'cli/start-database',
    'e2e/readiness',
    'e2e/deployment-crowd',
    'e2e/database',
    'cli/try',
  ],
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
  // For what hangs; no test is to depend on the machine's speed.
  const limitMs = isLong ? 3_600_000 : 600_000;
  return {
    plugins: [shippedPackages],
    test: {
      globalSetup: ['test/fakes/temp-folder.ts', 'test/store/postgres-server.ts'],
      setupFiles: ['test/fakes/runs.ts'],
      // For two cores: more than half of the time of a file goes by waiting for sockets, disks and other processes.
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
