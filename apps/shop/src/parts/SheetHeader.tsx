import { X } from 'lucide-react';
import { messages } from '#messages/messages.ts';
import styles from './SheetHeader.module.css';

interface Props {
  /** Id of the heading that names the dialog. */
  id: string;
  title: string;
  isBusy?: boolean;
  onClose(): void;
}

/** The bar at the top of a dialog, with its title and a button to close it. */
export function SheetHeader({ id, title, isBusy = false, onClose }: Props) {
  return (
    <header className={styles.head}>
      <h2 id={id}>{title}</h2>
      <button type="button" aria-label={messages().close} disabled={isBusy} onClick={onClose}>
        <X aria-hidden size={22} />
      </button>
    </header>
  );
}
