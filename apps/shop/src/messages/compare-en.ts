import { withUnit } from '@bijli/ui/format/units';

export const compareEn = {
  empty: 'Nothing to compare yet',
  emptyText: 'Choose up to three chargers in the shop to see them side by side.',
  differsFirst: 'Show differences first',
  remove: (name: string) => `Remove ${name}`,
  order: (name: string) => `Order Now: ${name}`,
  maxOutput: 'Maximum output',
  connector: 'Connector',
  night: `Added in a night (${withUnit(8, 'h')})`,
  atMost: 'kWh at most',
  madeFor: 'Made for',
  availability: 'Availability',
  unknown: '–: we have no figure from the maker.',
  ask: 'Ask us',
};
