import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests of a file run in any order, here always the same other one than is written; `--sequence.seed=` tries another. */
const sequence = { shuffle: { tests: true }, seed: 20_261_122 };

/** What runs in a page, seen from India. */
const inPage = (name: string, root: string) => ({
  root,
  test: {
    name,
    include: ['src/**/*.test.{ts,tsx}'],
    // After the server's; and left to itself it would take one core less than there are.
    sequence: { ...sequence, groupOrder: 1 },
    maxWorkers: 2,
    // A process for each file would take twice as much of the machine.
    pool: 'vmForks' as const,
    testTimeout: 30_000,
    environment: fileURLToPath(new URL('packages/ui/src/testing/environment.ts', import.meta.url)),
    // A phone, unless a test says otherwise.
    environmentOptions: { happyDOM: { width: 390, height: 844 } },
    env: { TZ: 'Asia/Kolkata' },
  },
});

export default defineConfig({
  test: {
    sequence,
    projects: [
      {
        test: {
          name: 'server',
          include: ['*.test.ts', '{apps/server,packages,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'packages/ui/**'],
          globalSetup: ['apps/server/src/testing/setup.ts'],
          setupFiles: ['apps/server/src/testing/print-logged-errors.ts', 'apps/server/src/testing/end-all.ts'],
          // As long as several servers may take one after the other on a busy machine.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          pool: 'forks',
          // One more than there are cores: some wait for processes that start.
          maxWorkers: 3,
          // Files share what they import, which is loaded once: a test keeps nothing in a module that another can see.
          isolate: false,
        },
      },
      inPage('kit', 'packages/ui'),
      { extends: './apps/web/vite.config.ts', ...inPage('web', 'apps/web') },
      { extends: './apps/shop/vite.config.ts', ...inPage('shop', 'apps/shop') },
    ],
  },
});
