import { expect, test } from 'vitest';
import type { Charger } from '@bijli/contract/chargers';
import { station } from '#testing/station.ts';
import { layOutMiniMap, SIZE } from './mini-map.ts';
import { fittingFirst, isAllOccupied, stateOf } from './station-state.ts';

const charger = (id: string, types: string[], freeAt?: string): Charger => ({
  charger_id: id,
  charger_name: id,
  charger_status: 'online',
  price_per_unit: 18,
  capacity: 60,
  power_output: 60,
  connectors: types.map((type, index) => ({
    id: `${id}:${index}`,
    connector_id: `${id}:${index}`,
    name: `Connector ${index}`,
    type,
    icon: 'ccs2',
    status: 'charging',
    oem_connector_number: index,
    ...(freeAt === undefined ? {} : { free_at: freeAt }),
  })),
});
const plugs = (ccs: number, other: number) => [
  { type: 'CCS2', total: 2, free: ccs },
  { type: 'Type 2', total: 1, free: other },
];
const hub = (ccs: number, other: number, details: object = {}) =>
  station('Hub', { plugs: plugs(ccs, other), online_charger: 2, status: ccs + other > 0 ? 1 : 0, ...details });

test('a station is full if nothing that fits the driver is free, whatever else is', () => {
  const chargers = [charger('A', ['CCS2'], '2026-11-20T10:20:00Z'), charger('B', ['Type 2'], '2026-11-20T10:05:00Z')];
  const wants = (ccs: number, other: number, types: string[]) => stateOf(hub(ccs, other), chargers, types).whyNone;
  expect([wants(1, 0, ['CCS2']), wants(0, 1, ['CCS2']), wants(0, 1, []), wants(0, 0, [])]).toEqual([
    undefined,
    'noneFree',
    undefined,
    'noneFree',
  ]);
  expect(wants(1, 1, ['CHAdeMO'])).toBe('unfit');
  expect(stateOf(hub(1, 1, { online_charger: 0 }), chargers, ['CCS2']).whyNone).toBe('offline');
  // The next free time is that of the first connector that fits.
  expect(stateOf(hub(0, 0), chargers, ['CCS2'])).toMatchObject({
    onlyType: 'CCS2',
    plugs: { free: 0, total: 2 },
    nextFreeAt: '2026-11-20T10:20:00Z',
  });
  expect(stateOf(hub(0, 0), chargers, [])).toMatchObject({ onlyType: '', nextFreeAt: '2026-11-20T10:05:00Z' });
});

test('a full station shows how many plugs are in use and how many are offline', () => {
  const away: Charger = { ...charger('B', ['CCS2']), charger_status: 'offline' };
  const both = (chargers: Charger[]) => stateOf(hub(0, 0), chargers, ['CCS2']);
  expect(both([charger('A', ['CCS2']), away]).unavailable).toEqual({ occupied: 1, offline: 1, outOfService: 0 });
  expect(isAllOccupied(both([charger('A', ['CCS2']), away]))).toBe(false);
  expect(isAllOccupied(both([charger('A', ['CCS2', 'CCS2'])]))).toBe(true);
  const [faulted] = charger('C', ['CCS2']).connectors.map((connector) => ({
    ...connector,
    status: 'faulted' as const,
  }));
  expect(both([charger('A', ['CCS2']), { ...away, connectors: faulted ? [faulted] : [] }]).unavailable.offline).toBe(1);
  expect(both([{ ...charger('C', []), connectors: faulted ? [faulted] : [] }]).unavailable).toEqual({
    occupied: 1,
    offline: 0,
    outOfService: 1,
  });
});

test('chargers that fit come first, each group in its order', () => {
  const [a, b, c] = [charger('A', ['LEV AC']), charger('B', ['CCS2']), charger('C', ['Type 2', 'CCS2'])];
  expect(fittingFirst([a, b, c], ['CCS2']).map(({ charger_id: id }) => id)).toEqual(['B', 'C', 'A']);
  expect(fittingFirst([a, b, c], [])).toEqual([a, b, c]);
});

test('the small map zooms in as far as station and driver fit, and its names overlap nothing', () => {
  const here = { latitude: 12.97, longitude: 77.64 };
  const names = [
    ['At the pin', 12.9705, 77.64],
    ['Beside', 12.97, 77.66],
    ['Beside too', 12.9701, 77.661],
    ['Far away', 19, 72],
  ] as const;
  const alone = layOutMiniMap(here, undefined, names);
  expect(alone.names.map(({ name }) => name)).toEqual(['Beside']);
  expect(alone.middle).toEqual(alone.station);
  const { station: pin, you } = layOutMiniMap(here, { latitude: 12.9, longitude: 77.4 }, []);
  for (const spot of [pin, you ?? pin]) {
    expect(spot.x).toBeGreaterThanOrEqual(0);
    expect(spot.x).toBeLessThanOrEqual(SIZE.width);
    expect(spot.y).toBeGreaterThanOrEqual(0);
    expect(spot.y).toBeLessThanOrEqual(SIZE.height);
  }
  expect((you?.x ?? 0) < pin.x && (you?.y ?? 0) > pin.y).toBe(true);
});
