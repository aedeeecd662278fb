import { CHARGE_MODES, type ChargeMode } from '@bijli/contract/charge-choice';
import { createStoredValue } from './stored-value.ts';

/** How the last charge on this device was chosen. */
interface LastChoice {
  mode: ChargeMode;
  /** In the unit of its mode: Wh, paise, minutes or percent. */
  value: number;
  booking_id: string;
}

const NONE: Partial<LastChoice> = {};

const stored = createStoredValue('charge-choice', NONE, (entry) => {
  const kept = (entry ?? {}) as Partial<LastChoice>;
  const isReadable =
    CHARGE_MODES.some((mode) => mode === kept.mode) &&
    Number.isSafeInteger(kept.value) &&
    typeof kept.booking_id === 'string';
  return isReadable ? kept : NONE;
});

/** The mode in which the last charge on this device was chosen. */
export const lastChargeMode = (): ChargeMode | undefined => stored.get().mode;

/** Call it when a charge begins that was chosen like this. */
export const keepChoice = (choice: LastChoice): void => stored.set(choice);

/** Hook: how this charge was chosen, if that was on this device. */
export function useChoiceOf(bookingId: string): Pick<LastChoice, 'mode' | 'value'> | undefined {
  const { mode, value, booking_id: of } = stored.useValue();
  return of === bookingId && mode !== undefined && value !== undefined ? { mode, value } : undefined;
}
