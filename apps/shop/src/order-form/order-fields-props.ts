import type { OrderField } from '@bijli/contract/order-rules';
import type { DeliveryDays } from '@bijli/contract/shop-orders';
import type { OrderEntries } from '@bijli/contract/shop-page';
import type { Product } from '@bijli/contract/storefront';

/** What the fields of an order form are given. */
export interface OrderFieldsProps {
  fields: OrderEntries;
  /** What is wrong, by field. */
  problems: Partial<Record<OrderField, string>>;
  /** While the order is being sent. */
  isBusy?: boolean;
  /** What is ordered. */
  product: Product;
  /** The installation that is sold for it. */
  installation: Product | undefined;
  /** How long it takes to the pincode that the fields came with. */
  delivery?: DeliveryDays | null;
  onChange?: (field: keyof OrderEntries, value: string) => void;
}
