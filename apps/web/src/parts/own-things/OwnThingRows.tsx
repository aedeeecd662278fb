import { EllipsisVertical } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { cx } from '@bijli/ui/cx';
import { IconButton } from '@bijli/ui/IconButton';
import styles from './OwnThings.module.css';

/** A list of cards for things that belong to the driver: `OwnThingRow`s. */
export function OwnThingRows({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

interface OwnThingRowProps {
  picture: ReactNode;
  name: string;
  details: string;
  /** Content below the details. */
  children: ReactNode;
  isDefault?: boolean;
  menuLabel: string;
  onMenu: () => void;
  menuRef?: Ref<HTMLButtonElement>;
}

/** A vehicle or card of the driver, with a menu button. */
export function OwnThingRow(props: OwnThingRowProps) {
  const { picture, name, details, children, isDefault, menuLabel, onMenu, menuRef } = props;
  return (
    <li className={cx(styles.row, isDefault && styles.default)}>
      <span className={styles.picture}>{picture}</span>
      <span className={styles.words}>
        <b className={styles.name}>{name}</b>
        <span className={`num ${styles.details}`}>{details}</span>
        {children}
      </span>
      <IconButton ref={menuRef} icon={EllipsisVertical} label={menuLabel} aria-haspopup="dialog" onClick={onMenu} />
    </li>
  );
}
