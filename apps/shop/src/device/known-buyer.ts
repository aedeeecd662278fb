import type { OrderEntries } from '@bijli/contract/shop-page';
import { askAsDriver, signedInDriver } from './signed-in-driver.ts';
import { storedObject } from './stored-object.ts';

/** The buyer of this browser's last order, with the address. */
const LAST = 'shop-buyer';
/** What was typed in this tab and has not been ordered yet. */
const DRAFT = 'shop-draft';
const KEPT = ['name', 'email', 'mobile', 'city', 'pincode', 'address', 'gstin', 'state'] as const;
type Known = Partial<Record<(typeof KEPT)[number], string>>;

const textsOf = (entry: Record<string, unknown>): Known =>
  Object.fromEntries(KEPT.map((field) => [field, entry[field]]).filter(([, text]) => typeof text === 'string'));

const keptText = (entries: OrderEntries): string =>
  JSON.stringify(Object.fromEntries(KEPT.map((field) => [field, entries[field]])));

/** Stores an order while it is being typed, so that it survives a reload and a visit to another product. */
export function keepDraft(entries: OrderEntries): void {
  try {
    sessionStorage.setItem(DRAFT, keptText(entries));
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
}

/** Stores the buyer when an order has been placed, and removes what was typed. */
export function keepBuyer(entries: OrderEntries): void {
  try {
    localStorage.setItem(LAST, keptText(entries));
    sessionStorage.removeItem(DRAFT);
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
}

/** Removes the buyer and what was typed. */
export function forgetBuyer(): void {
  try {
    localStorage.removeItem(LAST);
    sessionStorage.removeItem(DRAFT);
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
}

/**
 * Fills the empty fields with what was typed in this tab before, and then with what is known of the driver who is
 * signed in to the app. The last order's buyer is used only if nobody is signed in, or if the buyer has that driver's
 * mobile number, because others may order in the same browser.
 */
export async function fillKnown(change: (of: (before: OrderEntries) => OrderEntries) => void): Promise<void> {
  const fill = (known: Known) =>
    change((before) => {
      const empty = Object.entries(known).filter(([field]) => before[field as keyof OrderEntries] === '');
      return { ...before, ...Object.fromEntries(empty) };
    });
  fill(textsOf(storedObject(DRAFT, 'sessionStorage')));
  const known = signedInDriver();
  const last = textsOf(storedObject(LAST));
  if (!known) return fill(last);
  fill({ name: known.name, email: known.email });
  const { profile } = (await askAsDriver<{ profile?: DriverProfile }>('/api-v1/user/get-profile')) ?? {};
  const { mobile_number: mobile, gstin = '' } = profile ?? {};
  if (mobile !== undefined) fill({ ...(isSameMobile(last.mobile, mobile) && last), mobile, ...(gstin && { gstin }) });
}

interface DriverProfile {
  mobile_number?: string;
  /** GSTIN of the business that the driver charges for. */
  gstin?: string;
}

/** Compares the last ten digits, so that +91 and spaces make no difference. */
function isSameMobile(one: string | undefined, other: string): boolean {
  const digits = (text: string) => text.replaceAll(/\D/g, '').slice(-10);
  return one !== undefined && digits(one) === digits(other);
}
