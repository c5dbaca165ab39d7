import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

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
 * Tests that leave nothing behind: a process runs many of these files, and loads what they share once. Those named for costs
 * and faults replace modules, which others need as they are. Those left out of e2e start processes or a browser.
 */
const sharing = [
  'test/{base,config,core,docs-api,platforms,wire,wording}/**/!(*-cost|*-faults).test.ts',
  'test/docs-server/{answers,content,llm,search}/**/!(*-cost|*-faults).test.ts',
  'test/e2e/!(kill|database|replicas|deployment-crowd|workspaces|readiness|console*).test.ts',
];

/** They measure how long something takes beside an eighth of it, which what others left in a process would change. */
const timed = [
  'test/core/markdown/{parse,hold-back}.test.ts',
  'test/docs-server/{answers/code-snippet,answers/answer,content/includes,content/pages}.test.ts',
  'test/platforms/**/{render,linear}.test.ts',
];

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  // For what hangs; no test is to depend on the machine's speed.
  const limitMs = isLong ? 3_600_000 : 600_000;
  return {
    plugins: [shippedPackages],
    test: {
      globalSetup: ['test/store/postgres-server.ts'],
      setupFiles: ['test/fakes/runs.ts'],
      // For two cores: a third of the time of a file goes by waiting for sockets and other processes.
      maxWorkers: 3,
      env: isLong ? { LONG: 'yes' } : {},
      testTimeout: limitMs,
      hookTimeout: limitMs,
      expect: { poll: { timeout: limitMs / 2 } },
      projects: [
        {
          extends: true,
          test: {
            name: 'alone',
            include: ['test/**/*.test.ts'],
            exclude: sharing,
          },
        },
        { extends: true, test: { name: 'sharing', include: sharing, exclude: timed, isolate: false } },
        { extends: true, test: { name: 'timed', include: timed } },
      ],
    },
  };
});
