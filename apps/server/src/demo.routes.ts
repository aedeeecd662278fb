import { api } from '@bijli/contract/api';
import { carPower, DC_PERCENT, percentOf, socBefore } from '@bijli/contract/charge-time';
import type { Http } from '#http/calls/serve.ts';
import { hashOf } from '#kernel/ids.ts';
import type { Sessions } from '#modules/sessions/index.ts';
import { refuse } from '#modules/sessions/sessions.refusals.ts';
import type { Vehicles } from '#modules/vehicles/index.ts';

/** The battery level in percent of a driver who has given no target lies between these. */
const COMES_WITH = { min: 18, max: 42 };
/** At least this much of the battery is always left, and always missing. */
const MIN_SOC = 3;
const MAX_SOC = 97;

/**
 * Serves what the simulated fleet asks in demo mode: which car a start is for, so that the battery on the screen is the
 * driver's own.
 */
export function demoRoutes(
  { serve }: Http,
  sessions: Pick<Sessions, 'findSessionByOneTimeTag'>,
  vehicles: Pick<Vehicles, 'findVehicleOfDriver'>,
) {
  serve(api.demoCar, async ({ query }) => {
    const session = (await sessions.findSessionByOneTimeTag(query.id_tag)) ?? refuse('charge_unknown');
    const { driverId, vehicleId, boughtWh, targetSoc, bookingId } = session;
    const vehicle = vehicleId === null ? undefined : await vehicles.findVehicleOfDriver(driverId, vehicleId);
    const batteryWh = vehicle?.batteryWh ?? undefined;
    const supply = { current: 'DC' as const, connectorW: 0, batteryWh };
    const gains = percentOf(boughtWh, supply) ?? 0;
    const typed = targetSoc === null ? undefined : (socBefore(targetSoc, boughtWh, supply) ?? targetSoc);
    const soc = typed ?? Math.min(comesWith(bookingId), MAX_SOC - gains);
    return {
      soc: Math.round(Math.min(MAX_SOC, Math.max(MIN_SOC, soc))),
      ...(batteryWh !== undefined && { batteryWh }),
      // An unknown figure is the charge sheet's assumption.
      maxPowerW: carPower({ current: 'DC', batteryWh, carW: vehicle?.dcMaxW ?? undefined }),
      maxAcPowerW: carPower({ current: 'AC', batteryWh, carW: vehicle?.acMaxW ?? undefined }),
      dcShare: DC_PERCENT / 100,
    };
  });
}

/** It is the same for a session each time. */
function comesWith(bookingId: string): number {
  const share = Number.parseInt(hashOf(bookingId).slice(0, 4), 16) / 0xff_ff;
  return COMES_WITH.min + share * (COMES_WITH.max - COMES_WITH.min);
}
