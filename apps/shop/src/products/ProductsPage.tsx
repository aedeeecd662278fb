import type { ShopPage } from '@bijli/contract/shop-page';
import { parseProductFilter } from '@bijli/contract/shop-rules';
import { CompareTray } from '#compare/CompareTray.tsx';
import { useComparison } from '#device/comparison.ts';
import { UnpluggedDrawing } from '#drawings/UnpluggedDrawing.tsx';
import { useShop } from '#frame/shop-context.ts';
import { shopPath } from '#frame/shop-path.ts';
import { finderMessages } from '#messages/finder-messages.ts';
import { messages } from '#messages/messages.ts';
import { EmptyState } from '#parts/EmptyState.tsx';
import { Finder } from './Finder.tsx';
import { FIRST_CONNECTORS } from './FinderChips.tsx';
import { Hero } from './Hero.tsx';
import { ProductCard } from './ProductCard.tsx';
import styles from './ProductsPage.module.css';

type Props = Extract<ShopPage, { kind: 'products' }> & { hasArrived: boolean };

/** The catalogue with its search and filters. */
export function ProductsPage({ filter, products, connectors, cars, hasFailed = false, hasArrived }: Props) {
  const comparison = useComparison();
  const { path } = useShop();
  const { text, again } = messages().missing;
  const isSlim = isNarrowed(path);
  return (
    <>
      <Hero isSlim={isSlim} />
      <Finder connectors={connectors} cars={cars} count={products.length} />
      <p className={styles.count} id="all" role="status">
        {finderMessages().showing(products.length)}
      </p>
      {products.length === 0 ? (
        <EmptyState
          drawing={<UnpluggedDrawing />}
          title={finderMessages().noProducts}
          text={hasFailed ? text.connection : finderMessages().adjust}
        >
          {hasFailed ? <a href={path}>{again}</a> : <a href={shopPath('/products')}>{finderMessages().clear}</a>}
        </EmptyState>
      ) : (
        <ul className={styles.grid}>
          {products.map((product, index) => (
            <ProductCard
              key={product.id}
              product={product}
              index={index}
              hasArrived={hasArrived}
              isFirst={isSlim && index === 0}
              car={cars.find(({ id }) => id === filter.car)}
              comparison={comparison}
            />
          ))}
        </ul>
      )}
      <CompareTray comparison={comparison} products={products} />
    </>
  );
}

/** True when the visitor has searched or filtered. */
const isNarrowed = (path: string): boolean => Object.keys(parseProductFilter(path)).some((field) => field !== 'sort');

const SKELETONS = [0, 1, 2, 3, 4, 5];

/** The catalogue while its products load. */
export function ProductsLoading() {
  const { path } = useShop();
  return (
    <>
      <Hero isSlim={isNarrowed(path)} />
      <Finder connectors={FIRST_CONNECTORS} cars={[]} count={0} />
      <p className={styles.count}>{finderMessages().loading}</p>
      <ul className={styles.grid} aria-busy="true" aria-label={messages().chargers}>
        {SKELETONS.map((index) => (
          <li key={index} className={styles.skeleton}>
            <i />
            <i />
            <i />
          </li>
        ))}
      </ul>
    </>
  );
}
