import { ChevronDown, Search, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ShopCar } from '@bijli/contract/shop-cars';
import { filterAddress, PRODUCT_SORTS } from '@bijli/contract/shop-rules';
import type { ProductFilter } from '@bijli/contract/storefront';
import { useShop } from '#frame/shop-context.ts';
import { shopPath } from '#frame/shop-path.ts';
import { finderMessages } from '#messages/finder-messages.ts';
import { FinderChips } from './FinderChips.tsx';
import { useFinder } from './use-finder.ts';
import styles from './Finder.module.css';

/** Loaded on demand, because only phones use it. */
const loadFilterSheet = () => import('./FilterSheet.tsx');
const FilterSheet = lazy(loadFilterSheet);

interface Props {
  /** All connector types in the catalogue. */
  connectors: string[];
  cars: ShopCar[];
  /** Number of products that are shown. */
  count: number;
}

/**
 * Search, order and filters as one form. Its fields are the parameters of the address, so it works without JavaScript.
 * With JavaScript each change takes effect at once. On phones most of it is in a sheet.
 */
export function Finder({ connectors, cars, count }: Props) {
  const { form, filter, send, sendSoon } = useFinder();
  const [isSheetOpen, setSheetOpen] = useState(false);
  async function openSheet(): Promise<void> {
    try {
      await loadFilterSheet();
      setSheetOpen(true);
    } catch (error) {
      console.error('The filters could not be loaded', error);
      // A newer version of the shop has other files.
      if (navigator.onLine) location.reload();
    }
  }
  return (
    <form
      ref={form}
      role="search"
      className={styles.find}
      aria-label={finderMessages().label}
      action={shopPath('/products')}
      onSubmit={(event) => {
        event.preventDefault();
        send((event.nativeEvent as SubmitEvent).submitter);
      }}
    >
      {/* Enter presses the first button of a form. This one has no name, so it changes no filter. */}
      <button className={styles.enter} tabIndex={-1} aria-hidden />
      {/* The buttons send only one filter each, so the present filters are sent as hidden fields. */}
      <input type="hidden" name="category" value={filter.category ?? ''} />
      <input type="hidden" name="phases" value={filter.phases ?? ''} />
      <input type="hidden" name="power" value={filter.power ?? ''} />
      <input type="hidden" name="connector" value={filter.connector ?? ''} />
      <Categories chosen={filter.category} />
      <SearchField typed={filter.q} onType={sendSoon} />
      <SheetButton count={chosenIn(filter)} onOpen={() => void openSheet()} />
      <Sort filter={filter} />
      <FinderChips filter={filter} connectors={connectors} cars={cars} onTyped={send} />
      <noscript>
        <button className={styles.apply}>{finderMessages().apply}</button>
      </noscript>
      {isSheetOpen && (
        <Suspense>
          <FilterSheet
            filter={filter}
            connectors={connectors}
            cars={cars}
            count={count}
            onClose={() => setSheetOpen(false)}
          />
        </Suspense>
      )}
    </form>
  );
}

function Categories({ chosen }: { chosen: string | undefined }) {
  return (
    <div className={styles.segments} role="group" aria-label={finderMessages().category}>
      <button name="category" value="" aria-pressed={!chosen}>
        {finderMessages().all}
      </button>
      <button name="category" value="ac" aria-pressed={chosen === 'ac'}>
        {finderMessages().ac}
      </button>
    </div>
  );
}

function SearchField({ typed, onType }: { typed: string | undefined; onType: () => void }) {
  return (
    <label className={styles.search}>
      <span className="visually-hidden">{finderMessages().search}</span>
      <Search aria-hidden size={20} strokeWidth={1.75} />
      <input
        type="search"
        name="q"
        placeholder={finderMessages().search}
        defaultValue={typed ?? ''}
        maxLength={80}
        onChange={onType}
      />
    </label>
  );
}

/** The button that opens the sheet on phones, with the number of filters that are set in it. */
function SheetButton({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={styles.open}
      aria-label={finderMessages().sortAndFilter}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <SlidersHorizontal aria-hidden size={20} strokeWidth={1.75} />
      {count > 0 && <b>{count}</b>}
    </button>
  );
}

function Sort({ filter }: { filter: ProductFilter }) {
  const { go } = useShop();
  return (
    <div className={`${styles.sort} ${styles.wide}`}>
      <select
        name="sort"
        aria-label={finderMessages().sort}
        value={filter.sort ?? 'featured'}
        onChange={(event) => go(shopPath(filterAddress({ ...filter, sort: event.target.value })), { replaces: true })}
      >
        {PRODUCT_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {finderMessages().sorts[sort]}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={20} strokeWidth={1.75} />
    </div>
  );
}

/** Number of filters that are set and that a phone shows only in its sheet. */
function chosenIn({
  sort,
  connector,
  car,
  price_min: minPrice,
  price_max: maxPrice,
  in_stock: inStock,
}: ProductFilter): number {
  return [sort, connector, car, minPrice, maxPrice, inStock].filter(Boolean).length;
}
