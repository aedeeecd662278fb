import { Fragment, type ReactNode } from 'react';
import type { OrderField } from '@bijli/contract/order-rules';
import type { DeliveryDays } from '@bijli/contract/shop-orders';
import { laterDelivery } from '@bijli/contract/shop-rules';
import { stateOfPincode } from '@bijli/contract/state-of-pincode';
import { useShop } from '#frame/shop-context.ts';
import { messages } from '#messages/messages.ts';
import { orderFormMessages } from '#messages/order-form-messages.ts';
import { rupeesAndPaise } from '#parts/amount.ts';
import { useDelivery } from '#parts/use-delivery.ts';
import { InstallationChoice } from '#product/InstallationChoice.tsx';
import { BusinessFields } from './BusinessFields.tsx';
import { FieldProblemLine } from './FieldProblemLine.tsx';
import type { OrderFieldsProps } from './order-fields-props.ts';
import { Quantity } from './Quantity.tsx';
import { ShippingField } from './ShippingField.tsx';
import styles from './OrderForm.module.css';

interface Described {
  name: OrderField;
  type: string;
  inputMode: 'text' | 'email' | 'numeric' | 'decimal';
  autoComplete: string;
  before?: string;
  isWide?: boolean;
  /** Beside its label: hardly anybody changes it. */
  isCompact?: boolean;
}

const FIELDS: Described[] = [
  { name: 'name', type: 'text', inputMode: 'text', autoComplete: 'name', isWide: true },
  { name: 'email', type: 'email', inputMode: 'email', autoComplete: 'email' },
  { name: 'mobile', type: 'tel', inputMode: 'numeric', autoComplete: 'tel-national', before: '+91' },
  { name: 'city', type: 'text', inputMode: 'text', autoComplete: 'address-level2' },
  { name: 'pincode', type: 'text', inputMode: 'numeric', autoComplete: 'postal-code' },
  { name: 'address', type: 'textarea', inputMode: 'text', autoComplete: 'street-address', isWide: true },
  {
    name: 'shipping',
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    before: '₹',
    isWide: true,
    isCompact: true,
  },
];

/** The fields of an order: a plain form that works by itself, or one whose owner keeps what is typed. */
export function OrderFields({
  fields,
  problems,
  isBusy = false,
  product,
  installation,
  delivery: first,
  onChange,
}: OrderFieldsProps) {
  const ofPincode = useDelivery(fields.pincode.trim(), { isByPincode: product.delivery_by_pincode === true, first });
  const delivery = laterDelivery(product.delivery_days, ofPincode);
  const isService = product.service === true;
  return (
    <>
      <Quantity typed={fields.quantity} stock={product.quantaty} isBusy={isBusy} onChange={onChange} />
      {installation && (
        <div className={`${styles.choice} ${styles.wide}`}>
          <InstallationChoice
            installation={installation}
            isChosen={fields.installation !== ''}
            isBusy={isBusy}
            onChoose={onChange && ((isChosen) => onChange('installation', isChosen ? '1' : ''))}
          />
        </div>
      )}
      {FIELDS.map(({ name, ...described }) => {
        const field = (
          <Field
            key={name}
            name={name}
            {...described}
            typed={fields[name]}
            problem={problems[name]}
            isBusy={isBusy}
            onChange={onChange}
          >
            {name === 'pincode' && problems.pincode === undefined && (
              <PincodeHelp pincode={fields.pincode.trim()} delivery={delivery} isService={isService} />
            )}
            {name === 'shipping' && (
              <ShippingHelp id="order-shipping-help" typed={fields.shipping} isService={isService} onSet={onChange} />
            )}
          </Field>
        );
        if (name !== 'shipping') return field;
        return (
          <Fragment key={name}>
            <BusinessFields fields={fields} problems={problems} isBusy={isBusy} onChange={onChange} />
            <ShippingField typed={fields.shipping} isWrong={problems.shipping !== undefined}>
              {field}
            </ShippingField>
          </Fragment>
        );
      })}
    </>
  );
}

interface FieldProps extends Described {
  typed: string;
  problem: string | undefined;
  isBusy: boolean;
  onChange: OrderFieldsProps['onChange'];
  /** Below the field. */
  children: ReactNode;
}

/** One field with its label, what is wrong with it, and help. */
function Field({
  name,
  type,
  before,
  isWide,
  isCompact,
  typed,
  problem,
  isBusy,
  onChange,
  children,
  ...hints
}: FieldProps) {
  const id = `order-${name}`;
  const held = onChange
    ? { value: typed, onChange: (event: { target: { value: string } }) => onChange(name, event.target.value) }
    : { defaultValue: typed };
  const control = {
    id,
    name,
    required: true,
    readOnly: isBusy,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? (name === 'shipping' ? `${id}-help` : undefined) : `${id}-problem`,
    ...hints,
    ...held,
  };
  return (
    <div
      className={[styles.field, isWide && styles.wide, isCompact && styles.compact, problem && styles.bad]
        .filter(Boolean)
        .join(' ')}
    >
      <label htmlFor={id}>{orderFormMessages().fields[name]}</label>
      <div className={before === undefined ? undefined : styles.before} data-before={before}>
        {type === 'textarea' ? <textarea {...control} rows={3} /> : <input {...control} type={type} />}
      </div>
      <FieldProblemLine id={`${id}-problem`} problem={problem} />
      {children}
    </div>
  );
}

interface PincodeHelpProps {
  pincode: string;
  delivery: DeliveryDays | null;
  isService: boolean;
}

/**
 * Where it is, and when it comes. Pincodes unlike India's are accepted, and a buyer who wanted an Indian one sees the
 * slip.
 */
function PincodeHelp({ pincode, delivery, isService }: PincodeHelpProps) {
  const { invalid, stateName, visit, delivery: comes } = orderFormMessages();
  const { days } = messages().product.delivery;
  const isOdd = /^\d{4,10}$/.test(pincode) && !/^[1-9]\d{5}$/.test(pincode);
  const state = stateOfPincode(pincode);
  const texts = [
    state && stateName(state),
    delivery && (isService ? visit : comes)(days(delivery.days_from, delivery.days_to)),
  ].filter(Boolean);
  if (!isOdd && texts.length === 0) return null;
  return (
    <p className={styles.help} role="status">
      {isOdd ? invalid.pincode : texts.join(' · ')}
    </p>
  );
}

interface ShippingHelpProps {
  id: string;
  typed: string;
  isService: boolean;
  onSet: OrderFieldsProps['onChange'];
}

/**
 * What the shop asks for shipping. Where another amount stands there: what that does, and one tap that sets the shop's.
 */
function ShippingHelp({ id, typed, isService, onSet }: ShippingHelpProps) {
  const { minShipping } = useShop().settings;
  const { shippingHelp, shippingHelpService, shippingMin, shippingMore, setShipping } = orderFormMessages();
  const amount = Number(typed) || 0;
  if (isService || amount === minShipping) {
    return (
      <p className={styles.help} id={id}>
        {isService ? shippingHelpService : minShipping > 0 ? shippingMin(rupeesAndPaise(minShipping)) : shippingHelp}
      </p>
    );
  }
  const asked = rupeesAndPaise(minShipping);
  return (
    <div className={styles.least}>
      <p id={id}>{amount > minShipping ? shippingMore(rupeesAndPaise(amount), asked) : shippingMin(asked)}</p>
      {onSet ? (
        <button type="button" onClick={() => onSet('shipping', String(minShipping))}>
          {setShipping(rupeesAndPaise(minShipping))}
        </button>
      ) : (
        <button formNoValidate name="show" value="least">
          {setShipping(rupeesAndPaise(minShipping))}
        </button>
      )}
    </div>
  );
}
