import { expect, test } from 'vitest';
import { availabilityOf, connectorStatus } from './availability.ts';

const chargePoint = (isOnline: boolean, statuses: string[], status = 'Available') => ({
  isOnline,
  status,
  connectors: statuses.map((text) => ({ status: text, withheldSince: null, type: 'CCS2', ratedW: 60_000 })),
});

test('a charge point counts as active when it is online with a connector available or preparing [MAP-12]', () => {
  const chargePoints = [
    chargePoint(true, ['Available', 'Charging']),
    chargePoint(true, ['Preparing']),
    chargePoint(true, ['Charging', 'SuspendedEV']),
    chargePoint(false, ['Available', 'Available']),
  ];
  expect(availabilityOf(chargePoints)).toEqual({
    activeChargePoints: 2,
    onlineChargePoints: 3,
    freeConnectors: 2,
    freePlugs: [{ type: 'CCS2', ratedW: 60_000, free: 2 }],
  });
});

test('reserved connectors lower the number of free ones, but of each kind by no more than are free', () => {
  const two = chargePoint(true, ['Available', 'Preparing']);
  const connectors = two.connectors.map((one, index) =>
    index === 0 ? one : { ...one, type: 'Type2', ratedW: 22_000 },
  );
  const kept = (count: number) => availabilityOf([{ ...two, connectors, kept: count }]);
  expect(kept(1)).toEqual({
    activeChargePoints: 1,
    onlineChargePoints: 1,
    freeConnectors: 1,
    freePlugs: [
      { type: 'CCS2', ratedW: 60_000, free: 1 },
      { type: 'Type2', ratedW: 22_000, free: 1 },
    ],
  });
  for (const count of [2, 3])
    expect(kept(count)).toEqual({ activeChargePoints: 0, onlineChargePoints: 1, freeConnectors: 0, freePlugs: [] });
  const twice = availabilityOf([
    { ...chargePoint(true, ['Available', 'Available']), kept: 1 },
    chargePoint(true, ['Available']),
  ]);
  expect(twice.freePlugs).toEqual([{ type: 'CCS2', ratedW: 60_000, free: 2 }]);
});

test('an offline charge point offers nothing, whatever it reported last [STATION-14]', () => {
  expect(availabilityOf([chargePoint(false, ['Available'])])).toEqual({
    activeChargePoints: 0,
    onlineChargePoints: 0,
    freeConnectors: 0,
    freePlugs: [],
  });
  expect(connectorStatus({ isOnline: false, status: 'Available' }, { status: 'Available', withheldSince: null })).toBe(
    'unavailable',
  );
});

test('a charge point that is out of order makes its connectors unavailable [STATION-12]', () => {
  for (const status of ['Unavailable', 'Faulted']) {
    expect(availabilityOf([chargePoint(true, ['Available', 'Preparing'], status)])).toEqual({
      activeChargePoints: 0,
      onlineChargePoints: 1,
      freeConnectors: 0,
      freePlugs: [],
    });
  }
});

test.each([
  ['Available', 'available'],
  ['Preparing', 'preparing'],
  ['Charging', 'charging'],
  ['SuspendedEV', 'charging'],
  ['SuspendedEVSE', 'charging'],
  ['Finishing', 'finishing'],
  ['Reserved', 'unavailable'],
  ['Unavailable', 'unavailable'],
  ['Faulted', 'faulted'],
])('a connector that reports %s is shown as %s [STATION-12, STATION-13]', (reported, shown) => {
  const chargePointItself = { isOnline: true, status: 'Available' };
  expect(connectorStatus(chargePointItself, { status: reported, withheldSince: null })).toBe(shown);
  // Whoever charges there shows that it works; else it is as if it said that it is faulted.
  const withheld = connectorStatus(chargePointItself, { status: reported, withheldSince: new Date(0) });
  expect(withheld).toBe(shown === 'charging' ? 'charging' : 'faulted');
});
