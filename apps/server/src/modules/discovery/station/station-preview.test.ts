import { expect, test } from 'vitest';
import type { Station } from '@bijli/contract/stations';
import { previewOfStation } from './station-preview.ts';

const station = {
  id: 'a b',
  property_id: 'a b',
  property_name: 'Hebbal Hub',
  address: '1 Ring Road, Bengaluru',
  plugs: [
    { type: 'CCS2', power: 60, price: 18, total: 2, free: 1 },
    { type: 'CCS2', power: 60, total: 1, free: 0 },
    { type: 'Type 2', total: 1, free: 0 },
  ],
} as Station;

test('a link to a station previews its name, address and connectors, and nothing that changes', () => {
  expect(previewOfStation(station, 'https://bijli.example')).toEqual({
    title: 'Hebbal Hub',
    description: '1 Ring Road, Bengaluru · CCS2 60 kW, Type 2',
    url: 'https://bijli.example/charger?id=a%20b',
    image: 'https://bijli.example/brand/app-icon-512.png',
  });
  expect(previewOfStation({ ...station, plugs: [] }, '').description).toBe('1 Ring Road, Bengaluru');
});
