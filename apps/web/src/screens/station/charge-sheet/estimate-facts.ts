import type { EstimateFacts } from '@bijli/contract/charge-choice';
import type { PluggedCar } from '@bijli/contract/charge-time';
import type { LastCharge } from '@bijli/contract/charging';
import { nearestPaise } from '@bijli/contract/money';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { HOUR_MS } from '#device/durations.ts';
import { type ConnectorOfCharger, currentOf, powerOf, priceOf, kilowattsTaken } from '../selectable.ts';

/** Converts kW to W, and kWh to Wh. */
const thousandths = (thousands: number) => Math.round(thousands * 1000);

/** The facts for an estimate of this car at this connector. `soc`: state of charge now, in percent, if known. */
export function estimateFactsOf(
  chosen: ConnectorOfCharger,
  vehicle: OwnVehicle | undefined,
  balance: number,
  soc: number | undefined,
): EstimateFacts {
  return {
    pricePaisePerKwh: nearestPaise(priceOf(chosen) ?? 0),
    freePaise: nearestPaise(balance),
    car: { ...carAt(chosen, vehicle), soc },
  };
}

/** What is known of this car at this connector. */
export function carAt(chosen: ConnectorOfCharger, vehicle: OwnVehicle | undefined): PluggedCar {
  const takes = kilowattsTaken(chosen, vehicle);
  const holds = vehicle?.battery_capacity;
  return {
    current: currentOf(chosen),
    connectorW: thousandths(powerOf(chosen)),
    carW: takes === undefined ? undefined : thousandths(takes),
    batteryWh: holds === undefined ? undefined : thousandths(holds),
  };
}

/** The car is probably driven after a charge, so its state of charge at the end counts for half a day only. */
const SOC_TTL_MS = 12 * HOUR_MS;

/** State of charge in percent that the last charge has left, if it ended recently. */
export function socAfterLastCharge(last: LastCharge | null | undefined, nowMs: number): number | undefined {
  if (!last || last.soc_end === null || nowMs - Date.parse(last.ended_at) > SOC_TTL_MS) return undefined;
  return Math.floor(last.soc_end);
}

/** The units of the last charge, rounded to whole ones, in Wh. Empty when there are none. */
export function unitsOf(last: LastCharge | null | undefined): number[] {
  return last && last.units >= 1 ? [Math.round(last.units) * 1000] : [];
}
