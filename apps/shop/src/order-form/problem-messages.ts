import type { OrderField } from '@bijli/contract/order-rules';
import type { FieldProblem } from '@bijli/contract/shop-page';
import { orderFormMessages } from '#messages/order-form-messages.ts';

type Problems = Partial<Record<OrderField, FieldProblem>>;

/** What is wrong, in a sentence for each field. */
export function problemMessages(problems: Problems): Partial<Record<OrderField, string>> {
  const entries = Object.entries(problems) as [OrderField, FieldProblem][];
  return Object.fromEntries(entries.map(([field, problem]) => [field, orderFormMessages()[problem][field]]));
}
