import { Ban, CircleCheck, Pencil, Trash2 } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { MAX_CARD_NAME_LENGTH, type OwnCard } from '@bijli/contract/cards';
import { List, RowButton } from '@bijli/ui/List';
import { useBlockCard, useNameCard, useRemoveCard } from '#api/cards.ts';
import { forgetRefusal } from '#api/forget-refusal.ts';
import { useMessages } from '#messages/messages.ts';
import { NameForm, SaveButton } from '#parts/own-things/NameForm.tsx';
import { OwnThingSheet, type StepMoves, SheetSubject } from '#parts/own-things/OwnThingSheet.tsx';

interface CardSheetProps {
  card: OwnCard;
  open: boolean;
  onClose: () => void;
  /** Gets focus when the card has been removed. */
  afterRemoval: RefObject<HTMLElement | null>;
}

/** A sheet with the actions for one of the driver's cards, one step at a time. */
export function CardSheet({ card, open, onClose, afterRemoval }: CardSheetProps) {
  const { cards: messages } = useMessages();
  const form = useId();
  const naming = useNameCard();
  const removing = useRemoveCard();
  const params = { number: card.number };
  return (
    <OwnThingSheet<'menu' | 'name'>
      open={open}
      onClose={() => {
        onClose();
        naming.reset();
      }}
      first="menu"
      menu="menu"
      afterRemoval={afterRemoval}
      renderSteps={({ goTo, close }) => ({
        menu: { title: card.name, body: <Menu card={card} goTo={goTo} close={close} /> },
        name: {
          title: messages.rename,
          body: (
            <NameForm
              id={form}
              label={messages.name}
              help={messages.nameHelp}
              maxLength={MAX_CARD_NAME_LENGTH}
              name={card.name}
              error={naming.error?.message}
              onSave={(name) => naming.mutate({ params, body: { name } }, { onSuccess: close })}
              onType={() => forgetRefusal(naming)}
            />
          ),
          foot: <SaveButton form={form} label={messages.save} />,
        },
      })}
      removal={{
        title: messages.removeTitle(card.name),
        text: messages.removeText,
        keep: messages.keep,
        remove: messages.remove,
        isPending: removing.isPending,
        run: (onRemoved) => removing.mutate({ params }, { onSuccess: onRemoved }),
      }}
    />
  );
}

function Menu({ card: { number, state }, goTo, close }: { card: OwnCard } & StepMoves<'menu' | 'name'>) {
  const { cards: messages } = useMessages();
  const blocking = useBlockCard();
  const block = (blocked: boolean) => blocking.mutate({ params: { number }, body: { blocked } }, { onSuccess: close });
  return (
    <>
      <SheetSubject>{messages.explained[state]}</SheetSubject>
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
        <RowButton icon={Pencil} onClick={() => goTo('name')}>
          {messages.rename}
        </RowButton>
        <RowButton icon={Trash2} isDangerous onClick={() => goTo('remove')}>
          {messages.remove}
        </RowButton>
      </List>
    </>
  );
}
