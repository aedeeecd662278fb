import { defineConfig } from 'vitest/config';

/** The tests of the rules that need no database. */
export default defineConfig({
  test: {
    include: [
      'apps/server/src/modules/sessions/{energy*,session-state,stop-plan,meter-course}.test.ts',
      'apps/server/src/modules/*/{payment,order}-state.test.ts',
      'apps/server/src/modules/{invoices/place-of-supply,wallet/split}.test.ts',
    ],
    setupFiles: ['scripts/mutants.seed.mjs'],
    // Once for each break.
    env: { ENERGY_RUNS: '100' },
  },
});
