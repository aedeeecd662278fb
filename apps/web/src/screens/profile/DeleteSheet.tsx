import { useState } from 'react';
import { Button } from '@bijli/ui/Button';
import { Checkbox } from '@bijli/ui/Checkbox';
import { formatRupees } from '@bijli/ui/format/money';
import { Sheet } from '@bijli/ui/Sheet';
import text from '@bijli/ui/text.module.css';
import { useDeleteAccount } from '#api/accounts.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './ProfileScreen.module.css';

interface DeleteSheetProps {
  open: boolean;
  onClose: () => void;
  /** The wallet's balance in rupees, which would be lost. */
  balance: number;
}

/** A sheet that says what is deleted and what must be kept. The button works once all checkboxes are ticked. */
export function DeleteSheet({ open, onClose, balance }: DeleteSheetProps) {
  const { account: messages, common } = useMessages();
  const [hasUnderstood, setUnderstood] = useState(false);
  const [isGivenUp, setGivenUp] = useState(false);
  const deleting = useDeleteAccount();
  const hasBalance = balance > 0;

  const close = () => {
    onClose();
    setUnderstood(false);
    setGivenUp(false);
  };
  const deleteNow = () => deleting.mutate({ body: hasBalance ? { give_up_balance: true } : {} });

  return (
    <Sheet
      open={open}
      onClose={close}
      title={messages.deleteTitle}
      closeLabel={common.close}
      foot={
        <div className={styles.choices}>
          <Button look="line" isBlock onClick={close}>
            {messages.cancel}
          </Button>
          <Button
            look="danger"
            isBlock
            disabled={!hasUnderstood || (hasBalance && !isGivenUp)}
            isBusy={deleting.isPending}
            onClick={deleteNow}
          >
            {messages.deleteNow}
          </Button>
        </div>
      }
    >
      <Points title={messages.goes} points={messages.goesList} />
      <Points title={messages.stays} points={messages.staysList} />
      {hasBalance && <p className={styles.balanceLeft}>{messages.balanceLeft(formatRupees(balance))}</p>}
      <div className={styles.consents}>
        {hasBalance && (
          <Checkbox checked={isGivenUp} onChange={setGivenUp}>
            {messages.giveUp(formatRupees(balance))}
          </Checkbox>
        )}
        <Checkbox checked={hasUnderstood} onChange={setUnderstood}>
          {messages.understood}
        </Checkbox>
      </div>
    </Sheet>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section className={styles.points}>
      <h3>{title}</h3>
      <ul className={text.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
