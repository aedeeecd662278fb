import type { SuitedVehicle } from '@bijli/contract/shop-page';
import type { Product } from '@bijli/contract/storefront';
import { inHours, inNumber } from './format.ts';
import { Section } from './Section.tsx';
import styles from './Suits.module.css';
import { words } from './words.ts';

/** It stands in walls; vehicles bring a charger with its plug. */
const WALL_SOCKET = 'M';

/** Which cars a charger suits, and how long each takes. */
export function Suits({ suits, product }: { suits: SuitedVehicle[]; product: Product }) {
  const inlets = product.connector.filter((type) => type !== WALL_SOCKET).map(words.find.connectorName);
  const longest = Math.max(...suits.map(({ minutes }) => minutes));
  return (
    <Section title={words.product.suits}>
      <p className={styles.lead}>{words.product.suitsText(inlets.join(words.product.or))}</p>
      <ul className={styles.cars}>
        {suits.map(({ name, image, batteryKwh, powerKw, minutes }) => {
          const isCarTheLimit = powerKw < product.max_output;
          const say = isCarTheLimit ? words.product.carLimits : words.product.chargesAt;
          return (
            <li key={name} className={styles.car}>
              <img src={`/media/vehicles/${image}.svg`} alt="" width={72} height={36} loading="lazy" />
              <b>{name}</b>
              <span className={styles.time}>{inHours(minutes)}</span>
              <small>{say(inNumber(batteryKwh), inNumber(powerKw))}</small>
              <span className={styles.bar} aria-hidden>
                <i
                  className={isCarTheLimit ? styles.limited : undefined}
                  style={{ width: `${(minutes / longest) * 100}%` }}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
