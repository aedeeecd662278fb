import { expect, test } from 'vitest';
import { trackOf } from './track.ts';

const HOURS_12 = 720;
const ticks = (max: number) => {
  const { ofTrack, tickShares } = trackOf('time', { end: HOURS_12, max });
  return tickShares.map((share) => Math.round(ofTrack(share * HOURS_12)));
};

test.each([
  [12, [0, 15, 30, 720]],
  [50, [0, 30, 60, 720]],
  [61, [0, 60, 120, 720]],
  [235, [0, 120, 240, 720]],
  [333, [0, 180, 360, 540, 720]],
])(
  'with %d minutes that can be chosen the scale of time has the marks %j and ends at 12 hours [SHEET-3]',
  (max, marks) => {
    expect(ticks(max)).toEqual(marks);
  },
);

test('the minutes that can be chosen take a third to two thirds of the track of time', () => {
  for (const max of [16, 30, 31, 50, 60, 61, 120, 121, 240]) {
    const share = trackOf('time', { end: HOURS_12, max }).onTrack(max) / HOURS_12;
    expect(share, `${max} min`).toBeGreaterThan(1 / 3);
    expect(share, `${max} min`).toBeLessThanOrEqual(2 / 3);
  }
});

test('every position on the track is the value that was set there', () => {
  const { onTrack, ofTrack } = trackOf('time', { end: HOURS_12, max: 50 });
  for (const minutes of [0, 15, 50, 60, 61, 300, 720]) expect(ofTrack(onTrack(minutes))).toBeCloseTo(minutes, 6);
  expect(onTrack(HOURS_12)).toBe(HOURS_12);
});

test('only the scale of time is uneven, and only while little of it can be chosen', () => {
  for (const mode of ['units', 'amount', 'percentage'] as const)
    expect(trackOf(mode, { end: 100, max: 5 }).onTrack(50)).toBe(50);
  expect(trackOf('time', { end: HOURS_12, max: 500 }).onTrack(50)).toBe(50);
  expect(trackOf('time', { end: HOURS_12, max: 0 }).onTrack(50)).toBe(50);
});
