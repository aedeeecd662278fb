import { expect, test } from 'vitest';
import { createUploadSlots } from './upload-slots.ts';

const FILE = 500;
const ROOM = 4 * FILE;

/** What brings a file to an address of its own. */
function incoming(maxBytes: number) {
  const uploadSlots = createUploadSlots({ maxBytes, maxFileBytes: FILE });
  let addresses = 0;
  return (owner: string, announced = FILE) => uploadSlots.enter({ address: `${(addresses += 1)}`, owner, announced });
}

test('an announced upload that does not arrive takes no room from others', () => {
  const enter = incoming(ROOM);
  for (let file = 1; file <= 4; file += 1) enter('SLOW').grow(1);
  for (const owner of ['A', 'B', 'C']) enter(owner).grow(FILE);
  expect(() => enter('D')).toThrow('files_no_room');
});

test.each([
  ['room for two files', ROOM, 2],
  ['a quarter of the room, where that is more', 4 * 3 * FILE, 3],
])('one owner has %s, and leaves the rest to others', (_, maxBytes, files) => {
  const enter = incoming(maxBytes);
  const places = Array.from({ length: files }, () => enter('FULL'));
  for (const place of places) place.grow(FILE);
  expect(() => enter('FULL', 1)).toThrow('files_no_room');
  const unannounced = enter('FULL', 0);
  expect(() => unannounced.grow(1)).toThrow('files_no_room');
  enter('OTHER').grow(FILE);
  places[0]?.leave();
  unannounced.grow(FILE);
});

test('all owners together have the whole room, and release it once', () => {
  const enter = incoming(ROOM);
  const places = ['A', 'B', 'C', 'D'].map((owner) => enter(owner));
  for (const place of places) place.grow(FILE);
  expect(() => enter('E', 1)).toThrow('files_no_room');
  const late = enter('E', 0);
  expect(() => late.grow(1)).toThrow('files_no_room');
  places[0]?.leave();
  places[0]?.leave();
  late.grow(FILE);
  expect(() => late.grow(FILE + 1)).toThrow('files_no_room');
});
