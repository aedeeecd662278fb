import { expect, test } from 'vitest';
import type { Charger, Connector, ConnectorStatus } from '@bijli/contract/stations';
import { chosenNow, isSelectable, priceOf } from './selectable.ts';

const connector = (number: number, status: ConnectorStatus): Connector => ({
  id: `c${number}`,
  connector_id: `c${number}`,
  name: `Connector ${number}`,
  type: 'CCS2',
  icon: 'ccs2',
  status,
  oem_connector_number: number,
});
const charger = (charger_status: Charger['charger_status'], ...connectors: Connector[]): Charger => ({
  charger_id: 'X1',
  charger_name: 'X1',
  charger_status,
  price_per_unit: 18,
  capacity: 60,
  power_output: 60,
  connectors,
});

test.each([
  ['online', 'available', true],
  ['online', 'preparing', true],
  ['online', 'charging', false],
  ['online', 'finishing', false],
  ['online', 'unavailable', false],
  ['online', 'faulted', false],
  ['offline', 'available', false],
  ['offline', 'preparing', false],
  ['offline', 'charging', false],
] as const)(
  'of a charger that is %s, a connector that is %s can be selected: %s [STATION-12, STATION-13, STATION-14]',
  (state, status, expected) => {
    expect(isSelectable({ charger_status: state }, { status })).toBe(expected);
  },
);

test('a connector of a status that nobody knows cannot be selected [STATION-13]', () => {
  expect(isSelectable({ charger_status: 'online' }, { status: 'reserved' as ConnectorStatus })).toBe(false);
});

test('the chosen connector comes with its charger, and is let go when somebody else takes it [STATION-17, STATION-18]', () => {
  const free = charger('online', connector(1, 'available'), connector(2, 'available'));
  const before = { ...charger('online', connector(3, 'available')), charger_id: 'W1' };
  expect(chosenNow([before, free], 'c2')).toMatchObject({
    charger: { charger_id: 'X1' },
    connector: { connector_id: 'c2' },
  });
  expect(chosenNow([charger('online', connector(1, 'available'), connector(2, 'charging'))], 'c2')).toBeUndefined();
  expect(chosenNow([charger('offline', connector(2, 'available'))], 'c2')).toBeUndefined();
  expect(chosenNow([free], 'gone')).toBeUndefined();
});

test('the price is the connector’s own where it differs, and none when nobody told one [STATION-11]', () => {
  const dear = { ...connector(1, 'available'), price_per_unit: 24 };
  const cabinet = charger('online', dear, connector(2, 'available'));
  expect(priceOf({ charger: cabinet, connector: dear })).toBe(24);
  expect(priceOf({ charger: cabinet })).toBe(18);
  expect(priceOf({ charger: { ...cabinet, price_per_unit: 0, price_known: false } })).toBeUndefined();
});
