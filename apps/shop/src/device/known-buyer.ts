import type { OrderEntries } from '@bijli/contract/shop-page';
import { askAsDriver, signedInDriver } from './signed-in-driver.ts';
import { storedObject } from './stored-object.ts';

/** Where the last order of this browser went. */
const LAST = 'shop-buyer';
/** What was typed in this tab and not ordered yet. */
const DRAFT = 'shop-draft';
const KEPT = ['name', 'email', 'mobile', 'city', 'pincode', 'address', 'gstin', 'state'] as const;
type Known = Partial<Record<(typeof KEPT)[number], string>>;

const textsOf = (entry: Record<string, unknown>): Known =>
  Object.fromEntries(KEPT.map((field) => [field, entry[field]]).filter(([, text]) => typeof text === 'string'));

const keptText = (entries: OrderEntries): string =>
  JSON.stringify(Object.fromEntries(KEPT.map((field) => [field, entries[field]])));

/** While an order is typed: it outlives a reload and a look at another product. */
export function keepDraft(entries: OrderEntries): void {
  try {
    sessionStorage.setItem(DRAFT, keptText(entries));
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
}

/** When an order has been placed. */
export function keepBuyer(entries: OrderEntries): void {
  try {
    localStorage.setItem(LAST, keptText(entries));
    sessionStorage.removeItem(DRAFT);
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
}

export function forgetBuyer(): void {
  try {
    localStorage.removeItem(LAST);
    sessionStorage.removeItem(DRAFT);
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
}

/**
 * Fills the empty fields with what was typed in this tab before, and with what this browser knows: who is signed in to the app and, where the last order was that driver's or
 * nobody is signed in, where it went. Others may order in the same browser.
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
  /** Of the business that the driver charges for. */
  gstin?: string;
}

/** With +91 or without, and with spaces. */
function isSameMobile(one: string | undefined, other: string): boolean {
  const digits = (text: string) => text.replaceAll(/\D/g, '').slice(-10);
  return one !== undefined && digits(one) === digits(other);
}
