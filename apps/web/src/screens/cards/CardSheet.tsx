import { Ban, CircleCheck, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, type SubmitEvent, useId, useState } from 'react';
import { MAX_CARD_NAME_LENGTH, type OwnCard } from '@bijli/contract/cards';
import { Button } from '@bijli/ui/Button';
import { Field } from '@bijli/ui/Field';
import { List, RowButton } from '@bijli/ui/List';
import { Sheet } from '@bijli/ui/Sheet';
import { useBlockCard, useNameCard, useRemoveCard } from '#api/cards.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './CardsScreen.module.css';

interface CardSheetProps {
  card: OwnCard;
  open: boolean;
  onClose: () => void;
  /** Has the focus when the card is gone. */
  afterRemoval: RefObject<HTMLElement | null>;
}

/** What can be done with one of the driver's cards, a step at a time. */
export function CardSheet({ card, open, onClose, afterRemoval }: CardSheetProps) {
  const { cards: messages, common } = useMessages();
  const [step, setStep] = useState<'menu' | 'name' | 'remove'>('menu');
  const [isRemoved, setRemoved] = useState(false);
  const form = useId();
  const removing = useRemoveCard();
  const { number } = card;

  const close = () => {
    onClose();
    setStep('menu');
  };
  const remove = () => {
    const removed = () => {
      setRemoved(true);
      onClose();
    };
    removing.mutate({ params: { number } }, { onSuccess: removed });
  };
  const steps: Record<typeof step, { title: string; body: ReactNode; foot?: ReactNode }> = {
    menu: {
      title: card.name,
      body: <Menu card={card} onName={() => setStep('name')} onRemove={() => setStep('remove')} onDone={close} />,
    },
    name: {
      title: messages.rename,
      body: <NameForm id={form} card={card} onSaved={close} />,
      foot: (
        <Button look="primary" isBlock type="submit" form={form}>
          {messages.save}
        </Button>
      ),
    },
    remove: {
      title: messages.removeTitle(card.name),
      body: <p>{messages.removeText}</p>,
      foot: (
        <div className={styles.choices}>
          <Button look="line" isBlock onClick={close}>
            {messages.keep}
          </Button>
          <Button look="danger" isBlock isBusy={removing.isPending} onClick={remove}>
            {messages.remove}
          </Button>
        </div>
      ),
    },
  };
  const { title, body, foot } = steps[step];
  return (
    <Sheet
      open={open}
      onClose={close}
      title={title}
      closeLabel={common.close}
      foot={foot}
      {...(isRemoved && { finalFocus: afterRemoval })}
    >
      {body}
    </Sheet>
  );
}

interface MenuProps {
  card: OwnCard;
  onName: () => void;
  onRemove: () => void;
  onDone: () => void;
}

function Menu({ card: { number, state }, onName, onRemove, onDone }: MenuProps) {
  const { cards: messages } = useMessages();
  const blocking = useBlockCard();
  const block = (blocked: boolean) => blocking.mutate({ params: { number }, body: { blocked } }, { onSuccess: onDone });
  return (
    <>
      <p className={styles.which}>{messages.explained[state]}</p>
      <List>
        {state === 'live' && (
          <RowButton icon={Ban} isBusy={blocking.isPending} onClick={() => block(true)}>
            {messages.block}
          </RowButton>
        )}
        {state === 'blocked' && (
          <RowButton icon={CircleCheck} isBusy={blocking.isPending} onClick={() => block(false)}>
            {messages.unblock}
          </RowButton>
        )}
        <RowButton icon={Pencil} onClick={onName}>
          {messages.rename}
        </RowButton>
        <RowButton icon={Trash2} isDangerous onClick={onRemove}>
          {messages.remove}
        </RowButton>
      </List>
    </>
  );
}

function NameForm({ id, card, onSaved }: { id: string; card: OwnCard; onSaved: () => void }) {
  const { cards: messages } = useMessages();
  const [name, setName] = useState(card.name);
  const changing = useNameCard();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    changing.mutate({ params: { number: card.number }, body: { name } }, { onSuccess: onSaved });
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <Field
        label={messages.name}
        help={messages.nameHelp}
        error={changing.error?.message || undefined}
        maxLength={MAX_CARD_NAME_LENGTH}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          changing.reset();
        }}
      />
    </form>
  );
}
