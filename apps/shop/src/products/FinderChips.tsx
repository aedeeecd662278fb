import type { ShopCar } from '@bijli/contract/shop-cars';
import { POWER_CLASSES } from '@bijli/contract/shop-rules';
import type { ProductFilter } from '@bijli/contract/storefront';
import { finderMessages } from '#messages/finder-messages.ts';
import { messages } from '#messages/messages.ts';
import { ConnectorIcon } from '#parts/ConnectorIcon.tsx';
import { FinderChip } from './FinderChip.tsx';
import { MoreFilters } from './MoreFilters.tsx';
import styles from './Finder.module.css';

/** Connectors that have a chip. The others are in `MoreFilters`. */
export const FIRST_CONNECTORS = ['2', 'CCS2', 'IEC 60309', '6'];

interface Props {
  filter: ProductFilter;
  connectors: string[];
  cars: ShopCar[];
  /** Sends the form after typing. */
  onTyped(): void;
}

/** Chips for supply, power and connector below the search, and the button for more filters. */
export function FinderChips({ filter, connectors, cars, onTyped }: Props) {
  return (
    <div className={styles.chips}>
      <FinderChip name="phases" value="1" isChosen={filter.phases === '1'}>
        {finderMessages().singlePhase}
      </FinderChip>
      <PowerChips chosen={filter.power} />
      {/* The button stays beside the connectors when they do not fit into the first line. */}
      <div className={`${styles.group} ${styles.wide}`}>
        <ConnectorChips
          connectors={FIRST_CONNECTORS.filter((type) => connectors.includes(type))}
          chosen={filter.connector}
        />
        <MoreFilters
          filter={filter}
          connectors={connectors.filter((type) => !FIRST_CONNECTORS.includes(type))}
          cars={cars}
          onTyped={onTyped}
        />
      </div>
    </div>
  );
}

function PowerChips({ chosen }: { chosen: string | undefined }) {
  return (
    <div className={styles.group} role="group" aria-label={finderMessages().power}>
      <FinderChip name="power" value="" isChosen={!chosen}>
        {finderMessages().anyPower}
      </FinderChip>
      {POWER_CLASSES.map((kw) => (
        <FinderChip key={kw} name="power" value={String(kw)} isChosen={chosen === String(kw)}>
          {finderMessages().powers[kw]}
        </FinderChip>
      ))}
    </div>
  );
}

function ConnectorChips({ connectors, chosen }: { connectors: string[]; chosen: string | undefined }) {
  return (
    <div className={styles.group} role="group" aria-label={finderMessages().connector}>
      {connectors.map((type) => (
        <FinderChip key={type} name="connector" value={type} isChosen={chosen === type}>
          <ConnectorIcon type={type} />
          {messages().connectorName(type)}
        </FinderChip>
      ))}
    </div>
  );
}
