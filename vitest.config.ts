import { defineConfig } from 'vitest/config';

/** The tests of a file run in any order, here always the same other one than is written; `--sequence.seed=` tries another. */
const sequence = { shuffle: { tests: true }, seed: 20_261_122 };

export default defineConfig({
  test: {
    sequence,
    projects: [
      {
        test: {
          name: 'server',
          include: ['*.test.ts', '{apps/server,packages,tools}/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/setup.ts'],
          setupFiles: ['apps/server/src/testing/tell-errors.ts', 'apps/server/src/testing/end-all.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: 'forks',
          // One more than there are cores: some wait for processes that start.
          maxWorkers: 3,
          // Files share what they import, which is loaded once: a test keeps nothing in a module that another can see.
          isolate: false,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          // After the server's; and left to itself it would take one core less than there are.
          sequence: { ...sequence, groupOrder: 1 },
          maxWorkers: 2,
          environment: 'happy-dom',
          env: { TZ: 'Asia/Kolkata' },
        },
      },
    ],
  },
});
