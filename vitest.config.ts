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

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  // For what hangs; no test is to depend on the machine's speed.
  const limitMs = isLong ? 3_600_000 : 120_000;
  return {
    plugins: [shippedPackages],
    test: {
      globalSetup: ['test/store/postgres-server.ts'],
      setupFiles: ['test/fakes/runs.ts'],
      include: ['test/**/*.test.ts'],
      // Unasked, one core would stay idle; most tests wait for sockets anyway.
      maxWorkers: 2,
      env: isLong ? { LONG: 'yes' } : {},
      testTimeout: limitMs,
      hookTimeout: limitMs,
      expect: { poll: { timeout: limitMs / 2 } },
    },
  };
});
