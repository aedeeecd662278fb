import type { StationAvailability } from '@bijli/contract/stations';
import type { CountedAvailability } from './availability.ts';

/** A station's availability as the contract's JSON. */
export function availabilityOnWire(stationId: string, availability: CountedAvailability): StationAvailability {
  return {
    property_id: stationId,
    active_charger: availability.activeChargePoints,
    status: availability.activeChargePoints > 0 ? 1 : 0,
    online_charger: availability.onlineChargePoints,
    connectors_free: availability.freeConnectors,
    plugs_free: availability.freePlugs.map(({ type, ratedW, free }) => ({
      type,
      ...(ratedW ? { power: ratedW / 1000 } : {}),
      free,
    })),
  };
}
