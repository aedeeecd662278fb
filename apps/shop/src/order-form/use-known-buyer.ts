import { type RefObject, useEffect, useRef } from 'react';
import { NO_ENTRIES, type OrderEntries } from '@bijli/contract/shop-page';
import { fillKnown } from '#device/known-buyer.ts';

const FOLDED = new Set(['gstin', 'state']);

/**
 * Hook: fills what this browser knows of the buyer into the empty fields of a plain form, but not those of the closed
 * fold for businesses, which nobody would see filled in. `isFresh`: nothing was sent from it yet.
 */
export function useKnownBuyer(isFresh: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isFresh) return;
    const fieldOf = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null | undefined;
    void fillKnown((change) => {
      const names = Object.keys(NO_ENTRIES);
      const typed = Object.fromEntries(names.map((name) => [name, fieldOf(name)?.value ?? ''])) as OrderEntries;
      for (const [name, text] of Object.entries(change(typed))) {
        const field = FOLDED.has(name) ? undefined : fieldOf(name);
        if (field && field.value !== text) field.value = text;
      }
    });
  }, [isFresh]);
  return form;
}
