import { isGstin, normalizeGstin } from '@bijli/contract/gstin';
import { Field } from '@bijli/ui/Field';
import { useMessages } from '#messages/messages.ts';
import { type Details, fieldOf } from '#parts/account/DetailsFields.tsx';
import styles from './ProfileScreen.module.css';

/** Fields for the business that charges are invoiced to. Name and address appear once a GSTIN is typed. */
export function BusinessFields({ details }: { details: Details }) {
  const { business: messages } = useMessages().profile;
  const { gstin = '' } = details.values;
  const leaveGstin = () => {
    if (gstin !== '' && !isGstin(gstin)) details.showProblem('gstin', messages.gstinWrong);
  };
  return (
    <fieldset className={styles.business}>
      <legend>{messages.title}</legend>
      <p>{messages.about}</p>
      <Field
        label={messages.gstin}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...fieldOf(details, 'gstin')}
        onChange={(event) => details.change('gstin', normalizeGstin(event.target.value))}
        onBlur={leaveGstin}
      />
      {gstin !== '' && (
        <>
          <Field label={messages.name} autoComplete="organization" {...fieldOf(details, 'business_name')} />
          <Field label={messages.address} autoComplete="street-address" {...fieldOf(details, 'business_address')} />
        </>
      )}
    </fieldset>
  );
}
