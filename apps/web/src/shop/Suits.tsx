import type { SuitedVehicle } from '@bijli/contract/shop-page';
import { inHours, inNumber } from './format.ts';
import styles from './Suits.module.css';
import { words } from './words.ts';

/** Which cars a charger suits, and how long each takes. */
export function Suits({ suits, chargerKw }: { suits: SuitedVehicle[]; chargerKw: number }) {
  const longest = Math.max(...suits.map(({ minutes }) => minutes));
  return (
    <section className={styles.section}>
      <h2>{words.product.suits}</h2>
      <p className={styles.lead}>{words.product.suitsText}</p>
      <ul className={styles.cars}>
        {suits.map(({ name, image, batteryKwh, powerKw, minutes }) => {
          const isCarTheLimit = powerKw < chargerKw;
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
    </section>
  );
}
