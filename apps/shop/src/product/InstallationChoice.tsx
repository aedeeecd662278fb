import { priceOfProduct } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { wholeRupees } from '@bijli/ui/format/money';
import { messages } from '#messages/messages.ts';
import styles from './InstallationChoice.module.css';

interface Props {
  /** The installation that is sold for the product. */
  installation: Product;
  isChosen: boolean;
  isBusy?: boolean;
  /** Without it, the browser sends the choice. */
  onChoose: ((isChosen: boolean) => void) | undefined;
}

/** A box to tick: the installation comes in the same order. */
export function InstallationChoice({ installation, isChosen, isBusy = false, onChoose }: Props) {
  const { add, text } = messages().product.installation;
  const held = onChoose
    ? { checked: isChosen, onChange: (event: { target: { checked: boolean } }) => onChoose(event.target.checked) }
    : { defaultChecked: isChosen };
  return (
    <label className={styles.choice}>
      <input type="checkbox" name="installation" value="1" disabled={isBusy} {...held} />
      <span>
        <b>{add(wholeRupees(priceOfProduct(installation)))}</b>
        {text}
      </span>
    </label>
  );
}
