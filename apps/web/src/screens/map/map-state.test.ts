import { expect, test } from 'vitest';
import type { Station } from '@bijli/contract/stations';
import { stationAt } from '../../testing/station.ts';
import { type MapEvent, type MapState, nextMapStep } from './map-state.ts';
import type { View } from './view/view.ts';

const forum = stationAt('Forum', 12.935, 77.61);
const hebbal = stationAt('Hebbal', 13.035, 77.59);
const delhi = stationAt('Delhi', 28.6, 77.2);
const stations = [forum, hebbal, delhi];
const known = { stations, types: undefined };

const viewOf = ({ latitude, longitude }: Station): View => ({
  middle: { latitude, longitude },
  mapLibreZoom: 12,
  west: longitude - 0.5,
  east: longitude + 0.5,
  south: latitude - 0.5,
  north: latitude + 0.5,
});
const inDelhi = viewOf(delhi);
const nearHebbal = viewOf(hebbal);

const opened: MapState = {
  view: undefined,
  shown: undefined,
  isTouched: false,
  isMoved: false,
  movedTo: undefined,
  filter: undefined,
};
const after = (...events: MapEvent[]) => events.reduce(nextMapStep, opened);
const loaded = (details: object = {}): MapEvent => ({
  kind: 'loaded',
  ...known,
  opensAt: undefined,
  position: undefined,
  isSettled: true,
  ...details,
});
const moved = (to: View, mover: 'opening' | 'resize' | 'card' | 'home' | 'driver'): MapEvent => ({
  kind: 'moved',
  ...known,
  to,
  mover,
});
const movedEarly: MapEvent = { kind: 'moved', stations: undefined, types: undefined, to: inDelhi, mover: 'driver' };
const filtered = (filter: object, lastView?: View): MapEvent => ({ kind: 'filtered', filter, lastView });
const cardChosen: MapEvent = { kind: 'cardChosen', cards: [hebbal, forum], id: 'Forum' };
const [any, onlyFree] = [{}, { available: '1' }];

/** The names on the cards, the one in front in brackets, and why they are there. */
const cardsOf = ({ shown }: MapState) =>
  shown &&
  `${shown.cardsOf}: ${shown.stations.map(({ property_id: id }) => (id === shown.chosenId ? `[${id}]` : id)).join(' ')}`;

test.each<[string, MapEvent[], string | undefined]>([
  ['is drawn, nothing is known yet', [moved(inDelhi, 'opening')], undefined],
  ['has opened nowhere, any station where a charge can start has a card', [loaded()], 'free: Delhi Hebbal Forum'],
  ['opens somewhere, the cards are around it', [loaded({ opensAt: inDelhi })], 'map: [Delhi] Hebbal Forum'],
  ['knows the driver, the cards are near them', [loaded({ position: forum })], 'near: [Forum] Hebbal Delhi'],
  ['finds the driver, the cards change', [loaded(), loaded({ position: forum })], 'near: [Forum] Hebbal Delhi'],
  [
    'may still change, the first cards stay',
    [loaded(), loaded({ position: forum, isSettled: false })],
    'free: Delhi Hebbal Forum',
  ],
  ['opens, its cards stay', [loaded({ position: forum }), moved(inDelhi, 'opening')], 'near: [Forum] Hebbal Delhi'],
  [
    'gets another size, its cards stay',
    [loaded({ position: forum }), moved(inDelhi, 'resize')],
    'near: [Forum] Hebbal Delhi',
  ],
  [
    'follows a card, its cards stay',
    [loaded({ position: forum }), moved(inDelhi, 'card')],
    'near: [Forum] Hebbal Delhi',
  ],
  ['is moved by the driver, the cards follow', [loaded(), moved(inDelhi, 'driver')], 'map: [Delhi] Hebbal Forum'],
  ['goes to the driver, the cards are near them', [loaded(), moved(nearHebbal, 'home')], 'near: [Hebbal] Forum Delhi'],
  [
    'was moved, later stations are arranged around it',
    [moved(inDelhi, 'driver'), loaded({ stations: [forum, delhi], position: forum })],
    'map: [Delhi] Forum',
  ],
  ['is moved before any station is known, nothing is decided', [movedEarly], undefined],
  ['is moved while its stations are fetched again, its cards stay', [loaded(), movedEarly], 'free: Delhi Hebbal Forum'],
  ['was moved early, the first stations are arranged around it', [movedEarly, loaded()], 'map: [Delhi] Hebbal Forum'],
  ['has a card chosen, that is in front', [loaded(), cardChosen], 'free: Hebbal [Forum]'],
  ['has a card chosen, later stations change nothing', [loaded(), cardChosen, loaded()], 'free: Hebbal [Forum]'],
  [
    'has a pin chosen, its card comes first',
    [loaded(), { kind: 'pinChosen', ...known, station: hebbal }],
    'map: [Hebbal] Forum Delhi',
  ],
  [
    'gets another filter, the cards are around its middle, not the chosen card',
    [filtered(any), loaded(), cardChosen, filtered(onlyFree, inDelhi), loaded()],
    'map: [Delhi] Hebbal Forum',
  ],
  [
    'keeps its filter, the chosen card stays',
    [filtered(any), loaded(), cardChosen, filtered(any, inDelhi), loaded()],
    'free: Hebbal [Forum]',
  ],
  [
    'gets another filter before it is drawn, the cards are those of the first view',
    [filtered(any), loaded(), cardChosen, filtered(onlyFree), loaded({ position: forum })],
    'near: [Forum] Hebbal Delhi',
  ],
])('when the map %s', (_, events, cards) => {
  expect(cardsOf(after(...events))).toBe(cards);
});

test('the map follows a card that was chosen, until a pin is chosen or the driver moves it', () => {
  const follows = (...events: MapEvent[]) => after(loaded(), cardChosen, ...events).shown?.mapFollowsCard;
  expect(follows()).toBe(true);
  expect(follows(moved(inDelhi, 'card'))).toBe(true);
  expect(follows(moved(inDelhi, 'driver'))).toBe(false);
  expect(follows({ kind: 'pinChosen', ...known, station: hebbal })).toBe(false);
});

test.each([
  ['opening', false],
  ['resize', false],
  ['card', true],
  ['home', true],
  ['driver', true],
] as const)('a map moved by %s is left as moved: %s', (mover, isMoved) => {
  expect(after(moved(inDelhi, mover))).toMatchObject({ view: inDelhi, isMoved });
});
