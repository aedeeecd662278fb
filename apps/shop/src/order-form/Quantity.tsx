import { Minus, Plus } from 'lucide-react';
import { MAX_UNITS_OF_ORDER } from '@bijli/contract/order-rules';
import { orderFormMessages } from '#messages/order-form-messages.ts';
import type { OrderFieldsProps } from './order-fields-props.ts';
import styles from './Quantity.module.css';

interface Props {
  typed: string;
  stock: number;
  isBusy: boolean;
  /** Without it, the field is plain and the browser sends its value. */
  onChange: OrderFieldsProps['onChange'];
}

/** A field for the number of units. */
export function Quantity({ typed, stock, isBusy, onChange }: Props) {
  const { fields, available, less, more } = orderFormMessages();
  const most = Math.max(1, Math.min(MAX_UNITS_OF_ORDER, stock));
  const count = Number(typed) || 1;
  return (
    <div className={styles.line}>
      <p>
        <b id="order-quantity">{fields.quantity}</b>
        {stock > 0 && available(stock, most)}
      </p>
      {onChange ? (
        <span className={styles.steps} role="group" aria-labelledby="order-quantity">
          <button
            type="button"
            aria-label={less}
            disabled={isBusy || count <= 1}
            onClick={() => onChange('quantity', String(count - 1))}
          >
            <Minus aria-hidden size={18} />
          </button>
          <output>{count}</output>
          <button
            type="button"
            aria-label={more}
            disabled={isBusy || count >= most}
            onClick={() => onChange('quantity', String(count + 1))}
          >
            <Plus aria-hidden size={18} />
          </button>
        </span>
      ) : (
        <select className={styles.choice} name="quantity" aria-labelledby="order-quantity" defaultValue={typed}>
          {Array.from({ length: most }, (_, index) => (
            <option key={index}>{index + 1}</option>
          ))}
        </select>
      )}
    </div>
  );
}
