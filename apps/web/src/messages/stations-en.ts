import { withUnit } from '@bijli/ui/format/units';
import type { Emphasised } from './text-shapes.ts';

export const stations = {
  title: 'Stations near you',
  titleNoPosition: 'List of stations',
  nearestFirst: (count: number, shown: string) => (count === 1 ? '1 station' : `${shown} stations, nearest first`),
  all: (count: string) => `${count} stations`,
  available: 'Available',
  unavailable: 'Unavailable',
  fallbackConnector: 'AC',
  moreTypes: (first: string, others: number) => `${first} +${others}`,
  free: (free: number, total: number, type?: string): Emphasised => [
    '',
    String(free),
    type === undefined ? ` of ${total} free` : ` of ${total} ${type} free`,
  ],
  power: (kw: number): Emphasised => ['', String(kw), withUnit('', 'kW')],
  /** As much as the driver's own vehicle takes of it. */
  powerForCar: (kw: number): Emphasised => ['', String(kw), `${withUnit('', 'kW')} for you`],
  /** Nobody knows how much the driver's own vehicle takes of it. */
  powerUpTo: (kw: number): Emphasised => ['up to ', String(kw), withUnit('', 'kW')],
  price: (rupees: string): Emphasised => ['', rupees, '/kWh'],
  costsNothing: 'Free charging',
  noPlug: (types: string) => `No ${types} plug`,
  /** On the badge of a station that has no plug for the driver's vehicle. */
  doesNotFit: 'Doesn’t fit',
  closedNow: 'Closed now',
  freeIn: (duration: string): Emphasised => ['Free in ', duration, ''],
  allOffline: 'All chargers offline',
  drive: (duration: string) => `about ${duration} drive`,
  sort: { title: 'Sort by', nearest: 'Nearest', name: 'A–Z', cheapest: 'Cheapest', fastest: 'Fastest' },
  /** Below the sort by price or power. */
  sortedNear: (km: number) => `Within ${withUnit(km, 'km')} first, then farther away.`,
  nearestNeedsLocation: 'Nearest needs your location.',
  best: 'Nearest free',
  bestFor: (vehicle: string) => `Nearest free for ${vehicle}`,
  groups: {
    free: 'Free',
    freeFor: (vehicle: string) => `Free, fits ${vehicle}`,
    noneFree: 'Busy, closed or offline',
    noneFreeFor: (vehicle: string) => `No free plug for ${vehicle} now`,
    inUse: 'In use now',
    closed: 'Closed now',
    offline: 'All chargers offline',
    captive: 'Private',
    unfit: 'No plug for your car',
  },
  useLocation: 'Near me',
  emptyTitle: 'No stations yet',
  empty: 'Stations will appear here.',
  failedTitle: 'Stations did not load',
  more: (count: string) => `Show ${count} more`,
  /** On stations that do not exist. */
  demo: 'DEMO',
};
