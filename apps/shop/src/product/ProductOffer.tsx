import { Ban, Check, Scale } from 'lucide-react';
import type { Product } from '@bijli/contract/storefront';
import { useComparison } from '#device/comparison.ts';
import { comparePath, shopPath } from '#frame/shop-path.ts';
import { messages } from '#messages/messages.ts';
import { Price } from '#parts/Price.tsx';
import { textsOf } from '#parts/product-texts.ts';
import { Unbroken } from '#parts/Unbroken.tsx';
import { BuyerFacts } from './BuyerFacts.tsx';
import { Colours } from './Colours.tsx';
import type { AskedPincode } from './DeliveryFact.tsx';
import { InstallationChoice } from './InstallationChoice.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { OrderButton } from './OrderButton.tsx';
import styles from './ProductPage.module.css';

interface Props extends AskedPincode {
  product: Product;
  /** What it is: `AC charger`. */
  kind: string;
  /** The installation that is sold for it. */
  installation: Product | undefined;
  hasVehicles: boolean;
  colour: string;
  onColour(colour: string): void;
  /** The installation is ordered too. */
  isInstalled: boolean;
  onInstalled(isInstalled: boolean): void;
}

/** Beside the pictures: what it is, what it costs, whether it is there, and the ways on. */
export function ProductOffer({ product, kind, colour, onColour, isInstalled, onInstalled, ...facts }: Props) {
  const texts = textsOf(product);
  const { installation } = facts;
  return (
    <div className={styles.info}>
      {product.discount_price !== undefined && <span className={styles.sale}>{messages().card.sale}</span>}
      <h1 lang={texts.lang}>
        <Unbroken text={texts.name} />
      </h1>
      <p className={styles.sub}>
        {messages().product.sku} <b>{product.sku}</b> · {kind}
      </p>
      <div className={styles.price}>
        <Price product={product} isLarge showsSaving />
      </div>
      {product.gst_rate !== undefined && <p className={styles.tax}>{messages().product.gst(product.gst_rate)}</p>}
      <Stock count={product.quantaty} />
      {product.color_variant.length > 0 && (
        <Colours
          colours={product.color_variant}
          nameOf={texts.colourName}
          lang={texts.lang}
          chosen={colour}
          onChoose={onColour}
        />
      )}
      {installation && (
        <div className={styles.installation}>
          <InstallationChoice installation={installation} isChosen={isInstalled} onChoose={onInstalled} />
          {isInstalled && <Price product={product} installation={installation} />}
        </div>
      )}
      <Acts product={product} />
      <KeyFigures product={product} />
      <BuyerFacts product={product} {...facts} />
    </div>
  );
}

function Stock({ count }: { count: number }) {
  return (
    <p className={`${styles.stock} ${count > 0 ? '' : styles.gone}`}>
      {count > 0 ? <Check aria-hidden size={18} /> : <Ban aria-hidden size={18} />}
      {count > 0 ? messages().product.inStock(count) : messages().product.outOfStock}
    </p>
  );
}

/** Order it, look for one that is in stock, or compare it. */
function Acts({ product: { id, category, quantaty: stock, max_output: kw } }: { product: Product }) {
  return (
    <div className={styles.act}>
      <OrderButton stock={stock} />
      {stock === 0 && (
        <a className={styles.other} href={shopPath(`/products?category=${encodeURIComponent(category)}&in_stock=1`)}>
          {messages().product.seeInStock}
        </a>
      )}
      {kw > 0 && <CompareButton id={id} />}
    </div>
  );
}

function CompareButton({ id }: { id: string }) {
  const { ids, toggle } = useComparison();
  const isCompared = ids.includes(id);
  return (
    <>
      <button
        className={styles.compare}
        formAction={shopPath('/compare')}
        name="ids"
        value={id}
        aria-pressed={isCompared}
        onClick={(event) => {
          // Without JavaScript it leads to the comparison.
          event.preventDefault();
          toggle(id);
        }}
      >
        <Scale aria-hidden size={20} strokeWidth={1.75} />
        {isCompared ? messages().product.inComparison : messages().product.addToCompare}
      </button>
      {isCompared && (
        <a className={styles.other} href={comparePath(ids)}>
          {`${messages().compare} (${ids.length})`}
        </a>
      )}
    </>
  );
}
