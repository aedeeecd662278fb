import { filterAddress, POWER_CLASSES, PRODUCT_SORTS } from '@bijli/contract/shop-rules';
import type { ProductFilter, ShopCar } from '@bijli/contract/storefront';
import { useId, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { CarPick } from './CarPick.tsx';
import { Chip } from './Chip.tsx';
import { ConnectorIcon } from './ConnectorIcon.tsx';
import styles from './FilterSheet.module.css';
import { useShop } from './shop-context.ts';
import { PriceRange } from './PriceRange.tsx';
import { SheetHead } from './SheetHead.tsx';
import { useModal } from './use-modal.ts';
import { words } from './words.ts';

interface Props {
  filter: ProductFilter;
  connectors: string[];
  cars: ShopCar[];
  /** How many products suit what is chosen so far. */
  count: number;
  onClose(): void;
}

/** A phone's `Sort and filter`: what is chosen holds at once, and the list behind follows. */
export default function FilterSheet({ filter, connectors, cars, count, onClose }: Props) {
  const { go } = useShop();
  const modal = useModal(onClose);
  const title = useId();
  const wish = (more: ProductFilter): void => go(filterAddress({ ...filter, ...more }), { replace: true });

  return createPortal(
    <dialog {...modal} className={styles.sheet} aria-labelledby={title} closedby="any">
      <SheetHead id={title} title={words.find.sortAndFilter} onClose={onClose} />
      <div className={styles.body}>
        <fieldset>
          <legend>{words.find.sort}</legend>
          {PRODUCT_SORTS.map((sort) => (
            <label key={sort} className={styles.option}>
              <input
                type="radio"
                name="sheet-sort"
                checked={(filter.sort ?? 'featured') === sort}
                onChange={() => wish({ sort })}
              />
              {words.find.sorts[sort]}
            </label>
          ))}
        </fieldset>
        {cars.length > 0 && <CarPick cars={cars} chosen={filter.car} onChoose={(car) => wish({ car })} />}
        <Choice name={words.find.power}>
          <Chip name="power" value="" chosen={!filter.power} onPress={() => wish({ power: '' })}>
            {words.find.anyPower}
          </Chip>
          {POWER_CLASSES.map(String).map((kw) => (
            <Chip key={kw} name="power" value={kw} chosen={filter.power === kw} onPress={(power) => wish({ power })}>
              {words.find.powers[Number(kw)]}
            </Chip>
          ))}
        </Choice>
        <Choice name={words.find.connector}>
          {connectors.map((type) => (
            <Chip
              key={type}
              name="connector"
              value={type}
              chosen={filter.connector === type}
              onPress={(connector) => wish({ connector })}
            >
              <ConnectorIcon type={type} />
              {words.find.connectorName(type)}
            </Chip>
          ))}
        </Choice>
        <PriceRange filter={filter} onDone={wish} />
        <label className={styles.option}>
          <input
            type="checkbox"
            checked={filter.in_stock === '1'}
            onChange={(event) => wish({ in_stock: event.target.checked ? '1' : '' })}
          />
          {words.find.inStock}
        </label>
      </div>
      <footer className={styles.foot}>
        <button type="button" className={styles.clear} onClick={() => go('/products', { replace: true })}>
          {words.find.clearShort}
        </button>
        <button type="button" className={styles.show} onClick={onClose}>
          {words.find.show(count)}
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
