import { useState } from 'react';
import { useDeleteAccount } from '#api/accounts.ts';
import { rupees } from '@bijli/ui/format/money';
import { Button } from '@bijli/ui/Button';
import { Checkbox } from '@bijli/ui/Checkbox';
import { Sheet } from '@bijli/ui/Sheet';
import { useWords } from '#words/words.ts';
import styles from './Profile.module.css';

interface DeleteSheetProps {
  open: boolean;
  onClose: () => void;
  /** Rupees that would be lost. */
  balance: number;
}

/** Says what goes and what stays, and deletes only when all of it has been agreed to. */
export function DeleteSheet({ open, onClose, balance }: DeleteSheetProps) {
  const { account: words, common } = useWords();
  const [understood, setUnderstood] = useState(false);
  const [givenUp, setGivenUp] = useState(false);
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
      title={words.deleteTitle}
      closeLabel={common.close}
      foot={
        <div className={styles.choices}>
          <Button look="line" block onClick={close}>
            {words.cancel}
          </Button>
          <Button
            look="danger"
            block
            disabled={!understood || (hasBalance && !givenUp)}
            busy={deleting.isPending}
            onClick={deleteNow}
          >
            {words.deleteNow}
          </Button>
        </div>
      }
    >
      <Points title={words.goes} points={words.goesList} />
      <Points title={words.stays} points={words.staysList} />
      {hasBalance && <p className={styles.balanceLeft}>{words.balanceLeft(rupees(balance))}</p>}
      <div className={styles.consents}>
        {hasBalance && (
          <Checkbox checked={givenUp} onChange={setGivenUp}>
            {words.giveUp(rupees(balance))}
          </Checkbox>
        )}
        <Checkbox checked={understood} onChange={setUnderstood}>
          {words.understood}
        </Checkbox>
      </div>
    </Sheet>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section className={styles.points}>
      <h3>{title}</h3>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
