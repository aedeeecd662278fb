import { CreditCard, Wrench } from 'lucide-react';
import { priceOfProduct } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { wholeRupees } from '@bijli/ui/format/money';
import { messages } from './messages.ts';
import { textsOf } from './product-texts.ts';
import { productPath } from './shop-path.ts';
import styles from './BuyerNotes.module.css';

/** Up to here a house's electrician does it at a price that is known. */
const HOME_KW = 11;

/** What a buyer should know before ordering: how many, and who fits it. */
export function BuyerNotes({ product, goesWith }: { product: Product; goesWith: Product[] }) {
  return (
    <ul className={styles.notes}>
      <li>
        <CreditCard aria-hidden size={20} strokeWidth={1.75} />
        {messages().product.payment}
      </li>
      {needsFitting(product) && <Fitting by={goesWith.find((one) => one.service && product.max_output <= HOME_KW)} />}
    </ul>
  );
}

/** What has a plug of its own is only plugged in. */
function needsFitting({ category, specification }: Product): boolean {
  const hasPlug = specification.some((line) => /^Input: .*\bplug\b/.test(line));
  return (category === 'ac' || category === 'dc') && !hasPlug;
}

function Fitting({ by }: { by: Product | undefined }) {
  const { fitting, fittingBy, fittingOffer } = messages().product;
  return (
    <li>
      <Wrench aria-hidden size={20} strokeWidth={1.75} />
      <span>
        {fitting}{' '}
        {by ? (
          <a lang={textsOf(by).lang} href={productPath(by.id)}>
            {fittingBy(textsOf(by).name, wholeRupees(priceOfProduct(by)))}
          </a>
        ) : (
          <a href="#help">{fittingOffer}</a>
        )}
        {'.'}
      </span>
    </li>
  );
}
