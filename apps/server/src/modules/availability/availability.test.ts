import { expect, test } from 'vitest';
import { availabilityOf, connectorStatus } from './availability.ts';

const charger = (online: boolean, statuses: string[], status = 'Available') => ({
  online,
  status,
  connectors: statuses.map((text) => ({ status: text })),
});

test('a charger counts as active when it is online with a connector available or preparing [MAP-12]', () => {
  const chargers = [
    charger(true, ['Available', 'Charging']),
    charger(true, ['Preparing']),
    charger(true, ['Charging', 'SuspendedEV']),
    charger(false, ['Available', 'Available']),
  ];
  expect(availabilityOf(chargers)).toEqual({ activeChargers: 2, onlineChargers: 3, freeConnectors: 2 });
});

test('an offline charger offers nothing, whatever it said last [STATION-14]', () => {
  expect(availabilityOf([charger(false, ['Available'])])).toEqual({
    activeChargers: 0,
    onlineChargers: 0,
    freeConnectors: 0,
  });
  expect(connectorStatus({ online: false, status: 'Available' }, 'Available')).toBe('unavailable');
});

test('a charger that is out of order takes its connectors with it [STATION-12]', () => {
  for (const status of ['Unavailable', 'Faulted']) {
    expect(availabilityOf([charger(true, ['Available', 'Preparing'], status)])).toEqual({
      activeChargers: 0,
      onlineChargers: 1,
      freeConnectors: 0,
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
])('a connector that reports %s is shown as %s [STATION-12, STATION-13]', (told, shown) => {
  expect(connectorStatus({ online: true, status: 'Available' }, told)).toBe(shown);
});
