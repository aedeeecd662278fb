import type { EstimateFacts } from '@bijli/contract/charge-choice';
import type { LastCharge } from '@bijli/contract/charging';
import { nearestPaise } from '@bijli/contract/money';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { HOUR_MS } from '#device/durations.ts';
import { type ConnectorOfCharger, currentOf, powerOf, priceOf, kilowattsTaken } from '../selectable.ts';

/** W of kW, and Wh of kWh. */
const thousandths = (thousands: number) => Math.round(thousands * 1000);

/** What a charge of this car at this connector is reckoned by; `soc`: percent of its battery now, where that is known. */
export function estimateFactsOf(
  chosen: ConnectorOfCharger,
  vehicle: OwnVehicle | undefined,
  balance: number,
  soc: number | undefined,
): EstimateFacts {
  const current = currentOf(chosen);
  const takes = kilowattsTaken(chosen, vehicle);
  const holds = vehicle?.battery_capacity;
  return {
    pricePaisePerKwh: nearestPaise(priceOf(chosen) ?? 0),
    freePaise: nearestPaise(balance),
    car: {
      current,
      connectorW: thousandths(powerOf(chosen)),
      carW: takes === undefined ? undefined : thousandths(takes),
      batteryWh: holds === undefined ? undefined : thousandths(holds),
      soc,
    },
  };
}

/** The battery was driven on since: what a charge left in it is believed for half a day. */
const SOC_TTL_MS = 12 * HOUR_MS;

/** Percent that the last charge has left in the battery, if that was lately. */
export function socLeftBy(last: LastCharge | null | undefined, nowMs: number): number | undefined {
  if (!last || last.soc_end === null || nowMs - Date.parse(last.ended_at) > SOC_TTL_MS) return undefined;
  return Math.floor(last.soc_end);
}

/** The units of the last charge, in Wh, as the slider's whole ones. */
export function unitsOf(last: LastCharge | null | undefined): number[] {
  return last && last.units >= 1 ? [Math.round(last.units) * 1000] : [];
}
