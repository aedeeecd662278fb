import { defineConfig } from 'vitest/config';

/** Tests of rules that need no database. */
export default defineConfig({
  test: {
    include: [
      'apps/server/src/modules/sessions/{session-state,metering/{energy*,session-trend},stopping/stop-plan}.test.ts',
      'apps/server/src/modules/{payments/payment,storefront/orders/order}-state.test.ts',
      'apps/server/src/modules/{invoices/place-of-supply,wallet/split}.test.ts',
    ],
    setupFiles: ['scripts/mutants.seed.mjs'],
    // Fewer runs, because they are repeated for each break.
    env: { ENERGY_RUNS: '100' },
    // A busy machine must not look like a failed test. A break that never ends is stopped by `mutants:scores` itself.
    testTimeout: 60_000,
  },
});
