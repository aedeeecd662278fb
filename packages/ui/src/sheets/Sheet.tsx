import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { cx } from '../cx.ts';
import { isSecondClick } from './is-second-click.ts';
import { useBackCloses } from './use-back-closes.ts';
import iconButton from '../buttons/IconButton.module.css';
import styles from './Sheet.module.css';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  /** Stays at the bottom while the body scrolls. */
  foot?: ReactNode;
  /** The element that gets focus when the sheet opens. The sheet itself by default. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The element that gets focus when the sheet has closed. By default the one that had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  /**
   * Where the sheet comes from. `right` is for wide screens. `left`: from below on phones, and in the panel beside the
   * map on wide screens.
   */
  side?: 'below' | 'left' | 'right';
}

/** Scrolls an element into sight: focus alone does not while a sheet closes. */
function inSight(element: HTMLElement | null): HTMLElement | null {
  element?.scrollIntoView({ block: 'nearest' });
  return element;
}

/**
 * A modal sheet from below or from a side. Focus stays inside and the page behind is inert. It closes by Escape, the
 * back gesture, a swipe, its button, or a tap beside it. Load it with the screen that needs it: its library is 20 kB.
 */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, closeLabel, children, foot, initialFocus, finalFocus, side = 'below' } = props;
  useBackCloses(open, onClose);
  return (
    <Drawer.Root
      swipeDirection={side === 'right' ? 'right' : 'down'}
      open={open}
      onOpenChange={(isOpen, details) => !isOpen && !isSecondClick(details) && onClose()}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={cx(styles.scrim, side === 'left' && styles.besideMap)} />
        <Drawer.Viewport className={cx(styles.viewport, side !== 'below' && styles[side])}>
          <Drawer.Popup
            className={styles.sheet}
            {...(initialFocus && { initialFocus })}
            // When the element is gone with its page, the focus stays where the next page has put it.
            {...(finalFocus && { finalFocus: () => inSight(finalFocus.current) ?? false })}
          >
            <div className={styles.handle} aria-hidden />
            <div className={styles.head}>
              <Drawer.Title className={styles.title}>{title}</Drawer.Title>
              <Drawer.Close className={iconButton.button} aria-label={closeLabel}>
                <X size={24} aria-hidden />
              </Drawer.Close>
            </div>
            <Drawer.Content className={styles.body}>{children}</Drawer.Content>
            {foot !== undefined && <div className={styles.foot}>{foot}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
