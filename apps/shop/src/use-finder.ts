import { type RefObject, useEffect, useRef } from 'react';
import { filterAddress, readProductFilter } from '@bijli/contract/shop-rules';
import type { ProductFilter } from '@bijli/contract/storefront';
import { useShop } from './shop-context.ts';
import { shopPath } from './shop-path.ts';

const TYPING_MS = 250;

interface FinderForm {
  form: RefObject<HTMLFormElement | null>;
  /** What the address asks for. */
  filter: ProductFilter;
  /** Goes to the address of what stands in the form, with the button that was pressed. */
  send(submitter?: HTMLElement | null): void;
  /** The same, a moment after the last key. */
  sendSoon(): void;
}

/** A form whose fields are the address: they follow it, and what is sent becomes it. */
export function useFinder(): FinderForm {
  const { path, go } = useShop();
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(typing.current), []);
  useEffect(() => {
    // Fields that are typed into follow the address, but never under somebody's fingers.
    const now: Record<string, string | undefined> = readProductFilter(path);
    for (const field of form.current?.elements ?? []) {
      const isTyped = field instanceof HTMLInputElement && !['hidden', 'checkbox'].includes(field.type);
      if (isTyped && field !== document.activeElement) field.value = now[field.name] ?? '';
    }
  }, [path]);

  function send(submitter?: HTMLElement | null): void {
    clearTimeout(typing.current);
    if (!form.current) return;
    const fields = new FormData(form.current);
    if (submitter instanceof HTMLButtonElement && submitter.name) fields.set(submitter.name, submitter.value);
    go(finderPathOf(fields), { replaces: true });
  }

  function sendSoon(): void {
    clearTimeout(typing.current);
    typing.current = setTimeout(send, TYPING_MS);
  }

  return { form, filter: readProductFilter(path), send, sendSoon };
}

/** The address of what the form asks for; of a field sent twice the last counts. */
function finderPathOf(fields: FormData): string {
  return shopPath(filterAddress(Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]))));
}
