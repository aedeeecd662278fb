import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Field } from '@bijli/ui/Field';
import { useSaveDetails } from '#api/accounts.ts';
import { Refusal } from '#api/client.ts';
import { forgetRefusal } from '#api/forget-refusal.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './DetailsFields.module.css';

type BusinessField = 'gstin' | 'business_name' | 'business_address';
type DetailsField = 'name' | 'email' | BusinessField;
/** The driver's details and, where they are asked for, those of the business that the driver charges for. */
type DetailsValues = Record<'name' | 'email', string> & { [field in BusinessField]?: string };

/** The field that a refusal is about. */
const FIELD_OF: Partial<Record<string, DetailsField>> = {
  name_invalid: 'name',
  email_invalid: 'email',
  gstin_invalid: 'gstin',
  business_name_invalid: 'business_name',
  business_address_invalid: 'business_address',
};

/** The details as they are typed, and how to save them. */
export interface Details {
  values: DetailsValues;
  change: (field: DetailsField, text: string) => void;
  /** The wrong field and its sentence. Undefined after the field has changed. */
  wrong: { field: DetailsField; sentence: string } | undefined;
  /** Marks a field as wrong before the server is asked. */
  showProblem: (field: DetailsField, sentence: string) => void;
  /** Ref for the wrong field. */
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

  // Focus moves when the sentence is in the page, so that a screen reader reads both.
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
      forgetRefusal(saving);
    },
    wrong,
    showProblem: (field, sentence) => setSeen({ field, sentence }),
    input,
    save,
    isSaving: saving.isPending,
  };
}

/** The props of one field of the details. */
export function fieldOf({ values, change, wrong, input }: Details, field: DetailsField) {
  return {
    value: values[field] ?? '',
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    ...(wrong?.field === field && { error: wrong.sentence, ref: input }),
  };
}

/**
 * Fields for name and e-mail, and more fields below them. Enter in any field saves. The server decides what is valid.
 */
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
      {/* Forms with several fields submit on Enter only when they have a submit button. */}
      <button type="submit" hidden>
        {messages.save}
      </button>
    </form>
  );
}
