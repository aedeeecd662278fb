import { Check, ChevronDown } from 'lucide-react';
import { isGstin, normalizeGstin } from '@bijli/contract/gstin';
import { isStateElsewhere } from '@bijli/contract/order-rules';
import { STATES, stateCode } from '@bijli/contract/state-codes';
import { stateOfPincode } from '@bijli/contract/state-of-pincode';
import { orderFormMessages } from '#messages/order-form-messages.ts';
import { FieldProblemLine } from './FieldProblemLine.tsx';
import type { OrderFieldsProps } from './order-fields-props.ts';
import styles from './BusinessFields.module.css';
import form from './OrderForm.module.css';

interface Props extends Pick<OrderFieldsProps, 'fields' | 'problems'> {
  isBusy: boolean;
  onChange: OrderFieldsProps['onChange'];
}

/** For example `Karnataka (29)`: invoices name the code that GST gives to a State. */
const stateName = (state: string): string => `${orderFormMessages().stateName(state)} (${stateCode(state)})`;

/** The fields of a business buyer: GSTIN and State of delivery. They unfold without JavaScript. */
export function BusinessFields({ fields, problems, isBusy, onChange }: Props) {
  const { business, businessText, gstinRight, ofPincode, invalid, fields: names } = orderFormMessages();
  const { gstin, state = isStateElsewhere(fields) ? invalid.state : undefined } = problems;
  const found = stateOfPincode(fields.pincode.trim());
  const isWrong = gstin !== undefined || state !== undefined;
  const held = (name: 'gstin' | 'state') =>
    onChange
      ? { value: fields[name], onChange: (event: { target: { value: string } }) => onChange(name, event.target.value) }
      : { defaultValue: fields[name] };
  return (
    <details className={styles.business} open={isWrong || (!onChange && fields.gstin !== '') || undefined}>
      <summary>
        <span>
          <b>{business}</b>
          {/* Also closed it says that a number is filled in, which the driver's profile has. */}
          {fields.gstin.trim() === '' ? businessText : orderFormMessages().summary.gstin(normalizeGstin(fields.gstin))}
        </span>
        <ChevronDown aria-hidden size={20} />
      </summary>
      <div className={styles.fields}>
        <div className={`${form.field} ${gstin ? form.bad : ''}`}>
          <label htmlFor="order-gstin">{names.gstin}</label>
          <input
            id="order-gstin"
            name="gstin"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={24}
            readOnly={isBusy}
            aria-invalid={gstin !== undefined}
            aria-describedby={gstin === undefined ? undefined : 'order-gstin-problem'}
            {...held('gstin')}
          />
          <FieldProblemLine id="order-gstin-problem" problem={gstin} />
          {onChange && isGstin(normalizeGstin(fields.gstin)) && (
            <p className={styles.right}>
              <Check aria-hidden size={16} />
              {gstinRight}
            </p>
          )}
        </div>
        <div className={`${form.field} ${state ? form.bad : ''}`}>
          <label htmlFor="order-state">{names.state}</label>
          <select
            id="order-state"
            name="state"
            disabled={isBusy}
            aria-invalid={state !== undefined}
            aria-describedby={state === undefined ? undefined : 'order-state-problem'}
            {...held('state')}
          >
            <option value="">{ofPincode(found === undefined ? '' : stateName(found))}</option>
            {STATES.map((name) => (
              <option key={name} value={name}>
                {stateName(name)}
              </option>
            ))}
          </select>
          <FieldProblemLine id="order-state-problem" problem={state} />
        </div>
      </div>
    </details>
  );
}
