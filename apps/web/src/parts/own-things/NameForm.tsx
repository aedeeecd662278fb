import { type SubmitEvent, useState } from 'react';
import { Button } from '@bijli/ui/Button';
import { Field } from '@bijli/ui/Field';

interface NameFormProps {
  id: string;
  label: string;
  help: string;
  maxLength: number;
  name: string;
  /** Why the last name was refused. */
  error: string | undefined;
  onSave: (name: string) => void;
  /** Called when the driver types another name. */
  onType: () => void;
}

/** A form for the driver's own name of a thing. */
export function NameForm({ id, label, help, maxLength, name: before, error, onSave, onType }: NameFormProps) {
  const [name, setName] = useState(before);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave(name);
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <Field
        label={label}
        help={help}
        error={error || undefined}
        maxLength={maxLength}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          onType();
        }}
      />
    </form>
  );
}

/** Submits the form with that id. For the foot of a sheet. */
export function SaveButton({ form, label }: { form: string; label: string }) {
  return (
    <Button look="primary" isBlock type="submit" form={form}>
      {label}
    </Button>
  );
}
