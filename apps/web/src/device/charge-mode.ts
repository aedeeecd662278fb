import { CHARGE_MODES, type ChargeMode } from '@bijli/contract/charge-choice';

const KEY = 'charge-mode';

/** How the last charge on this device was chosen. */
export function lastChargeMode(): ChargeMode | undefined {
  const entry = localStorage.getItem(KEY);
  return CHARGE_MODES.find((mode) => mode === entry);
}

/** When a charge that was chosen so begins. */
export function keepChargeMode(mode: ChargeMode): void {
  localStorage.setItem(KEY, mode);
}
