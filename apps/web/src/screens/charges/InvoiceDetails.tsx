import { Check, Clock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Invoice } from '@bijli/contract/charging';
import { spacedPlate } from '@bijli/contract/registration-number';
import { stateWithCode } from '@bijli/contract/state-codes';
import { Card, KeyValues, Totals } from '@bijli/ui/Card';
import { cx } from '@bijli/ui/cx';
import { formatRupees } from '@bijli/ui/format/money';
import { dateTime, minutesBetween } from '@bijli/ui/format/time';
import { exactUnits } from '@bijli/ui/format/units';
import layout from '@bijli/ui/layout.module.css';
import { isUnsettled, useChargeCurve } from '#api/charging.ts';
import { useMessages } from '#messages/messages.ts';
import { ChargeCurve } from '#parts/charge-curve/ChargeCurve.tsx';
import { shortDuration } from '#parts/durations/duration.ts';
import { postalLineOf } from './address.ts';
import { BatteryChange } from './BatteryChange.tsx';
import { notBilledNote } from './not-billed.ts';
import { isWithinState } from './within-state.ts';
import styles from './InvoiceScreen.module.css';

/** What was charged, where, and what it cost. `children` are the actions below the total. */
export function InvoiceDetails({ invoice, children }: { invoice: Invoice; children: ReactNode }) {
  const { invoice: messages, common, chargerName } = useMessages();
  const { start_date_time: start, end_date_time: end, tax } = invoice;
  return (
    <>
      <Outcome invoice={invoice} />
      {children}
      <div className={`${layout.stack} ${styles.cards}`}>
        <Station invoice={invoice} />
        {invoice.units_consumed > 0 && <Curve bookingId={invoice.booking_id} />}
        <Card>
          <Totals
            lines={[
              [messages.amount, formatRupees(invoice.amount)],
              [messages.igst, formatRupees(invoice.sgst + invoice.cgst)],
            ]}
            total={[messages.total, formatRupees(invoice.total_amount)]}
          />
          {/* The sum is named as the specification says, and these are the taxes of the tax document. */}
          {tax && isWithinState(tax) && (
            <p className={cx(styles.taxNote, 'num')}>
              {messages.taxNote(formatRupees(invoice.cgst), formatRupees(invoice.sgst))}
            </p>
          )}
        </Card>
        {tax?.recipient && (
          <Card>
            <KeyValues
              pairs={[
                [messages.paper.customer, tax.recipient.name],
                [messages.paper.gstin, tax.recipient.gstin],
                [messages.paper.placeOfSupply, stateWithCode(tax.place_of_supply)],
              ]}
            />
          </Card>
        )}
        <Card>
          <KeyValues
            pairs={[
              [messages.number, invoice.invoice_number],
              [messages.booking, invoice.booking_id],
              [messages.charger, chargerName(invoice.charger_name)],
              [
                messages.connector,
                messages.connectorValue(invoice.connector_name, invoice.connector_type ?? messages.fallbackConnector),
              ],
              [messages.vehicle, vehicleOf(invoice) ?? common.notAvailable],
              [messages.start, start === null ? common.notAvailable : dateTime(start)],
              [messages.end, end === null ? common.notAvailable : dateTime(end)],
              [messages.rate, invoice.price_per_unit && messages.rateValue(formatRupees(invoice.price_per_unit))],
              [messages.stopReason, invoice.stop_reason],
            ]}
          />
        </Card>
      </div>
    </>
  );
}

/** The paid amount, or why there is none yet. */
function Outcome({ invoice }: { invoice: Invoice }) {
  const { invoice: messages } = useMessages();
  const note = notBilledNote(invoice, messages);
  const outcome = isUnsettled(invoice)
    ? { look: styles.wait, icon: Clock, sentence: messages.settling }
    : invoice.status === 'failed'
      ? { look: styles.bad, icon: X, sentence: messages.failed }
      : { look: styles.ok, icon: Check, sentence: messages.paid };
  return (
    <div className={styles.outcome}>
      <span className={cx(styles.mark, outcome.look)}>
        <outcome.icon size={24} aria-hidden />
      </span>
      <p className={styles.sentence}>{outcome.sentence}</p>
      <p className={cx(styles.total, 'num')}>{formatRupees(invoice.total_amount)}</p>
      {invoice.released !== undefined && invoice.released > 0 && (
        <p className={cx(styles.released, 'num')}>{messages.released(formatRupees(invoice.released))}</p>
      )}
      {invoice.provisional && <p className={styles.released}>{messages.provisional}</p>}
      {note !== undefined && <p className={cx(styles.released, 'num')}>{note}</p>}
    </div>
  );
}

/** The driver's own name of the vehicle, and its model and number plate, by which others know it. */
function vehicleOf({ vehicle }: Invoice): string | undefined {
  if (!vehicle) return undefined;
  const { vehicle_name: name, model_name: model, vehicle_registration_number: plate } = vehicle;
  return [name, model, plate && spacedPlate(plate)].filter(Boolean).join(' · ');
}

/** The curve of the charge. Renders nothing when its readings are no longer stored. */
function Curve({ bookingId }: { bookingId: string }) {
  const { data: samples, isError } = useChargeCurve(bookingId);
  return isError || (samples && samples.length < 2) ? null : <ChargeCurve samples={samples} isSmall />;
}

function Station({ invoice }: { invoice: Invoice }) {
  const { invoice: messages, chargeSheet } = useMessages();
  const { property, soc_start: from, soc_end: to, start_date_time: start, end_date_time: end } = invoice;
  return (
    <Card>
      <h2 className={styles.name}>{invoice.property_name}</h2>
      <p className={styles.address}>{postalLineOf(property)}</p>
      <dl className={cx(styles.details, 'num')}>
        <div>
          <dt>{messages.units}</dt>
          <dd>{messages.unitsValue(exactUnits(invoice.units_consumed))}</dd>
        </div>
        {from !== null && to !== null && (
          <div>
            <dt>{messages.battery}</dt>
            <dd>
              <BatteryChange from={from} to={to} />
            </dd>
          </div>
        )}
        {start !== null && end !== null && (
          <div>
            <dt>{messages.time}</dt>
            <dd>{shortDuration(minutesBetween(start, end), chargeSheet)}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
