import { expect, test } from 'vitest';
import { layOutMiniMap, SIZE } from './mini-map.ts';

test('the distance of a ring is written beside the pin and within the picture, however near the driver is', () => {
  const station = { latitude: 13.0358, longitude: 77.597 };
  for (const metres of [0, 15, 120, 900, 9000]) {
    const you = { latitude: station.latitude, longitude: station.longitude + metres / 108_000 };
    const { figures, station: pin } = layOutMiniMap(station, you, []);
    expect(figures).not.toHaveLength(0);
    for (const { x, y } of figures) {
      expect(x > 20 && x < SIZE.width - 20 && y > 10 && y < SIZE.height).toBe(true);
      expect(Math.abs(x - pin.x) > 30 || y < pin.y - 60 || y > pin.y + 8).toBe(true);
    }
  }
});
