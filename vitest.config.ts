import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/store/postgres-server.ts'],
    include: ['test/**/*.test.ts'],
    // Unasked, one core would stay idle; most tests wait for sockets anyway.
    maxWorkers: 2,
    // Limits for what hangs; no test is to depend on the machine's speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
