import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/store/postgres-server.ts'],
    include: ['test/**/*.test.ts'],
    // Unasked, one core would stay idle; most tests wait for sockets anyway.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
