import { ShieldCheck, Truck } from 'lucide-react';
import type { Product } from '@bijli/contract/storefront';
import { messages } from './messages.ts';
import { useDelivery } from './use-delivery.ts';
import styles from './Promises.module.css';

interface Props {
  product: Product;
  pincode: string;
  onPincode(pincode: string): void;
}

/** What a buyer is promised: when it comes and for how long it is vouched for. Nothing where nobody has said so. */
export function Promises({ product, pincode, onPincode }: Props) {
  const { warranty_months: months, delivery_told: isTold = false } = product;
  if (months === undefined && !isTold) return null;
  return (
    <ul className={styles.promises}>
      {isTold && (
        <li>
          <Truck aria-hidden size={24} strokeWidth={1.75} />
          <Delivery pincode={pincode} onPincode={onPincode} />
        </li>
      )}
      {months !== undefined && (
        <li>
          <ShieldCheck aria-hidden size={24} strokeWidth={1.75} />
          <b>{messages().product.warranty(months)}</b>
        </li>
      )}
    </ul>
  );
}

/** Asks for the pincode and tells the days. Without JavaScript the order form tells them. */
function Delivery({ pincode, onPincode }: Omit<Props, 'product'>) {
  const { label, ask, days, unknown } = messages().product.delivery;
  const delivery = useDelivery(pincode.trim(), { isTold: true });
  return (
    <div className={styles.delivery}>
      <p role="status">
        <b>{delivery ? days(delivery.days_from, delivery.days_to) : label}</b>
        {delivery === null ? unknown : ask}
      </p>
      <label>
        <span className="visually-hidden">{ask}</span>
        <input
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={6}
          size={6}
          value={pincode}
          onChange={(event) => onPincode(event.target.value)}
          // In this form Enter would order.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </label>
    </div>
  );
}
