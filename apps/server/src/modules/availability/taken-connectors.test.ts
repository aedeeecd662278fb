import { expect, test } from 'vitest';
import { createTakenConnectors } from './taken-connectors.ts';

const startedAt = new Date('2026-11-20T10:00:00Z');
const key = (chargePointId: string, connector: number) => ({ chargePointId, connector, startedAt });
const chargePoint = (id: string, ...statuses: string[]) => ({
  id,
  status: 'Available',
  connectors: statuses.map((status, index) => ({ number: index + 1, status, statusAt: null, withheldSince: null })),
});

test('a connector where a session runs is charging since its start, one with a reservation is reserved, and others stay', async () => {
  const taken = createTakenConnectors({
    listReserved: async () => [key('A', 2)],
    listFalselyFree: async () => [key('A', 1), key('B', 1)],
  });
  const [a, b, c] = await taken.applyTaken([
    chargePoint('A', 'Available', 'Available', 'Available'),
    chargePoint('B', 'Finishing'),
    chargePoint('C', 'Available'),
  ]);
  expect(a?.connectors.map(({ status }) => status)).toEqual(['Charging', 'Reserved', 'Available']);
  expect(a?.connectors[0]?.statusAt).toEqual(startedAt);
  // It has reported something else since it was read.
  expect([b, c].map((one) => one?.connectors[0]?.status)).toEqual(['Finishing', 'Available']);
});

test('each charge point is named once when something is taken or given free there, and again after a failed call', async () => {
  let [reserved, running] = [
    [key('A', 0), key('A', 0)],
    [key('A', 1), key('B', 1)],
  ];
  const taken = createTakenConnectors({ listReserved: async () => reserved, listFalselyFree: async () => running });
  const named = async (): Promise<string[]> => {
    let found: string[] = [];
    await taken.checkAll(async (ids) => void (found = ids.toSorted()));
    return found;
  };
  await expect(taken.checkAll(() => Promise.reject(new Error('no database')))).rejects.toThrow();
  expect([await named(), await named()]).toEqual([['A', 'B'], []]);
  reserved = [key('A', 0)];
  expect(await named()).toEqual(['A']);
  [reserved, running] = [[key('A', 0), key('B', 1)], [key('A', 1)]];
  expect([await named(), await named()]).toEqual([['B'], []]);
});
