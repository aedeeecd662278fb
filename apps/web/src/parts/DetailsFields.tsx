import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Field } from '@bijli/ui/Field';
import { useSaveDetails } from '#api/accounts.ts';
import { Refusal } from '#api/client.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './DetailsFields.module.css';

type BusinessField = 'gstin' | 'business_name' | 'business_address';
type DetailsField = 'name' | 'email' | BusinessField;
/** Who the driver is, and where it is asked for, the business that the driver charges for. */
type DetailsValues = Record<'name' | 'email', string> & { [field in BusinessField]?: string };

/** Which field a refusal of the server is about. */
const FIELD_OF: Partial<Record<string, DetailsField>> = {
  name_invalid: 'name',
  email_invalid: 'email',
  gstin_invalid: 'gstin',
  business_name_invalid: 'business_name',
  business_address_invalid: 'business_address',
};

/** Details as they are being typed, and how to save them. */
export interface Details {
  values: DetailsValues;
  change: (field: DetailsField, text: string) => void;
  /** The field that is wrong, and its sentence; nothing once it is changed. */
  wrong: { field: DetailsField; sentence: string } | undefined;
  /** Says that a field cannot be right, before the server is asked. */
  complain: (field: DetailsField, sentence: string) => void;
  /** Of the wrong field. */
  input: RefObject<HTMLInputElement | null>;
  save: () => void;
  isSaving: boolean;
}

export function useDetails(initial: DetailsValues, onSaved: () => void): Details {
  const [values, setValues] = useState(initial);
  const [seen, setSeen] = useState<Details['wrong']>();
  const saving = useSaveDetails(Object.keys(FIELD_OF));
  const input = useRef<HTMLInputElement>(null);
  const { error } = saving;
  const field = error instanceof Refusal ? FIELD_OF[error.code] : undefined;
  const refused = field && error ? { field, sentence: error.message } : undefined;
  const wrong = seen ?? refused;

  // Once the sentence stands beside it, so that a screen reader reads both.
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);

  const save = () => {
    setSeen(undefined);
    saving.mutate({ body: values }, { onSuccess: onSaved });
  };

  return {
    values,
    change: (changed, text) => {
      setValues((known) => ({ ...known, [changed]: text }));
      if (changed !== wrong?.field) return;
      setSeen(undefined);
      saving.reset();
    },
    wrong,
    complain: (field, sentence) => setSeen({ field, sentence }),
    input,
    save,
    isSaving: saving.isPending,
  };
}

/** What a field of the details shows, and what it does. */
export function fieldOf({ values, change, wrong, input }: Details, field: DetailsField) {
  return {
    value: values[field] ?? '',
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    ...(wrong?.field === field && { error: wrong.sentence, ref: input }),
  };
}

/** Name and e-mail, and what else is asked for below them. Enter in any field saves. What is acceptable is for the server to say. */
export function DetailsFields({ details, children }: { details: Details; children?: ReactNode }) {
  const { basicDetails: messages } = useMessages();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    details.save();
  };
  return (
    <form className={styles.fields} noValidate onSubmit={submit}>
      <Field label={messages.name} autoComplete="name" data-first {...fieldOf(details, 'name')} />
      <Field
        label={messages.email}
        type="email"
        autoComplete="email"
        placeholder={messages.emailPlaceholder}
        {...fieldOf(details, 'email')}
      />
      {children}
      {/* Two fields submit on Enter only when the form has a submit button. */}
      <button type="submit" hidden>
        {messages.save}
      </button>
    </form>
  );
}
