import { expect, test } from 'vitest';
import type { Charger, Connector, ConnectorStatus } from '@bijli/contract/chargers';
import { selectedConnector, isSelectable, priceOf, suggestedFor } from './selectable.ts';

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
  'for a charger that is %s, a connector that is %s can be selected: %s [STATION-12, STATION-13, STATION-14]',
  (state, status, expected) => {
    expect(isSelectable({ charger_status: state }, { status })).toBe(expected);
  },
);

test('a connector with an unknown status cannot be selected [STATION-13]', () => {
  expect(isSelectable({ charger_status: 'online' }, { status: 'reserved' as ConnectorStatus })).toBe(false);
});

test('the chosen connector has its charger in its present state [STATION-17]', () => {
  const free = charger('online', connector(1, 'available'), connector(2, 'available'));
  const before = { ...charger('online', connector(3, 'available')), charger_id: 'W1' };
  expect(selectedConnector([before, free], 'c2')).toMatchObject({
    charger: { charger_id: 'X1' },
    connector: { connector_id: 'c2' },
  });
  expect(selectedConnector([charger('online', connector(2, 'charging'))], 'c2')?.connector.status).toBe('charging');
  expect(selectedConnector([free], 'gone')).toBeUndefined();
});

test('the strongest free connector that fits is suggested, the cheaper of equals, and none while a plug is in a car', () => {
  const ac = { ...connector(1, 'available'), type: 'Type 2' };
  const strong = { ...charger('online', connector(2, 'charging'), connector(3, 'available')), power_output: 120 };
  const cheap = { ...charger('online', connector(4, 'available')), power_output: 120, price_per_unit: 12 };
  const offline = { ...charger('offline', connector(5, 'available')), power_output: 240 };
  const all = [charger('online', ac), strong, cheap, offline];
  const suggested = (chargers: Charger[], ...types: string[]) => suggestedFor(chargers, types)?.connector.connector_id;
  expect(suggested(all, 'CCS2')).toBe('c4');
  expect(suggested([strong, offline], 'CCS2')).toBe('c3');
  expect(suggested(all, 'Type 2')).toBe('c1');
  expect([suggested(all), suggested([offline], 'CCS2')]).toEqual([undefined, undefined]);
  const plugged = charger('online', connector(6, 'preparing'));
  expect([suggested([plugged, ...all], 'CCS2'), suggested([plugged, ...all], 'Type 2')]).toEqual([undefined, 'c1']);
});

test('the connector’s own price is shown if it differs, and none if there is none [STATION-11]', () => {
  const dear = { ...connector(1, 'available'), price_per_unit: 24 };
  const cabinet = charger('online', dear, connector(2, 'available'));
  expect(priceOf({ charger: cabinet, connector: dear })).toBe(24);
  expect(priceOf({ charger: cabinet })).toBe(18);
  expect(priceOf({ charger: { ...cabinet, price_per_unit: 0, price_known: false } })).toBeUndefined();
});
