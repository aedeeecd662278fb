import { useSyncExternalStore } from 'react';
import type { OrderEntries } from '@bijli/contract/shop-page';

/** Where the last order of this browser went. */
const LAST = 'shop-buyer';
const KEPT = ['name', 'email', 'mobile', 'city', 'pincode', 'address', 'gstin', 'state'] as const;
type Known = Partial<Record<(typeof KEPT)[number], string>>;

/** What stands in the browser's storage under a name; nothing where that is no object, or blocked by a setting. */
function stored(name: string): Record<string, unknown> {
  try {
    const entry: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return typeof entry === 'object' && entry !== null ? { ...entry } : {};
  } catch {
    return {};
  }
}

const textsOf = (entry: Record<string, unknown>): Known =>
  Object.fromEntries(KEPT.map((field) => [field, entry[field]]).filter(([, text]) => typeof text === 'string'));

/** The driver who is signed in to the app in this browser. */
function driver(): { token: string; name: string; email: string } | undefined {
  const { token, name, email } = stored('user');
  if (typeof token !== 'string' || token === '') return undefined;
  return { token, name: typeof name === 'string' ? name : '', email: typeof email === 'string' ? email : '' };
}

/** What the driver is called who is signed in; undefined where nobody is. The server's page knows of none. */
export function useDriverName(): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    () => driver()?.name,
    () => undefined,
  );
}

/** When an order has been placed. */
export function keepBuyer(entries: OrderEntries): void {
  try {
    localStorage.setItem(LAST, JSON.stringify(Object.fromEntries(KEPT.map((field) => [field, entries[field]]))));
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
}

export function forgetBuyer(): void {
  try {
    localStorage.removeItem(LAST);
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
}

/**
 * Fills the empty fields with what this browser knows: who is signed in to the app and, where the last order was that driver's or
 * nobody is signed in, where it went. Others may order in the same browser.
 */
export async function fillKnown(change: (of: (before: OrderEntries) => OrderEntries) => void): Promise<void> {
  const fill = (known: Known) =>
    change((before) => {
      const empty = Object.entries(known).filter(([field]) => before[field as keyof OrderEntries] === '');
      return { ...before, ...Object.fromEntries(empty) };
    });
  const known = driver();
  const last = textsOf(stored(LAST));
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

/** What the server answers to the driver who is signed in. Undefined where nobody is, or where it does not say. */
export async function askAsDriver<T>(path: string): Promise<T | undefined> {
  const known = driver();
  if (!known) return undefined;
  try {
    const answer = await fetch(path, { headers: { authorization: `Bearer ${known.token}` } });
    return answer.ok ? ((await answer.json()) as T) : undefined;
  } catch (error) {
    console.warn('The driver could not be asked after', error);
    return undefined;
  }
}

/** With +91 or without, and with spaces. */
function isSameMobile(one: string | undefined, other: string): boolean {
  const digits = (text: string) => text.replaceAll(/\D/g, '').slice(-10);
  return one !== undefined && digits(one) === digits(other);
}
