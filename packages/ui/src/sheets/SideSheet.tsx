import { Drawer } from '@base-ui/react/drawer';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { isSecondClick } from './is-second-click.ts';
import { useBackCloses } from './use-back-closes.ts';
import sheet from './Sheet.module.css';
import styles from './SideSheet.module.css';

interface SideSheetProps {
  open: boolean;
  onClose: () => void;
  /** Read aloud. */
  label: string;
  children: ReactNode;
  /** The side that its button is on. */
  side: 'left' | 'right';
}

/** A modal panel from the side, for the menu. */
export function SideSheet({ open, onClose, label, children, side }: SideSheetProps) {
  useBackCloses(open, onClose);
  return (
    <Drawer.Root
      swipeDirection={side}
      open={open}
      onOpenChange={(isOpen, details) => !isOpen && !isSecondClick(details) && onClose()}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={sheet.scrim} />
        <Drawer.Viewport className={cx(styles.viewport, side === 'right' && styles.right)}>
          <Drawer.Popup className={styles.panel} aria-label={label}>
            {children}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
