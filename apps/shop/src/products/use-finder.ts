import { type RefObject, useEffect, useRef } from 'react';
import { filterAddress, parseProductFilter } from '@bijli/contract/shop-rules';
import type { ProductFilter } from '@bijli/contract/storefront';
import { useShop } from '#frame/shop-context.ts';
import { shopPath } from '#frame/shop-path.ts';

const TYPING_MS = 250;

interface FinderForm {
  form: RefObject<HTMLFormElement | null>;
  /** The filter in the address. */
  filter: ProductFilter;
  /** Opens the address for the present fields and the pressed button. */
  send(submitter?: HTMLElement | null): void;
  /** Does the same when nothing has been typed for a moment. */
  sendSoon(): void;
}

/** Hook: a form whose fields are the parameters of the address. They follow each other. */
export function useFinder(): FinderForm {
  const { path, go } = useShop();
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(typing.current), []);
  useEffect(() => {
    // Text fields follow the address, except one that has focus.
    const now: Record<string, string | undefined> = parseProductFilter(path);
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

  return { form, filter: parseProductFilter(path), send, sendSoon };
}

/** The address for the form's fields. When a field was sent twice, the last value counts. */
function finderPathOf(fields: FormData): string {
  return shopPath(filterAddress(Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]))));
}
