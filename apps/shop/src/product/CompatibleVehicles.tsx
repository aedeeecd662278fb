import type { CompatibleVehicle } from '@bijli/contract/shop-page';
import type { Product } from '@bijli/contract/storefront';
import { withUnit } from '@bijli/ui/format/units';
import { messages } from '#messages/messages.ts';
import { formatHours, formatNumber } from '#parts/format.ts';
import { inletNames } from './inlet-names.ts';
import { Section } from './Section.tsx';
import styles from './CompatibleVehicles.module.css';

/** The vehicles that can charge there, and how long each takes. */
export function CompatibleVehicles({ vehicles, product }: { vehicles: CompatibleVehicle[]; product: Product }) {
  const longest = Math.max(...vehicles.map(({ minutes }) => minutes));
  return (
    <Section title={messages().product.compatible} id="vehicles">
      <p className={styles.lead}>{messages().product.compatibleText(inletNames(product))}</p>
      <ul className={styles.cars}>
        {vehicles.map(({ name, image, batteryKwh, powerKw, minutes }) => {
          const { carLimits, chargesAt } = messages().product;
          const say = Number(powerKw) < product.max_output ? carLimits : chargesAt;
          const kwh = withUnit(formatNumber(batteryKwh), 'kWh');
          return (
            <li key={`${name} ${batteryKwh}`} className={styles.car}>
              <img src={`/media/vehicles/${image}.svg`} alt="" width={72} height={36} loading="lazy" />
              <b>{name}</b>
              <span className={styles.time}>{formatHours(minutes)}</span>
              <small>{powerKw === null ? kwh : say(kwh, formatNumber(powerKw))}</small>
              <span className={styles.bar} aria-hidden>
                <i style={{ width: `${(minutes / longest) * 100}%` }} />
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
