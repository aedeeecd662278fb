import { messagesFor } from '#kernel/messages/messages.ts';
import type { Order } from './orders.store.ts';

/** What was ordered, in a few words: `3 × Wallbox 7 with installation`. */
export function orderedName({
  productName,
  quantity,
  installationId,
  language,
}: Pick<Order, 'productName' | 'quantity' | 'installationId' | 'language'>): string {
  const name = quantity === 1 ? productName : `${quantity} × ${productName}`;
  return installationId === null ? name : messagesFor(language).withInstallation(name);
}
