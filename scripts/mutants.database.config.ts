import { defineConfig } from 'vitest/config';

/**
 * Tests of rules that need the database. Only the tests beside a rule run, because each break runs all tests that reach
 * it.
 */
export default defineConfig({
  test: {
    include: [
      'apps/server/src/modules/wallet/{wallet,renewed-holds,ledger-check}.test.ts',
      'apps/server/src/modules/payments/settling/settle.test.ts',
      'apps/server/src/modules/sessions/{settling/{disputed-energy,invoice-series},starting/revived-starts}.test.ts',
    ],
    setupFiles: ['scripts/mutants.seed.mjs', 'apps/server/src/testing/end-all.ts'],
    globalSetup: ['apps/server/src/testing/setup.ts'],
    // The timeout is long, so that a test that is slow on a busy machine does not count as a noticed break.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
