import { expect, test } from 'vitest';
import { isTouching } from '#parts/box.ts';
import { coveredBoxes, isClear } from './uncovered.ts';

/** The part of a low window between the search and the cards. */
const strip = { left: 8, right: 792, top: 80, bottom: 200, corner: { width: 212, height: 72 } };
const captions = { width: 296, height: 92 };

test('in a low window no name is written under the captions at the left', () => {
  const name = { left: 210, right: 270, top: 140, bottom: 156 };
  const isCovered = (boxes: ReturnType<typeof coveredBoxes>) => boxes.some((box) => isTouching(box, name));
  expect(isCovered(coveredBoxes(strip))).toBe(false);
  expect(isCovered(coveredBoxes({ ...strip, captions }))).toBe(true);
});

test.each([
  ['under the captions', { x: 240, y: 148 }, false],
  ['half under them', { x: 330, y: 148 }, false],
  ['beside them', { x: 350, y: 148 }, true],
  ['under the buttons', { x: 700, y: 148 }, false],
])('in a low window a figure %s: clear is %s', (_, spot, clear) => {
  const room = { width: 36, height: 18 };
  expect(isClear({ ...strip, captions }, spot, room)).toBe(clear);
  // Where the window is higher, the captions are below the free part.
  expect(isClear({ ...strip, captions: { ...captions, height: 0 } }, spot, room)).toBe(spot.x < 500);
});
