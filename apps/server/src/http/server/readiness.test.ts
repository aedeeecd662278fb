import { expect, test } from 'vitest';
import { readinessOf, type Dependency } from './readiness.ts';

const well: Dependency = { problem: () => undefined, withinMs: 1000, isNeeded: true };
const away = { ...well, problem: async () => 'it is away' };
const hanging = { ...well, problem: () => new Promise<undefined>(() => {}), withinMs: 5 };

test('a server is ready with all dependencies, degraded without optional ones, and unavailable without the others [OPS-39]', async () => {
  expect(await readinessOf({ database: well, bus: { ...well, isNeeded: false } })).toEqual({
    status: 'ok',
    dependencies: { database: 'ok', bus: 'ok' },
  });
  expect(await readinessOf({ database: well, bus: { ...away, isNeeded: false } })).toEqual({
    status: 'degraded',
    reason: 'it is away',
    dependencies: { database: 'ok', bus: 'it is away' },
  });
  expect(await readinessOf({ bus: { ...away, isNeeded: false }, database: hanging })).toEqual({
    status: 'unavailable',
    reason: 'database does not answer in time',
    dependencies: { bus: 'it is away', database: 'database does not answer in time' },
  });
});
