import { CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import type { ComplaintKind } from '@bijli/contract/complaints';
import { Button } from '@bijli/ui/Button';
import { KeyValues } from '@bijli/ui/Card';
import { Chip } from '@bijli/ui/Chip';
import { Sheet } from '@bijli/ui/Sheet';
import { TextArea } from '@bijli/ui/TextArea';
import { useFileComplaint } from '#api/complaints.ts';
import { useMessages } from '#messages/messages.ts';
import { ComplaintKinds } from './ComplaintKinds.tsx';
import styles from './ComplaintSheet.module.css';

interface Complaint {
  property_id: string;
  /** The charge that the complaint is about. */
  booking_id?: string;
}

interface ComplaintSheetProps {
  open: boolean;
  onClose: () => void;
  about: Complaint;
  /** The chargers to choose from, when the complaint may be about several. */
  chargers?: { charger_id: string; charger_name: string }[];
}

const NO_CHARGERS: NonNullable<ComplaintSheetProps['chargers']> = [];

/** A sheet that files a complaint with the operator. Afterwards it shows the reference. */
export function ComplaintSheet({ open, onClose, about, chargers = NO_CHARGERS }: ComplaintSheetProps) {
  const { complaint: messages, common, chargerName } = useMessages();
  const [kind, setKind] = useState<ComplaintKind>();
  const [charger, setCharger] = useState<string>();
  const [comment, setComment] = useState('');
  const filing = useFileComplaint();
  const question = useId();
  const reference = filing.data?.reference;

  const send = () => {
    if (kind) filing.mutate({ body: { ...about, ...(charger && { charger_id: charger }), kind, comment } });
  };
  const close = () => {
    onClose();
    if (reference === undefined) return;
    filing.reset();
    setKind(undefined);
    setComment('');
  };

  return (
    <Sheet
      open={open}
      onClose={close}
      title={messages.title}
      closeLabel={common.close}
      foot={
        reference === undefined ? (
          <Button look="primary" isBlock disabled={!kind} isBusy={filing.isPending} onClick={send}>
            {messages.send}
          </Button>
        ) : (
          <Button look="primary" isBlock onClick={close}>
            {messages.done}
          </Button>
        )
      }
    >
      {reference !== undefined ? (
        <Sent reference={reference} />
      ) : (
        <div className={styles.form}>
          {about.booking_id !== undefined && <p className={styles.about}>{messages.booking(about.booking_id)}</p>}
          <ComplaintKinds value={kind} onChange={setKind} />
          {chargers.length > 1 && (
            <div>
              <h3 id={question} className={styles.question}>
                {messages.charger}
              </h3>
              <div className={styles.chargers} role="group" aria-labelledby={question}>
                {chargers.map(({ charger_id: id, charger_name: name }) => (
                  <Chip key={id} isPressed={charger === id} onClick={() => setCharger(charger === id ? undefined : id)}>
                    {chargerName(name)}
                  </Chip>
                ))}
              </div>
            </div>
          )}
          <TextArea
            label={messages.comment}
            placeholder={messages.commentPlaceholder}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </div>
      )}
    </Sheet>
  );
}

function Sent({ reference }: { reference: string }) {
  const { complaint: messages } = useMessages();
  return (
    <div className={styles.sent} role="status">
      <CircleCheck size={40} aria-hidden />
      <h3>{messages.sentTitle}</h3>
      <p>{messages.sent}</p>
      <KeyValues pairs={[[messages.reference, reference]]} />
    </div>
  );
}
