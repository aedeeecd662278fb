import type { KeptChoice, ChargeToPay } from '#paths.ts';

const CHARGE_KEY = 'charge-to-pay';
const LEFT_SHEET_KEY = 'charge-left';

/** A charge that waits for credits. It is stored in this tab, because a payment provider's page may come in between. */
interface StoredCharge {
  txnId: string;
  charge: ChargeToPay;
  /** Rupees that have arrived in the wallet. */
  addedRupees?: number;
}

function storedCharge(): StoredCharge | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(CHARGE_KEY) ?? 'null') as StoredCharge | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Call it when the driver leaves the charge sheet of a station for the wallet. */
export function noteSheetLeft(propertyId: string): void {
  sessionStorage.setItem(LEFT_SHEET_KEY, propertyId);
}

/** Call it when the charge that was chosen there has been requested. */
export function forgetSheetLeft(): void {
  sessionStorage.removeItem(LEFT_SHEET_KEY);
}

/**
 * True when the charge sheet of a station was left and the driver has not come back with the added credits. The choice
 * is still valid then.
 */
export function isSheetLeft(propertyId: string): boolean {
  return sessionStorage.getItem(LEFT_SHEET_KEY) === propertyId;
}

/** Call it before the checkout opens. */
export function keepCharge(txnId: string, charge: ChargeToPay): void {
  sessionStorage.setItem(CHARGE_KEY, JSON.stringify({ txnId, charge } satisfies StoredCharge));
}

/** The charge that a payment is for. */
export function chargeOf(txnId: string | undefined): ChargeToPay | undefined {
  const stored = storedCharge();
  return stored && stored.txnId === txnId ? stored.charge : undefined;
}

/** Call it before going back to the charge, with the rupees that were added. */
export function noteAdded(rupees: number): void {
  const stored = storedCharge();
  if (stored)
    sessionStorage.setItem(CHARGE_KEY, JSON.stringify({ ...stored, addedRupees: rupees } satisfies StoredCharge));
}

/** The choice at a station that waited for credits, for a driver who comes back after paying. */
export function choiceToReturnTo(propertyId: string): { choice: KeptChoice; added: number } | undefined {
  const stored = storedCharge();
  if (stored?.addedRupees === undefined || stored.charge.property_id !== propertyId) return undefined;
  return { choice: stored.charge.choice, added: stored.addedRupees };
}

/** Call it when the driver is back there. */
export function forgetReturn(): void {
  sessionStorage.removeItem(CHARGE_KEY);
  forgetSheetLeft();
}
