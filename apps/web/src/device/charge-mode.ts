import { CHARGE_MODES, type ChargeMode } from '@bijli/contract/charge-choice';

const KEY = 'charge-mode';

/** The mode in which the last charge on this device was chosen. */
export function lastChargeMode(): ChargeMode | undefined {
  const entry = localStorage.getItem(KEY);
  return CHARGE_MODES.find((mode) => mode === entry);
}

/** Call it when a charge begins that was chosen in this mode. */
export function keepChargeMode(mode: ChargeMode): void {
  localStorage.setItem(KEY, mode);
}
