import { useRef, useState } from 'react';
import { latinDigits } from '@bijli/contract/latin-digits';
import { orderProblems, type OrderField } from '@bijli/contract/order-rules';
import type { FreshFigures } from '@bijli/contract/shop-orders';
import { NO_ENTRIES, type OrderEntries } from '@bijli/contract/shop-page';
import { priceOfProduct } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { keepBuyer, keepDraft } from '#device/known-buyer.ts';
import { orderFormMessages } from '#messages/order-form-messages.ts';
import { problemMessages } from './problem-messages.ts';
import { type OrderAnswer, type PlacedOrder, sendOrder } from './send-order.ts';

export interface OrderFormOptions {
  product: Product;
  /** The installation that is sold for it. */
  installation: Product | undefined;
  colour: string;
  /** What the fields contain, as typed. */
  entries: OrderEntries;
  onEntries(change: (before: OrderEntries) => OrderEntries): void;
}

/** Fields with numbers, which a Hindi keyboard may type in its own digits. */
const NUMBERS = new Set<keyof OrderEntries>(['quantity', 'mobile', 'pincode', 'shipping']);

/** Hook: fills in and sends an order. Returns what is wrong with it, the refusal, and whether it is being sent. */
export function useOrderForm({ product, installation, colour, entries, onEntries }: OrderFormOptions) {
  const [problems, setProblems] = useState<Partial<Record<OrderField, string>>>({});
  const [refusal, setRefusal] = useState('');
  const [fresh, setFresh] = useState<FreshFigures>();
  const [isBusy, setBusy] = useState(false);
  const [placed, setPlaced] = useState<PlacedOrder>();
  const [hasFailed, setFailed] = useState(false);
  const key = useRef(crypto.randomUUID());
  const price = fresh?.price ?? priceOfProduct(product);
  const isInstalled = installation !== undefined && entries.installation !== '';
  const installationPrice = isInstalled ? (fresh?.installation_price ?? priceOfProduct(installation)) : undefined;

  function change(field: keyof OrderEntries, typed: string): void {
    const value = NUMBERS.has(field) ? latinDigits(typed) : typed;
    onEntries((before) => ({ ...before, [field]: value }));
    keepDraft({ ...entries, [field]: value });
    // Whether the State is right depends on the pincode.
    const isOf = (name: string): boolean => name === field || (name === 'state' && field === 'pincode');
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !isOf(name))));
    // The order is now another one than that which may have been sent already.
    key.current = crypto.randomUUID();
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const problemsOfEntries = orderProblems(entries);
    setProblems(problemMessages(problemsOfEntries));
    setRefusal('');
    const bad = [...form.elements].find((control) => (control.getAttribute('name') ?? '') in problemsOfEntries);
    if (bad instanceof HTMLElement) {
      // A field in a closed fold cannot take the focus.
      bad.closest('details')?.setAttribute('open', '');
      return bad.focus();
    }
    setBusy(true);
    try {
      take(await sendOrder({ product, colour, price, installationPrice, fields: entries, key: key.current }));
    } catch (error) {
      console.error('The order could not be placed', error);
      setRefusal(orderFormMessages().unreached);
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  function take(answer: OrderAnswer): void {
    if ('paymentUrl' in answer) {
      keepBuyer(entries);
      onEntries(({ shipping, installation }) => ({ ...NO_ENTRIES, shipping, installation }));
      setPlaced(answer);
    } else if (answer.fresh) {
      setFresh(answer.fresh);
      const { shipping_price: shipping } = answer.fresh;
      onEntries((before) => ({ ...before, shipping: String(shipping) }));
      key.current = crypto.randomUUID();
      setRefusal(orderFormMessages().changed(answer.fresh));
    } else {
      setRefusal(answer.message);
      setFailed(true);
    }
  }

  const tryAgain = () => setFailed(false);
  return { problems, refusal, isBusy, price, installationPrice, placed, hasFailed, change, submit, tryAgain };
}
