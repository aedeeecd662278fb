import { type SubmitEvent, useState } from 'react';
import { useSaveDetails } from '#api/accounts.ts';
import { Field } from '#ui/Field.tsx';
import { useWords } from '#words/words.ts';
import styles from './DetailsFields.module.css';

/** Name and e-mail as they are being typed, and how to save them. */
export interface Details {
  name: string;
  email: string;
  setName: (name: string) => void;
  setEmail: (email: string) => void;
  save: () => void;
  isSaving: boolean;
}

export function useDetails(initial: { name: string; email: string }, onSaved: () => void): Details {
  const [name, setName] = useState(initial.name);
  const [email, setEmail] = useState(initial.email);
  const saving = useSaveDetails();
  const save = () => saving.mutate({ body: { name, email } }, { onSuccess: onSaved });
  return { name, email, setName, setEmail, save, isSaving: saving.isPending };
}

/** Enter in either field saves. What is acceptable is for the server to say. */
export function DetailsFields({ details }: { details: Details }) {
  const { basicDetails: words } = useWords();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    details.save();
  };
  return (
    <form className={styles.fields} noValidate onSubmit={submit}>
      <Field
        label={words.name}
        autoComplete="name"
        data-first
        value={details.name}
        onChange={(event) => details.setName(event.target.value)}
      />
      <Field
        label={words.email}
        type="email"
        autoComplete="email"
        placeholder={words.emailPlaceholder}
        value={details.email}
        onChange={(event) => details.setEmail(event.target.value)}
      />
      {/* Two fields submit on Enter only when the form has a submit button. */}
      <button type="submit" hidden>
        {words.save}
      </button>
    </form>
  );
}
