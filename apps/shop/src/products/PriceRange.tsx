import { latinDigits } from '@bijli/contract/latin-digits';
import type { ProductFilter } from '@bijli/contract/storefront';
import { finderMessages } from '#messages/finder-messages.ts';
import styles from './PriceRange.module.css';

interface Props {
  filter: ProductFilter;
  /** Called once an amount has been typed. */
  onDone(change: ProductFilter): void;
}

/** Two fields for the lowest and the highest price. */
export function PriceRange({ filter: { price_min: minPrice, price_max: maxPrice }, onDone }: Props) {
  return (
    <div className={styles.range} role="group" aria-label={finderMessages().price}>
      <Amount
        key={`from ${minPrice}`}
        name="price_min"
        label={finderMessages().priceFrom}
        value={minPrice}
        onDone={onDone}
      />
      <Amount
        key={`to ${maxPrice}`}
        name="price_max"
        label={finderMessages().priceTo}
        value={maxPrice}
        onDone={onDone}
      />
    </div>
  );
}

interface AmountProps {
  name: 'price_min' | 'price_max';
  label: string;
  value: string | undefined;
  onDone: Props['onDone'];
}

function Amount({ name, label, value = '', onDone }: AmountProps) {
  return (
    <label>
      {label}
      <input
        inputMode="numeric"
        enterKeyHint="done"
        pattern="[0-9]*"
        maxLength={8}
        name={name}
        defaultValue={value}
        onKeyDown={({ key, currentTarget }) => {
          // Inside a form Enter submits it, so nothing is needed.
          if (key === 'Enter' && !currentTarget.form) currentTarget.blur();
        }}
        onBlur={({ target }) => {
          if (target.value !== value) onDone({ [name]: latinDigits(target.value).replaceAll(/\D/g, '') });
        }}
      />
    </label>
  );
}
