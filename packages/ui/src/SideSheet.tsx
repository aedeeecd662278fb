import { Drawer } from '@base-ui/react/drawer';
import type { ReactNode } from 'react';
import { useBackCloses } from './use-back-closes.ts';
import sheet from './Sheet.module.css';
import styles from './SideSheet.module.css';

interface SideSheetProps {
  open: boolean;
  onClose: () => void;
  /** Read aloud. */
  label: string;
  children: ReactNode;
}

/** A modal panel from the left, for the menu. */
export function SideSheet({ open, onClose, label, children }: SideSheetProps) {
  useBackCloses(open, onClose);
  return (
    <Drawer.Root swipeDirection="left" open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Drawer.Portal>
        <Drawer.Backdrop className={sheet.scrim} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup className={styles.panel} aria-label={label}>
            {children}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
