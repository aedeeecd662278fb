import { filterAddress, filterIn, POWER_CLASSES, PRODUCT_SORTS } from '@bijli/contract/shop-rules';
import type { ProductFilter, ShopCar } from '@bijli/contract/storefront';
import { ChevronDown, Search, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Chip } from './Chip.tsx';
import { ConnectorIcon } from './ConnectorIcon.tsx';
import styles from './Finder.module.css';
import { MoreFilters } from './MoreFilters.tsx';
import { useShop } from './shop-context.ts';
import { messages } from './messages.ts';

/** For phones only, and only when asked for. */
const FilterSheet = lazy(() => import('./FilterSheet.tsx'));

const TYPING_MS = 250;
/** Connectors in sight; the others are among the further filters. */
export const IN_SIGHT = ['2', 'CCS2', 'IEC 60309', '6'];

interface Props {
  /** Every connector in the catalogue. */
  connectors: string[];
  cars: ShopCar[];
  /** How many products are shown. */
  count: number;
}

/**
 * Search, sort and filters as one form whose fields are the address: it works by its buttons alone, and with JavaScript as
 * one chooses. On phones most of it is in a sheet.
 */
export function Finder({ connectors, cars, count }: Props) {
  const { path, go } = useShop();
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const filter = filterIn(path);

  useEffect(() => () => clearTimeout(typing.current), []);
  useEffect(() => {
    // Fields that are typed into follow the address, but never under somebody's fingers.
    const now: Record<string, string | undefined> = filterIn(path);
    for (const field of form.current?.elements ?? []) {
      const isTyped = field instanceof HTMLInputElement && !['hidden', 'checkbox'].includes(field.type);
      if (isTyped && field !== document.activeElement) field.value = now[field.name] ?? '';
    }
  }, [path]);

  function send(submitter?: HTMLElement | null): void {
    clearTimeout(typing.current);
    if (!form.current) return;
    const fields = new FormData(form.current);
    if (submitter instanceof HTMLButtonElement && submitter.name) fields.set(submitter.name, submitter.value);
    go(addressOf(fields), { replace: true });
  }

  return (
    <form
      ref={form}
      role="search"
      className={styles.find}
      aria-label={messages.find.label}
      action="/products"
      onSubmit={(event) => {
        event.preventDefault();
        send((event.nativeEvent as SubmitEvent).submitter);
      }}
    >
      {/* The first button is what Enter presses: it must change nothing but what was typed. */}
      <button className={styles.enter} tabIndex={-1} aria-hidden />
      {/* What the buttons do not send stays as it is. */}
      <input type="hidden" name="category" value={filter.category ?? ''} />
      <input type="hidden" name="power" value={filter.power ?? ''} />
      <input type="hidden" name="connector" value={filter.connector ?? ''} />
      <div className={styles.segments} role="group" aria-label={messages.find.category}>
        <button name="category" value="" aria-pressed={!filter.category}>
          {messages.find.all}
        </button>
        <button name="category" value="ac" aria-pressed={filter.category === 'ac'}>
          {messages.find.ac}
        </button>
      </div>
      <label className={styles.search}>
        <span className="visually-hidden">{messages.find.search}</span>
        <Search aria-hidden size={20} strokeWidth={1.75} />
        <input
          type="search"
          name="q"
          placeholder={messages.find.search}
          defaultValue={filter.q ?? ''}
          maxLength={80}
          onChange={() => {
            clearTimeout(typing.current);
            typing.current = setTimeout(send, TYPING_MS);
          }}
        />
      </label>
      <button
        type="button"
        className={styles.open}
        aria-label={messages.find.sortAndFilter}
        aria-haspopup="dialog"
        onClick={() => setSheetOpen(true)}
      >
        <SlidersHorizontal aria-hidden size={20} strokeWidth={1.75} />
        {chosenIn(filter) > 0 && <b>{chosenIn(filter)}</b>}
      </button>
      <div className={`${styles.sort} ${styles.wide}`}>
        <select
          name="sort"
          aria-label={messages.find.sort}
          value={filter.sort ?? 'featured'}
          onChange={(event) => go(filterAddress({ ...filter, sort: event.target.value }), { replace: true })}
        >
          {PRODUCT_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {messages.find.sorts[sort]}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={20} strokeWidth={1.75} />
      </div>
      <div className={styles.chips}>
        <div className={styles.group} role="group" aria-label={messages.find.power}>
          <Chip name="power" value="" chosen={!filter.power}>
            {messages.find.anyPower}
          </Chip>
          {POWER_CLASSES.map((kw) => (
            <Chip key={kw} name="power" value={String(kw)} chosen={filter.power === String(kw)}>
              {messages.find.powers[kw]}
            </Chip>
          ))}
        </div>
        <i className={`${styles.rule} ${styles.wide}`} aria-hidden />
        <div className={`${styles.group} ${styles.wide}`} role="group" aria-label={messages.find.connector}>
          {IN_SIGHT.filter((type) => connectors.includes(type)).map((type) => (
            <Chip key={type} name="connector" value={type} chosen={filter.connector === type}>
              <ConnectorIcon type={type} />
              {messages.find.connectorName(type)}
            </Chip>
          ))}
        </div>
        <MoreFilters
          filter={filter}
          connectors={connectors.filter((type) => !IN_SIGHT.includes(type))}
          cars={cars}
          className={styles.wide}
          onTyped={send}
        />
      </div>
      <noscript>
        <button className={styles.apply}>{messages.find.apply}</button>
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

/** How many filters are set of those that a phone keeps in its sheet. */
function chosenIn({
  sort,
  connector,
  car,
  price_min: least,
  price_max: most,
  in_stock: inStock,
}: ProductFilter): number {
  return [sort, connector, car, least, most, inStock].filter(Boolean).length;
}

/** The address of what the form asks for; of a field sent twice the last counts. */
function addressOf(fields: FormData): string {
  return filterAddress(Object.fromEntries([...fields].map(([name, value]) => [name, String(value)])));
}
