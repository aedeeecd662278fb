import { defineConfig } from 'vitest/config';

/** The tests of the rules that are kept in the database: those that stand next to them, since each break runs all that reach it. */
export default defineConfig({
  test: {
    include: [
      'apps/server/src/modules/wallet/{wallet,held-again,ledger-check}.test.ts',
      'apps/server/src/modules/payments/settle.test.ts',
      'apps/server/src/modules/sessions/{settling/{disputed-energy,invoice-series},starting/revived-starts}.test.ts',
    ],
    setupFiles: ['scripts/mutants.seed.mjs', 'apps/server/src/testing/end-all.ts'],
    globalSetup: ['apps/server/src/testing/setup.ts'],
    // What takes long on a busy machine must not be taken for noticed.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
