import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/store/postgres-server.ts'],
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
