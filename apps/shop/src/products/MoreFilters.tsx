import { SlidersHorizontal } from 'lucide-react';
import type { ShopCar } from '@bijli/contract/shop-cars';
import { filterAddress } from '@bijli/contract/shop-rules';
import type { ProductFilter } from '@bijli/contract/storefront';
import { useClosingDetails } from '@bijli/ui/use-closing-details';
import { useShop } from '#frame/shop-context.ts';
import { shopPath } from '#frame/shop-path.ts';
import { finderMessages } from '#messages/finder-messages.ts';
import { messages } from '#messages/messages.ts';
import { ConnectorIcon } from '#parts/ConnectorIcon.tsx';
import { CarSelect } from './CarSelect.tsx';
import { FinderChip } from './FinderChip.tsx';
import { PriceRange } from './PriceRange.tsx';
import styles from './MoreFilters.module.css';

interface Props {
  filter: ProductFilter;
  connectors: string[];
  cars: ShopCar[];
  /** Sends the form after typing. */
  onTyped(): void;
}

/** Less used filters in a panel behind a button: car, price, stock, and rarer connectors. */
export function MoreFilters({ filter, connectors, cars, onTyped }: Props) {
  const { go } = useShop();
  const panel = useClosingDetails();
  const filterBy = (more: ProductFilter): void =>
    go(shopPath(filterAddress({ ...filter, ...more })), { replaces: true });
  const { car, price_min: minPrice, price_max: maxPrice, in_stock: inStock } = filter;
  const set = [car, minPrice, maxPrice, inStock, connectors.find((type) => type === filter.connector)].filter(
    Boolean,
  ).length;

  return (
    <details
      ref={panel}
      className={styles.more}
      // It may begin at the lower edge of the window.
      onToggle={() => panel.current?.open && panel.current.lastElementChild?.scrollIntoView({ block: 'nearest' })}
    >
      <summary>
        <SlidersHorizontal aria-hidden size={16} />
        {finderMessages().more(set)}
      </summary>
      <div className={styles.panel}>
        {cars.length > 0 && <CarSelect cars={cars} chosen={car} onChoose={(id) => filterBy({ car: id })} />}
        <PriceRange filter={filter} onDone={() => onTyped()} />
        {connectors.length > 0 && (
          <div className={styles.rare} role="group" aria-label={finderMessages().connector}>
            {connectors.map((type) => (
              <FinderChip key={type} name="connector" value={type} isChosen={filter.connector === type}>
                <ConnectorIcon type={type} />
                {messages().connectorName(type)}
              </FinderChip>
            ))}
          </div>
        )}
        <label className={styles.check}>
          <input
            type="checkbox"
            name="in_stock"
            value="1"
            checked={inStock === '1'}
            onChange={(event) => filterBy({ in_stock: event.target.checked ? '1' : '' })}
          />
          {finderMessages().inStock}
        </label>
      </div>
    </details>
  );
}
