import { X } from 'lucide-react';
import { messages } from './messages.ts';
import styles from './SheetHead.module.css';

interface Props {
  /** What the dialog is labelled by. */
  id: string;
  title: string;
  isBusy?: boolean;
  onClose(): void;
}

/** The bar that stays on top of a dialog: what it is, and the way out. */
export function SheetHead({ id, title, isBusy = false, onClose }: Props) {
  return (
    <header className={styles.head}>
      <h2 id={id}>{title}</h2>
      <button type="button" aria-label={messages().close} disabled={isBusy} onClick={onClose}>
        <X aria-hidden size={22} />
      </button>
    </header>
  );
}
