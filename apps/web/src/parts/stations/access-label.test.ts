import { expect, test } from 'vitest';
import { en } from '#messages/en.ts';
import { hi } from '#messages/hi.ts';
import { station } from '../../testing/station.ts';
import { accessLabel, accessName } from './access-label.ts';

test('over the map a private station has one word on its badge, and elsewhere a hint what it means', () => {
  const depot = station('Depot', { visibility: 'captive' });
  expect([en, hi].map((messages) => accessName(depot, messages))).toEqual(['CAPTIVE', 'निजी']);
  expect([en, hi].map((messages) => accessLabel(depot, messages))).toEqual([
    'CAPTIVE · PRIVATE',
    'निजी · वहाँ के लोगों के लिए',
  ]);
  expect(accessLabel(station('Hub'), en)).toBe('PUBLIC');
});
