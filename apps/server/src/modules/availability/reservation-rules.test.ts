import { expect, test } from 'vitest';
import { asStrangersSeeIt, ownReservationFor, canUseConnector, withReservations } from './reservation-rules.ts';

const chargePoint = (...statuses: string[]) => ({
  status: 'Available',
  connectors: statuses.map((status, index) => ({ number: index + 1, status, withheldSince: null })),
});
const of = (...numbers: number[]) => numbers.map((connector) => ({ connector }));
const statuses = (...args: Parameters<typeof withReservations>) =>
  withReservations(...args).map(({ status }) => status);

test.each([
  ['any of two is free while the other is', ['Available', 'Preparing'], of(0), ['Available', 'Preparing']],
  ['the last one is kept', ['Charging', 'Available'], of(0), ['Charging', 'Reserved']],
  ['so it is where a car has not left it', ['Charging', 'Finishing'], of(0), ['Charging', 'Reserved']],
  ['two reservations keep two', ['Available', 'Available'], of(0, 0), ['Reserved', 'Reserved']],
  ['one that the charge point shows as kept is kept', ['Reserved', 'Available'], of(0), ['Reserved', 'Available']],
  ['it keeps one of two reservations', ['Reserved', 'Available'], of(0, 0), ['Reserved', 'Reserved']],
  [
    'one with a reservation of its own is none for the other',
    ['Reserved', 'Available'],
    of(0, 1),
    ['Reserved', 'Reserved'],
  ],
  ['a faulted one keeps nothing', ['Faulted', 'Available'], of(0), ['Faulted', 'Reserved']],
])('for drivers without a reservation: %s', (_, said, others, found) => {
  expect(statuses(chargePoint(...said), { own: [], others })).toEqual(found);
});

test.each([
  ['the last one is free', ['Charging', 'Available'], of(0), of(), ['Charging', 'Available']],
  ['the one that is shown as kept is free', ['Charging', 'Reserved'], of(0), of(), ['Charging', 'Available']],
  ['one that is kept for another is not', ['Reserved', 'Reserved'], of(0), of(1), ['Reserved', 'Available']],
  ['the last one is free beside another holder', ['Charging', 'Available'], of(0), of(0), ['Charging', 'Available']],
  ['the own one of two is free', ['Available', 'Reserved'], of(2), of(0), ['Reserved', 'Available']],
])('for a holder: %s', (_, said, own, others, found) => {
  expect(statuses(chargePoint(...said), { own, others })).toEqual(found);
});

test.each([
  ['one of two', ['Available', 'Available'], of(0), ['Available', 'Available'], 1],
  ['none beyond the one that is shown as kept', ['Reserved', 'Available'], of(0), ['Reserved', 'Available'], 0],
  ['one, and that with a reservation of its own', ['Available', 'Available'], of(0, 1), ['Reserved', 'Available'], 1],
])('in the figures for drivers without a reservation, %s is reserved', (_, said, reserved, found, kept) => {
  const seen = asStrangersSeeIt(chargePoint(...said), reserved);
  expect([seen.connectors.map(({ status }) => status), seen.kept]).toEqual([found, kept]);
});

test('a connector in use does not count as reserved, whatever it reports', () => {
  const free = chargePoint('Available', 'Available');
  const seen = { own: [], others: of(0) };
  expect([canUseConnector(free, seen, 1), canUseConnector(free, seen, 1, new Set([2]))]).toEqual([true, false]);
});

test('the reservation of the connector is used before that of the charge point', () => {
  const [whole, first] = [{ connector: 0 }, { connector: 1 }];
  const seen = { own: [whole, first], others: of(3) };
  expect([1, 2, 3].map((number) => ownReservationFor(seen, number))).toEqual([first, whole, undefined]);
});
