import { Truck } from 'lucide-react';
import { laterDelivery } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { messages } from '#messages/messages.ts';
import { useDelivery } from '#parts/use-delivery.ts';
import { Fact } from './Fact.tsx';
import styles from './BuyerFacts.module.css';

/** Where it would be sent to, as typed. */
export interface AskedPincode {
  pincode: string;
  onPincode(pincode: string): void;
}

/** When it comes. Nothing where nobody has said so, or where there is none to send. */
export function DeliveryFact({ product, pincode, onPincode }: AskedPincode & { product: Product }) {
  const { delivery_told: isTold = false, delivery_days: ofProduct } = product;
  const ofPincode = useDelivery(pincode.trim(), { isTold });
  if (product.quantaty === 0 || (!isTold && !ofProduct)) return null;
  const { label, visit, ask, days, unknown } = messages().product.delivery;
  const told = laterDelivery(ofProduct, ofPincode);
  const isUnknown = told === null && ofPincode === null;
  return (
    <Fact icon={<Truck />}>
      <div className={styles.delivery}>
        <p role="status">
          <b>{product.service === true ? visit : label}</b>
          {told ? days(told.days_from, told.days_to) : isUnknown ? unknown : ask}
        </p>
        {isTold && <PincodeField label={ask} pincode={pincode} onPincode={onPincode} />}
      </div>
    </Fact>
  );
}

/** Without JavaScript it goes along to the order form, which tells the days. */
function PincodeField({ label, pincode, onPincode }: AskedPincode & { label: string }) {
  return (
    <label>
      <span className="visually-hidden">{label}</span>
      <input
        name="pincode"
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder={messages().product.delivery.pincode}
        maxLength={6}
        size={6}
        value={pincode}
        onChange={(event) => onPincode(event.target.value)}
        // In this form Enter would order.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </label>
  );
}
