import { type SubmitEvent, useId, useRef, useState } from 'react';
import { MAX_CARD_NAME_LENGTH } from '@bijli/contract/cards';
import { Button } from '@bijli/ui/Button';
import { Field } from '@bijli/ui/Field';
import { Sheet } from '@bijli/ui/Sheet';
import { useAddCard } from '#api/cards.ts';
import { Refusal } from '#api/client.ts';
import { forgetRefusal } from '#api/forget-refusal.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './CardsScreen.module.css';

/** Enough for the spaced pairs of a card's ten bytes. */
const MAX_TYPED_LENGTH = 40;

/** A sheet that asks for a card's number and for a name. */
export function AddCardSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { cards: messages, common } = useMessages();
  const [number, setNumber] = useState('');
  const [name, setName] = useState('');
  const adding = useAddCard();
  const input = useRef<HTMLInputElement>(null);
  const form = useId();
  const problem = adding.error?.message || undefined;
  const isOfName = adding.error instanceof Refusal && adding.error.code === 'card_name_invalid';

  const close = () => {
    onClose();
    setNumber('');
    setName('');
    adding.reset();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    adding.mutate({ body: { number, name: name.trim() || messages.unnamed } }, { onSuccess: close });
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={messages.add}
      closeLabel={common.close}
      initialFocus={input}
      foot={
        <Button
          look="primary"
          isBlock
          type="submit"
          form={form}
          isBusy={adding.isPending}
          disabled={number.trim() === ''}
        >
          {messages.save}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.fields}>
        <Field
          ref={input}
          label={messages.number}
          help={messages.numberHelp}
          error={isOfName ? undefined : problem}
          maxLength={MAX_TYPED_LENGTH}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          value={number}
          onChange={(event) => {
            setNumber(event.target.value);
            forgetRefusal(adding);
          }}
        />
        <Field
          label={messages.name}
          help={messages.nameHelp}
          error={isOfName ? problem : undefined}
          maxLength={MAX_CARD_NAME_LENGTH}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            forgetRefusal(adding);
          }}
        />
      </form>
    </Sheet>
  );
}
