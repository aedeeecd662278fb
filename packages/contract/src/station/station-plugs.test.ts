import { expect, test } from 'vitest';
import type { Station } from '../driver/stations.ts';
import { driveMinutes } from './geo.ts';
import { isFreeFor, matchesAvailable, pinStateFor, plugsFor, wantedTypes, withAvailability } from './station-plugs.ts';

const hub: Station = {
  id: 'hub',
  property_id: 'hub',
  property_name: 'Hub',
  address: 'A road',
  latitude: 12.97,
  longitude: 77.64,
  visibility: 'public',
  active_charger: 2,
  status: 1,
  online_charger: 3,
  connectors_total: 6,
  connectors_free: 3,
  connector_types: ['CCS2', 'LEV AC'],
  power_max: 120,
  price_from: 0,
  plugs: [
    { type: 'CCS2', power: 60, price: 18.5, total: 2, free: 1 },
    { type: 'CCS2', power: 120, price: 22, total: 2, free: 0 },
    { type: 'LEV AC', power: 3, price: 0, total: 2, free: 2 },
  ],
};

test('with a vehicle the plugs that fit are counted, and power and price are those of the strongest free one', () => {
  expect(plugsFor(hub, ['CCS2', 'Type 2'])).toEqual({
    fits: true,
    free: 1,
    total: 4,
    power: 60,
    price: 18.5,
    type: 'CCS2',
  });
  expect(plugsFor(hub, ['LEV AC'])).toEqual({ fits: true, free: 2, total: 2, power: 3, price: 0, type: 'LEV AC' });
});

test('without a vehicle all plugs are counted; if none is free the strongest represents the station', () => {
  expect(plugsFor(hub)).toEqual({ fits: true, free: 3, total: 6, power: 60, price: 18.5, type: 'CCS2' });
  const full = withAvailability(hub, { ...hub, online_charger: 3, connectors_free: 0, plugs_free: [] });
  expect(plugsFor(full, ['CCS2'])).toEqual({ fits: true, free: 0, total: 4, power: 120, price: 22, type: 'CCS2' });
});

test('of several types that fit the best one is counted, so that count, power, price and time are of one type', () => {
  const plugs = [
    { type: 'CCS2', power: 60, price: 18, total: 4, free: 2 },
    { type: 'Type 2', power: 7.2, price: 12, total: 2, free: 2 },
  ];
  const both = ['CCS2', 'Type 2'];
  const strong = { fits: true, free: 2, total: 4, power: 60, price: 18, type: 'CCS2' };
  expect(plugsFor({ ...hub, plugs }, both)).toEqual(strong);
  const taken = plugs.map((plug) => (plug.type === 'CCS2' ? { ...plug, free: 0 } : plug));
  const slow = { fits: true, free: 2, total: 2, power: 7.2, price: 12, type: 'Type 2' };
  expect(plugsFor({ ...hub, plugs: taken }, both)).toEqual(slow);
  const none = plugs.map((plug) => ({
    ...plug,
    free: 0,
    free_at: `2026-11-20T10:${plug.type === 'CCS2' ? 20 : 10}:00Z`,
  }));
  expect(plugsFor({ ...hub, plugs: none }, both)).toEqual({ ...strong, free: 0, freeAt: '2026-11-20T10:20:00Z' });
  // Nobody's car is known, so the card is about all of them.
  expect(plugsFor({ ...hub, plugs })).toEqual({ ...strong, free: 4, total: 6 });
  expect(plugsFor(hub, ['CHAdeMO'])).toMatchObject({ fits: false, free: 0, total: 0 });
});

test('of equal power the cheaper one counts, and one without a price comes last', () => {
  const plugs = [
    { type: 'CCS2', power: 60, total: 1, free: 1 },
    { type: 'CCS2', power: 60, price: 20, total: 1, free: 1 },
    { type: 'CHAdeMO', power: 60, price: 15, total: 1, free: 1 },
  ];
  expect(plugsFor({ ...hub, plugs }).price).toBe(15);
  expect(plugsFor({ ...hub, plugs }, ['CCS2']).price).toBe(20);
});

test('a station without a fitting plug says so, and one without kinds of plugs keeps its own counts', () => {
  expect(plugsFor(hub, ['CHAdeMO'])).toMatchObject({ fits: false, free: 0, total: 0 });
  const { plugs: _, ...unknown } = hub;
  expect(plugsFor(unknown, ['CCS2'])).toEqual({ fits: true, free: 3, total: 6, power: 120, price: 0 });
  expect(plugsFor(unknown, ['CHAdeMO']).fits).toBe(false);
});

test('a pin is free only if a fitting plug is free; if none fits it keeps the state of its station', () => {
  const [first, second, third] = hub.plugs ?? [];
  const plugs = [first, second, third].flatMap((plug) => plug ?? []).map((one) => ({ ...one, free: 0 }));
  const station = { ...hub, plugs: [...plugs, { type: 'Type 2', total: 1, free: 1 }] };
  expect(pinStateFor(station, ['CCS2'])).toBe('busy');
  expect(pinStateFor(station, ['CCS2', 'Type 2'])).toBe('free');
  expect(pinStateFor(station, ['CHAdeMO'])).toBe('free');
  expect(pinStateFor(station, undefined)).toBe('free');
  expect(pinStateFor({ ...station, active_charger: 0, status: 0, online_charger: 0 }, ['Type 2'])).toBe('offline');
});

test('a station is free now for types of which a plug is free, if it is open; without types any plug counts', () => {
  const taken = { ...hub, plugs: hub.plugs?.map((plug) => (plug.type === 'CCS2' ? { ...plug, free: 0 } : plug)) };
  const free = (types?: string[]) => [hub, taken, { ...hub, open_now: false }].map((one) => isFreeFor(one, types));
  expect(free(['CCS2'])).toEqual([true, false, false]);
  expect(free(['CCS2', 'LEV AC'])).toEqual([true, true, false]);
  expect(free(['CHAdeMO'])).toEqual([false, false, false]);
  expect([free(), free([])]).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
  const { plugs: _, ...unknown } = hub;
  expect([['CCS2'], ['CHAdeMO']].map((types) => isFreeFor(unknown, types))).toEqual([true, false]);
  expect(['1', '0'].map((value) => matchesAvailable(taken, value, ['CCS2']))).toEqual([false, true]);
});

test('the wanted types are those of the filter and of its vehicles, otherwise those of the car', () => {
  expect(wantedTypes({}, ['CCS2'])).toEqual(['CCS2']);
  expect(wantedTypes({})).toEqual([]);
  expect(wantedTypes({ connectors: ['Type 2'] }, ['CCS2'])).toEqual(['Type 2']);
  expect(wantedTypes({ vehicles: ['CHAdeMO'] }, ['CCS2'])).toEqual(['CHAdeMO']);
  expect(wantedTypes({ connectors: ['CCS2', 'Type 2'], vehicles: ['CCS2', 'CHAdeMO'] })).toEqual(['CCS2']);
  expect(wantedTypes({ connectors: ['Type 2'], vehicles: ['CCS2'] })).toEqual(['Type 2']);
});

test('with a filter for DC the wanted types are the DC types among them, or any DC type if they have none', () => {
  const currents = ['DC'];
  expect(wantedTypes({ currents }, ['CCS2', 'Type 2'])).toEqual(['CCS2']);
  expect(wantedTypes({ currents, vehicles: ['Type 2', 'CHAdeMO'] }, ['CCS2'])).toEqual(['CHAdeMO']);
  expect(wantedTypes({ currents }, ['Type 2'])).toEqual(['DC']);
  expect(wantedTypes({ currents })).toEqual(['DC']);
  expect(wantedTypes({ currents: ['AC', 'DC'] }, ['CCS2', 'Type 2'])).toEqual(['CCS2', 'Type 2']);
  // The filter names a connector, so that is the one.
  expect(wantedTypes({ currents, connectors: ['Type 2'] })).toEqual(['Type 2']);
});

test('DC stands for every type of DC: a station with only an AC plug free is not free for it', () => {
  const slow = hub.plugs?.map((plug) => (plug.type === 'CCS2' ? { ...plug, free: 0 } : plug)) ?? [];
  expect([hub, { ...hub, plugs: slow }].map((one) => isFreeFor(one, ['DC']))).toEqual([true, false]);
  expect(plugsFor(hub, ['DC'])).toMatchObject({ fits: true, free: 1, total: 4, type: 'CCS2' });
  expect(plugsFor(hub, ['AC'])).toMatchObject({ fits: true, free: 2, total: 2, type: 'LEV AC' });
  const { plugs: _, ...unknown } = hub;
  expect([['DC'], ['AC']].map((types) => isFreeFor({ ...unknown, connector_types: ['CCS2'] }, types))).toEqual([
    true,
    false,
  ]);
});

test('a change of availability sets each kind of plug, and one without kinds leaves them', () => {
  const counts = { property_id: 'hub', active_charger: 1, status: 1 as const, online_charger: 3, connectors_free: 1 };
  const changed = withAvailability(hub, { ...counts, plugs_free: [{ type: 'CCS2', power: 120, free: 1 }] });
  expect(changed).toMatchObject({ connectors_free: 1, plugs: [{ free: 0 }, { free: 1 }, { free: 0 }] });
  expect('plugs_free' in changed).toBe(false);
  expect(withAvailability(hub, counts).plugs).toEqual(hub.plugs);
});

test('a drive is estimated in minutes, rounded up, and never falls as the distance grows', () => {
  expect([0, 0.1, 1.7, 1.9, 4.6, 20].map(driveMinutes)).toEqual([0, 1, 8, 9, 20, 58]);
  // Long drives use a highway.
  expect(driveMinutes(227)).toBe(313);
  for (let km = 0; km < 300; km += 0.1) expect(driveMinutes(km + 0.1)).toBeGreaterThanOrEqual(driveMinutes(km));
});
