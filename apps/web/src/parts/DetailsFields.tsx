import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useSaveDetails } from '#api/accounts.ts';
import { Refusal } from '#api/client.ts';
import { Field } from '@bijli/ui/Field';
import { useMessages } from '#messages/messages.ts';
import styles from './DetailsFields.module.css';

type Name = 'name' | 'email';

/** Which field a refusal of the server is about. */
const FIELD_OF: Partial<Record<string, Name>> = { name_invalid: 'name', email_invalid: 'email' };

/** Name and e-mail as they are being typed, and how to save them. */
export interface Details {
  values: Record<Name, string>;
  change: (field: Name, text: string) => void;
  /** The field that the server has refused, and its sentence; nothing once it is changed. */
  refused: { field: Name; sentence: string } | undefined;
  /** Of the refused field. */
  input: RefObject<HTMLInputElement | null>;
  save: () => void;
  isSaving: boolean;
}

export function useDetails(initial: Record<Name, string>, onSaved: () => void): Details {
  const [values, setValues] = useState({ name: initial.name, email: initial.email });
  const saving = useSaveDetails();
  const input = useRef<HTMLInputElement>(null);
  const { error } = saving;
  const field = error instanceof Refusal ? FIELD_OF[error.code] : undefined;
  const refused = field && error ? { field, sentence: error.message } : undefined;

  // Once the sentence stands beside it, so that a screen reader reads both.
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);

  const save = () => saving.mutate({ body: values }, { onSuccess: onSaved });

  return {
    values,
    change: (changed, text) => {
      setValues((known) => ({ ...known, [changed]: text }));
      if (changed === field) saving.reset();
    },
    refused,
    input,
    save,
    isSaving: saving.isPending,
  };
}

/** Enter in either field saves. What is acceptable is for the server to say. */
export function DetailsFields({ details }: { details: Details }) {
  const { basicDetails: messages } = useMessages();
  const { values, change, refused, input } = details;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    details.save();
  };
  const fieldOf = (field: Name) => ({
    value: values[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    ...(refused?.field === field && { error: refused.sentence, ref: input }),
  });
  return (
    <form className={styles.fields} noValidate onSubmit={submit}>
      <Field label={messages.name} autoComplete="name" data-first {...fieldOf('name')} />
      <Field
        label={messages.email}
        type="email"
        autoComplete="email"
        placeholder={messages.emailPlaceholder}
        {...fieldOf('email')}
      />
      {/* Two fields submit on Enter only when the form has a submit button. */}
      <button type="submit" hidden>
        {messages.save}
      </button>
    </form>
  );
}
