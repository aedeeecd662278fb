import type { KeptChoice, ChargeToPay } from '#paths.ts';

const CHARGE_KEY = 'charge-to-pay';
const LEFT_SHEET_KEY = 'charge-left';

/** A charge that credits are added for: kept in this tab, since a payment provider's page may come in between. */
interface StoredCharge {
  txnId: string;
  charge: ChargeToPay;
  /** Rupees, once they are in the wallet. */
  addedRupees?: number;
}

function storedCharge(): StoredCharge | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(CHARGE_KEY) ?? 'null') as StoredCharge | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** When the charge sheet of a station is left for the wallet. */
export function noteSheetLeft(propertyId: string): void {
  sessionStorage.setItem(LEFT_SHEET_KEY, propertyId);
}

/** When the charge that was chosen there has been asked for. */
export function forgetSheetLeft(): void {
  sessionStorage.removeItem(LEFT_SHEET_KEY);
}

/** Whether the charge sheet of a station was left and not come back to since with what was added: its choice still stands. */
export function isSheetLeft(propertyId: string): boolean {
  return sessionStorage.getItem(LEFT_SHEET_KEY) === propertyId;
}

/** Before the checkout opens. */
export function keepCharge(txnId: string, charge: ChargeToPay): void {
  sessionStorage.setItem(CHARGE_KEY, JSON.stringify({ txnId, charge } satisfies StoredCharge));
}

/** The charge that a payment was for. */
export function chargeOf(txnId: string | undefined): ChargeToPay | undefined {
  const stored = storedCharge();
  return stored && stored.txnId === txnId ? stored.charge : undefined;
}

/** Before the way back to the charge: so many rupees are in the wallet now. */
export function noteAdded(rupees: number): void {
  const stored = storedCharge();
  if (stored)
    sessionStorage.setItem(CHARGE_KEY, JSON.stringify({ ...stored, addedRupees: rupees } satisfies StoredCharge));
}

/** What was chosen at a station before its price was added, for who comes back there once it is paid. */
export function choiceToReturnTo(propertyId: string): { choice: KeptChoice; added: number } | undefined {
  const stored = storedCharge();
  if (stored?.addedRupees === undefined || stored.charge.property_id !== propertyId) return undefined;
  return { choice: stored.charge.choice, added: stored.addedRupees };
}

/** Once the driver is back there. */
export function forgetReturn(): void {
  sessionStorage.removeItem(CHARGE_KEY);
  forgetSheetLeft();
}
