import { describe, expect, test } from 'vitest';
import { distanceKm } from './geo.ts';

describe('distances', () => {
  test('are great circles on a sphere of 6371 km [CONST-4]', () => {
    const delhi = { latitude: 28.6139, longitude: 77.209 };
    const mumbai = { latitude: 19.076, longitude: 72.8777 };
    expect(distanceKm(delhi, mumbai).toFixed(1)).toBe('1148.1');
    const bengaluru = { latitude: 12.9716, longitude: 77.5946 };
    expect(distanceKm(bengaluru, { latitude: 12.9352, longitude: 77.6245 }).toFixed(1)).toBe('5.2');
  });
});
