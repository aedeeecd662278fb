import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests of a file are shuffled with a fixed seed. `--sequence.seed=` tries another order. */
const sequence = { shuffle: { tests: true }, seed: 20_261_122 };

/** Tests of code that runs in a browser's page, with the time zone of India. */
const inPage = (name: string, root: string) => ({
  root,
  test: {
    name,
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    // These run after the server's tests. Without `maxWorkers` vitest would leave one core unused.
    sequence: { ...sequence, groupOrder: 1 },
    maxWorkers: 2,
    // A process for each file would need twice the CPU time. Modules that all files share would save a twentieth, and
    // many of them have a state: of a page, a device, a socket.
    pool: 'vmForks' as const,
    testTimeout: 30_000,
    environment: fileURLToPath(new URL('packages/ui/src/testing/environment.ts', import.meta.url)),
    // The size of a phone, unless a test sets another one.
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
          include: ['{checks,scripts,deploy,apps/server,packages,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'packages/ui/**'],
          globalSetup: ['apps/server/src/testing/setup.ts'],
          setupFiles: ['apps/server/src/testing/print-logged-errors.ts', 'apps/server/src/testing/end-all.ts'],
          // On a busy machine, several servers that start one after the other may take this long.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          pool: 'forks',
          // One more than two cores, because some files wait for processes to start.
          maxWorkers: 3,
          // Imported modules are loaded once and shared by all files, so a test must not leave state in a module.
          isolate: false,
        },
      },
      inPage('kit', 'packages/ui'),
      { extends: './apps/web/vite.config.ts', ...inPage('web', 'apps/web') },
      { extends: './apps/shop/vite.config.ts', ...inPage('shop', 'apps/shop') },
    ],
  },
});
