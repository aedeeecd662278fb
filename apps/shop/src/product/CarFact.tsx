import { Car } from 'lucide-react';
import { chargeMinutesBetween, fitsVehicle, powerBetween } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { messages } from '#messages/messages.ts';
import { formatHours, formatNumber } from '#parts/format.ts';
import { Fact } from './Fact.tsx';
import { inletNames } from './inlet-names.ts';
import { useOwnVehicles } from './use-own-vehicles.ts';
import styles from './BuyerFacts.module.css';

/** Whether it fits the car of the driver who is signed in. For everybody else, which vehicles it fits. */
export function CarFact({ product, hasVehicles }: { product: Product; hasVehicles: boolean }) {
  const vehicles = useOwnVehicles();
  if (product.connector.length === 0 || product.max_output === 0) return null;
  const { fits, fitsNot, needs, fitsInlets, fitsSocket, whichCars } = messages().product.car;
  const known = vehicles.filter(({ connector_types: types = [] }) => types.length > 0);
  const fitting = known.find(({ connector_types: types = [] }) => fitsVehicle(product, types));
  const mine = fitting ?? known[0];
  const inlets = inletNames(product);
  return (
    <Fact icon={<Car />}>
      {mine ? (
        <>
          <b>{fitting ? fits(mine.vehicle_name) : fitsNot(mine.vehicle_name)}</b>
          {fitting ? speedOf(product, mine) : needs((mine.connector_types ?? []).join(messages().product.or))}
        </>
      ) : (
        <b>{inlets === '' ? fitsSocket : fitsInlets(inlets)}</b>
      )}
      {hasVehicles && !fitting && (
        <a className={styles.link} href="#vehicles">
          {whichCars}
        </a>
      )}
    </Fact>
  );
}

/** How fast the vehicle charges there. Empty if its battery or its power is not known. */
function speedOf(product: Product, vehicle: OwnVehicle): string {
  const { battery_capacity: batteryKwh, ac_max_power: acKw = null, dc_max_power: dcKw = null } = vehicle;
  const carKw = product.category === 'dc' ? dcKw : acKw;
  if (batteryKwh === undefined || carKw === null) return '';
  const takes = { batteryKwh, acKw, dcKw };
  return messages().product.car.speed(
    formatNumber(powerBetween(product, takes)),
    formatHours(chargeMinutesBetween(product, takes)),
  );
}
