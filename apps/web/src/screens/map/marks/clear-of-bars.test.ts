import { expect, test } from 'vitest';
import { clearOfBars } from './clear-of-bars.ts';

/** A phone of 390 × 780 px with a question below the search and cards at the foot. */
const free = { left: 8, right: 382, top: 144, bottom: 440, corner: { width: 64, height: 112 } };
const RADIUS = 19;

test.each([
  ['in the free part stays', { x: 195, y: 300 }, { x: 195, y: 300 }],
  ['under the question comes below it', { x: 115, y: 130 }, { x: 115, y: 168 }],
  ['under the captions comes above them', { x: 110, y: 445 }, { x: 110, y: 416 }],
  ['under the buttons comes beside them', { x: 330, y: 400 }, { x: 294, y: 400 }],
  ['far under the cards stays', { x: 195, y: 600 }, { x: 195, y: 600 }],
])('a cluster %s', (_, spot, moved) => {
  expect(clearOfBars(spot, RADIUS, free)).toEqual(moved);
});

test('where hardly any of the map is free, clusters stay at their places', () => {
  expect(clearOfBars({ x: 115, y: 130 }, RADIUS, { ...free, bottom: 264 })).toEqual({ x: 115, y: 130 });
});
