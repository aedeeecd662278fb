import { defineConfig } from 'vitest/config';

/** The tests of the rules that are kept in the database. */
export default defineConfig({
  test: {
    include: [
      'apps/server/src/modules/wallet/*.test.ts',
      'apps/server/src/modules/payments/*.test.ts',
      'apps/server/src/modules/charging/{charging,disputed-energy,end-reasons,finishing,late-starts,refused-transactions,unanswered-stops}.test.ts',
    ],
    globalSetup: ['apps/server/src/testing/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
