import { useId, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { ShopCar } from '@bijli/contract/shop-cars';
import { filterAddress, POWER_CLASSES, PRODUCT_SORTS } from '@bijli/contract/shop-rules';
import type { ProductFilter } from '@bijli/contract/storefront';
import { useShop } from '#frame/shop-context.ts';
import { shopPath } from '#frame/shop-path.ts';
import { finderMessages } from '#messages/finder-messages.ts';
import { messages } from '#messages/messages.ts';
import { ConnectorIcon } from '#parts/ConnectorIcon.tsx';
import { SheetHeader } from '#parts/SheetHeader.tsx';
import { useModal } from '#parts/use-modal.ts';
import { CarSelect } from './CarSelect.tsx';
import { FinderChip } from './FinderChip.tsx';
import { PriceRange } from './PriceRange.tsx';
import styles from './FilterSheet.module.css';

interface Props {
  filter: ProductFilter;
  connectors: string[];
  cars: ShopCar[];
  /** Number of products that match the present choice. */
  count: number;
  onClose(): void;
}

/** The sheet `Sort and filter` on phones. A choice takes effect at once in the list behind it. */
export default function FilterSheet({ filter, connectors, cars, count, onClose }: Props) {
  const { go } = useShop();
  const modal = useModal(onClose);
  const title = useId();
  const filterBy = (more: ProductFilter): void =>
    go(shopPath(filterAddress({ ...filter, ...more })), { replaces: true });

  return createPortal(
    <dialog {...modal} className={styles.sheet} aria-labelledby={title} closedby="any">
      <SheetHeader id={title} title={finderMessages().sortAndFilter} onClose={onClose} />
      <div className={styles.body}>
        <fieldset>
          <legend>{finderMessages().sort}</legend>
          {PRODUCT_SORTS.map((sort) => (
            <label key={sort} className={styles.option}>
              <input
                type="radio"
                name="sheet-sort"
                checked={(filter.sort ?? 'featured') === sort}
                onChange={() => filterBy({ sort })}
              />
              {finderMessages().sorts[sort]}
            </label>
          ))}
        </fieldset>
        {cars.length > 0 && <CarSelect cars={cars} chosen={filter.car} onChoose={(car) => filterBy({ car })} />}
        <Choice name={finderMessages().power}>
          <FinderChip name="power" value="" isChosen={!filter.power} onPress={() => filterBy({ power: '' })}>
            {finderMessages().anyPower}
          </FinderChip>
          {POWER_CLASSES.map(String).map((kw) => (
            <FinderChip
              key={kw}
              name="power"
              value={kw}
              isChosen={filter.power === kw}
              onPress={(power) => filterBy({ power })}
            >
              {finderMessages().powers[Number(kw)]}
            </FinderChip>
          ))}
        </Choice>
        <Choice name={finderMessages().connector}>
          {connectors.map((type) => (
            <FinderChip
              key={type}
              name="connector"
              value={type}
              isChosen={filter.connector === type}
              onPress={(connector) => filterBy({ connector })}
            >
              <ConnectorIcon type={type} />
              {messages().connectorName(type)}
            </FinderChip>
          ))}
        </Choice>
        <PriceRange filter={filter} onDone={filterBy} />
        <label className={styles.option}>
          <input
            type="checkbox"
            checked={filter.in_stock === '1'}
            onChange={(event) => filterBy({ in_stock: event.target.checked ? '1' : '' })}
          />
          {finderMessages().inStock}
        </label>
      </div>
      <footer className={styles.foot}>
        <button type="button" className={styles.clear} onClick={() => go(shopPath('/products'), { replaces: true })}>
          {finderMessages().clearShort}
        </button>
        <button type="button" className={styles.show} onClick={onClose}>
          {finderMessages().show(count)}
        </button>
      </footer>
    </dialog>,
    document.body,
  );
}

function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={styles.choice}>
      <legend>{name}</legend>
      {children}
    </fieldset>
  );
}
