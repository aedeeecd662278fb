import { expect, test } from 'vitest';
import type { Product } from '@bijli/contract/storefront';
import { compatibleVehicles, connectorTypesFor, type ShopVehicle } from './compatible-vehicles.ts';

const charger = (facts: Partial<Product>): Product => ({
  id: 'one',
  product_name: 'One',
  sku: 'ONE',
  category: 'ac',
  description: '',
  price: 1,
  max_output: 7.4,
  quantaty: 1,
  images: [],
  connector: ['2'],
  color_variant: [],
  specification: [],
  ...facts,
});

const car = (id: string, facts: Partial<ShopVehicle>): ShopVehicle => ({
  id,
  name: id,
  image: 'suv',
  batteryWh: 45_000,
  connectorTypes: ['Type 2', 'CCS2'],
  acMaxW: 7_200,
  dcMaxW: 60_000,
  ...facts,
});

test('a charger fits the vehicles that have its inlet, at the lower of both powers', () => {
  const vehicles = [
    car('nexon', {}),
    car('scooter', { connectorTypes: ['Type 6'] }),
    car('slow', { batteryWh: 60_000, acMaxW: 11_000, dcMaxW: 50_000 }),
    car('unknown', { batteryWh: 30_000, acMaxW: null, dcMaxW: null }),
    car('unknown-small', { batteryWh: 7_000, acMaxW: null, dcMaxW: null }),
  ];
  // 45 kWh x 0.8 at 7.2 kW x 0.9: 5 h 33 min, in steps of five minutes.
  // Of unknown power: as in the app, but its power is not told. Small ones take less at AC than the app assumes.
  expect(compatibleVehicles(charger({}), vehicles)).toEqual([
    { name: 'unknown', image: 'suv', batteryKwh: 30, powerKw: null, minutes: 225 },
    { name: 'nexon', image: 'suv', batteryKwh: 45, powerKw: 7.2, minutes: 335 },
    { name: 'slow', image: 'suv', batteryKwh: 60, powerKw: 7.4, minutes: 435 },
  ]);
  const fast = charger({ category: 'dc', connector: ['CCS2'], max_output: 120 });
  // 30 kWh x 0.8 at 30 kW x 0.9: 53 min.
  expect(compatibleVehicles(fast, vehicles)).toMatchObject([
    { name: 'unknown-small', powerKw: null, minutes: 55 },
    { name: 'unknown', powerKw: null, minutes: 55 },
    { name: 'nexon', powerKw: 60 },
    { name: 'slow', powerKw: 50 },
  ]);
});

test('a battery is named once, beside the name', () => {
  const vehicles = [car('one', { name: 'Kia Carens Clavis EV 42 / 51.4 kWh' })];
  expect(compatibleVehicles(charger({}), vehicles)).toMatchObject([{ name: 'Kia Carens Clavis EV', batteryKwh: 45 }]);
});

test('a service fits no vehicle, and an unknown vehicle has no inlets', () => {
  expect(compatibleVehicles(charger({ max_output: 0, connector: [] }), [car('nexon', {})])).toEqual([]);
  expect(connectorTypesFor('nexon', [car('nexon', {})])).toEqual(expect.arrayContaining(['2', 'CCS2']));
  expect(connectorTypesFor('gone', [car('nexon', {})])).toEqual([]);
});
