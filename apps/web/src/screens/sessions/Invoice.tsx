import { Check, Clock, FileX, Printer, X } from 'lucide-react';
import type { Invoice as InvoiceData } from '@bijli/contract/charging';
import { useLocation } from 'react-router';
import { useInvoice } from '#api/charging.ts';
import { rupees } from '#format/money.ts';
import { dateTime, duration, minutesBetween } from '#format/time.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { type InvoiceState, paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { Button, LinkButton } from '#ui/Button.tsx';
import { Card, KeyValues, Sum } from '#ui/Card.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/IconButton.tsx';
import layout from '#ui/layout.module.css';
import { Empty } from '#ui/Notice.tsx';
import { useWords } from '#words/words.ts';
import { BatteryChange } from './BatteryChange.tsx';
import { InvoiceSkeleton } from './InvoiceSkeleton.tsx';
import styles from './Invoice.module.css';

/** The invoice of a charge. Straight after charging it has no bar, so that the way on is in thumb reach. */
export default function Invoice() {
  const { invoice: words, common } = useWords();
  const { transaction_id, payment_id, fromScreen } = (useLocation().state ?? {}) as InvoiceState;
  const id = payment_id ?? transaction_id;
  const { data, isError, error, refetch } = useInvoice(id);
  const isFromCharging = fromScreen === 'charging';
  const hasNothing = id === undefined || (isError && !data);

  return (
    <Frame
      title={words.title}
      barless={isFromCharging}
      centred={hasNothing}
      {...(isFromCharging && { dock: <AfterCharging /> })}
      actions={data && <IconButton icon={Printer} label={words.print} onClick={() => print()} />}
    >
      {id === undefined ? (
        <Empty icon={FileX} title={words.noneTitle} action={<LinkButton to={paths.map}>{common.backToMap}</LinkButton>}>
          {words.none}
        </Empty>
      ) : data ? (
        <Details invoice={data} />
      ) : isError ? (
        <FailedToLoad title={words.failedTitle} error={error} onRetry={refetch} />
      ) : (
        <InvoiceSkeleton />
      )}
    </Frame>
  );
}

function AfterCharging() {
  const { invoice: words } = useWords();
  return (
    <div className={layout.row}>
      <Button look="line" aria-label={words.print} onClick={() => print()}>
        <Printer size={24} aria-hidden />
      </Button>
      <div className={layout.grow}>
        <LinkButton look="primary" block to={paths.map}>
          {words.done}
        </LinkButton>
      </div>
    </div>
  );
}

function Details({ invoice }: { invoice: InvoiceData }) {
  const { invoice: words, common } = useWords();
  const { start_date_time: start, end_date_time: end } = invoice;
  return (
    <>
      <Outcome invoice={invoice} />
      <div className={layout.stack}>
        <Station invoice={invoice} />
        <Card>
          <Sum
            lines={[
              [words.amount, rupees(invoice.amount)],
              [words.igst, rupees(invoice.sgst + invoice.cgst)],
            ]}
            total={[words.total, rupees(invoice.total_amount)]}
          />
        </Card>
        <Card>
          <KeyValues
            pairs={[
              [words.number, invoice.invoice_number],
              [words.booking, invoice.booking_id],
              [words.charger, invoice.charger_name],
              [
                words.connector,
                words.connectorValue(invoice.connector_name, invoice.connector_type ?? words.fallbackConnector),
              ],
              [words.vehicle, invoice.vehicle?.vehicle_name ?? common.notAvailable],
              [words.start, start === null ? common.notAvailable : dateTime(start)],
              [words.end, end === null ? common.notAvailable : dateTime(end)],
              [words.rate, invoice.price_per_unit && words.rateValue(rupees(invoice.price_per_unit))],
              [words.stopReason, invoice.stop_reason],
            ]}
          />
        </Card>
      </div>
    </>
  );
}

/** The sum that was paid, or why there is none yet. */
function Outcome({ invoice }: { invoice: InvoiceData }) {
  const { invoice: words } = useWords();
  const outcome =
    invoice.status === 'pending'
      ? { look: styles.wait, icon: Clock, sentence: words.settling }
      : invoice.status === 'failed'
        ? { look: styles.bad, icon: X, sentence: words.failed }
        : { look: styles.ok, icon: Check, sentence: words.paid };
  return (
    <div className={styles.outcome}>
      <span className={cx(styles.mark, outcome.look)}>
        <outcome.icon size={24} aria-hidden />
      </span>
      <p className={styles.sentence}>{outcome.sentence}</p>
      <p className={cx(styles.total, 'num')}>{rupees(invoice.total_amount)}</p>
      {invoice.released !== undefined && invoice.released > 0 && (
        <p className={cx(styles.released, 'num')}>{words.released(rupees(invoice.released))}</p>
      )}
    </div>
  );
}

function Station({ invoice }: { invoice: InvoiceData }) {
  const { invoice: words } = useWords();
  const { property, soc_start: from, soc_end: to, start_date_time: start, end_date_time: end } = invoice;
  const address = [property.address, property.city, `${property.state} ${property.pincode}`.trim(), property.country];
  return (
    <Card>
      <h2 className={styles.name}>{invoice.property_name}</h2>
      <p className={styles.address}>{address.filter(Boolean).join(', ')}</p>
      <dl className={cx(styles.facts, 'num')}>
        <div>
          <dt>{words.units}</dt>
          <dd>{words.unitsValue(invoice.units_consumed.toFixed(2))}</dd>
        </div>
        {from !== null && to !== null && (
          <div>
            <dt>{words.battery}</dt>
            <dd>
              <BatteryChange from={from} to={to} />
            </dd>
          </div>
        )}
        {start !== null && end !== null && (
          <div>
            <dt>{words.time}</dt>
            <dd>{duration(minutesBetween(start, end))}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
