import { Truck } from 'lucide-react';
import { latinDigits } from '@bijli/contract/latin-digits';
import { laterDelivery } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { messages } from '#messages/messages.ts';
import { useDelivery } from '#parts/use-delivery.ts';
import { Fact } from './Fact.tsx';
import styles from './BuyerFacts.module.css';

/** The pincode of delivery, as typed. */
export interface AskedPincode {
  pincode: string;
  onPincode(pincode: string): void;
}

/** When the product arrives. Nothing if that is not known, or if none is in stock. */
export function DeliveryFact({ product, pincode, onPincode }: AskedPincode & { product: Product }) {
  const { delivery_by_pincode: isByPincode = false, delivery_days: ofProduct } = product;
  const ofPincode = useDelivery(pincode.trim(), { isByPincode });
  if (product.quantaty === 0 || (!isByPincode && !ofProduct)) return null;
  const { label, visit, ask, days, unknown } = messages().product.delivery;
  const delivery = laterDelivery(ofProduct, ofPincode);
  const isUnknown = delivery === null && ofPincode === null;
  return (
    <Fact icon={<Truck />}>
      <div className={styles.delivery}>
        <p role="status">
          <b>{product.service === true ? visit : label}</b>
          {delivery ? days(delivery.days_from, delivery.days_to) : isUnknown ? unknown : ask}
        </p>
        {isByPincode && <PincodeField label={ask} pincode={pincode} onPincode={onPincode} />}
      </div>
    </Fact>
  );
}

/** Without JavaScript the pincode is sent with the order form, which shows the days. */
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
        onChange={(event) => onPincode(latinDigits(event.target.value))}
        // In this form Enter would order.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </label>
  );
}
