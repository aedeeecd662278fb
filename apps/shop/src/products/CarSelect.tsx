import { ChevronDown } from 'lucide-react';
import type { ShopCar } from '@bijli/contract/shop-cars';
import { finderMessages } from '#messages/finder-messages.ts';
import styles from './CarSelect.module.css';

interface Props {
  cars: ShopCar[];
  /** Id of a car. Undefined when none is chosen. */
  chosen: string | undefined;
  onChoose(id: string): void;
}

/** A choice of a car. The catalogue then shows the chargers that fit it. */
export function CarSelect({ cars, chosen = '', onChoose }: Props) {
  return (
    <label className={styles.car}>
      {finderMessages().car}
      <span>
        <select name="car" value={chosen} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{finderMessages().anyCar}</option>
          {cars.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={20} strokeWidth={1.75} />
      </span>
    </label>
  );
}
