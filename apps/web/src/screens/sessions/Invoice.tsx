import { Check, Clock, FileX, Flag, Printer, Share2, X } from 'lucide-react';
import type { Invoice as InvoiceData } from '@bijli/contract/charging';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useChargeCurve, useInvoice } from '#api/charging.ts';
import { share } from '#device/share.ts';
import { rupees } from '#format/money.ts';
import { dateTime, duration, minutesBetween } from '#format/time.ts';
import { ChargeCurve } from '#parts/charge-curve/ChargeCurve.tsx';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { FaultSheet } from '#parts/FaultSheet.tsx';
import { OfflineCopy } from '#parts/OfflineCopy.tsx';
import PushOffer from '#parts/PushOffer.tsx';
import { type InvoiceState, paths, type ReviewState } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { Button, LinkButton } from '#ui/Button.tsx';
import { Card, KeyValues, Sum } from '#ui/Card.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/IconButton.tsx';
import layout from '#ui/layout.module.css';
import { Empty } from '#ui/Notice.tsx';
import { notify } from '#ui/notify.ts';
import { useWords } from '#words/words.ts';
import { addressOf } from './address.ts';
import { BatteryChange } from './BatteryChange.tsx';
import { InvoiceSkeleton } from './InvoiceSkeleton.tsx';
import { Paper } from './Paper.tsx';
import styles from './Invoice.module.css';

/** The invoice of a charge. Straight after charging it has no bar, so that the way on is in thumb reach. */
export default function Invoice() {
  const { invoice: words, common } = useWords();
  const { transaction_id, payment_id, fromScreen, ...about } = (useLocation().state ?? {}) as InvoiceState;
  const [search] = useSearchParams();
  const id = payment_id ?? transaction_id ?? search.get('id') ?? undefined;
  const query = useInvoice(id);
  const { data, isError, error, refetch } = query;
  const isFromCharging = fromScreen === 'charging';
  const hasNothing = id === undefined || (isError && !data);

  return (
    <Frame
      title={words.title}
      barless={isFromCharging}
      centred={hasNothing}
      {...(isFromCharging && { dock: <AfterCharging invoice={data} about={about} /> })}
      actions={
        data && (
          <>
            <ShareButton invoice={data} />
            <IconButton icon={Printer} label={words.print} onClick={() => print()} />
          </>
        )
      }
    >
      {id === undefined ? (
        <Empty icon={FileX} title={words.noneTitle} action={<LinkButton to={paths.map}>{common.backToMap}</LinkButton>}>
          {words.none}
        </Empty>
      ) : data ? (
        <>
          <div className={styles.screen}>
            <OfflineCopy of={query} />
            <Details invoice={data} />
            <Also invoice={data} isFromCharging={isFromCharging} />
          </div>
          <Paper invoice={data} />
        </>
      ) : isError ? (
        <FailedToLoad title={words.failedTitle} error={error} onRetry={refetch} />
      ) : (
        <InvoiceSkeleton />
      )}
    </Frame>
  );
}

/** The way on: a review of the station, and the invoice to keep. */
function AfterCharging({
  invoice,
  about,
}: {
  invoice: InvoiceData | undefined;
  about: Pick<InvoiceState, 'property_id' | 'property_name'>;
}) {
  const { invoice: words } = useWords();
  const state: ReviewState = {
    property_id: about.property_id ?? invoice?.property_id ?? '',
    property_name: about.property_name ?? invoice?.property_name ?? '',
  };
  return (
    <div className={layout.row}>
      {invoice && <ShareButton invoice={invoice} />}
      <IconButton icon={Printer} label={words.print} onClick={() => print()} />
      <div className={layout.grow}>
        <LinkButton look="primary" block to={paths.addReview} state={state}>
          {words.review}
        </LinkButton>
      </div>
    </div>
  );
}

function ShareButton({ invoice }: { invoice: InvoiceData }) {
  const { invoice: words, pageTitle } = useWords();
  const shareIt = async () => {
    const text = words.shareText(
      invoice.invoice_number,
      invoice.property_name,
      words.unitsValue(invoice.units_consumed.toFixed(2)),
      rupees(invoice.total_amount),
      invoice.end_date_time === null ? '' : dateTime(invoice.end_date_time),
    );
    if ((await share({ title: pageTitle(words.title), text })) === 'copied') notify.info(words.shared);
  };
  return <IconButton icon={Share2} label={words.share} onClick={() => void shareIt()} />;
}

/** What else can be done from here, below the figures. */
function Also({ invoice, isFromCharging }: { invoice: InvoiceData; isFromCharging: boolean }) {
  const { fault, invoice: words } = useWords();
  const [isReporting, setReporting] = useState(false);
  return (
    <div className={styles.also}>
      {isFromCharging && <PushOffer />}
      <Button look="text" block onClick={() => setReporting(true)}>
        <Flag size={20} aria-hidden />
        {fault.open}
      </Button>
      {isFromCharging && (
        <LinkButton look="text" block to={paths.map}>
          {words.done}
        </LinkButton>
      )}
      <FaultSheet
        open={isReporting}
        onClose={() => setReporting(false)}
        about={{ property_id: invoice.property_id, booking_id: invoice.booking_id }}
      />
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
        {invoice.units_consumed > 0 && <Curve bookingId={invoice.booking_id} />}
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

/** How the charge went; nothing for one whose readings are not kept any more. */
function Curve({ bookingId }: { bookingId: string }) {
  const { data: samples, isError } = useChargeCurve(bookingId);
  return isError || (samples && samples.length < 2) ? null : <ChargeCurve samples={samples} small />;
}

function Station({ invoice }: { invoice: InvoiceData }) {
  const { invoice: words } = useWords();
  const { property, soc_start: from, soc_end: to, start_date_time: start, end_date_time: end } = invoice;
  return (
    <Card>
      <h2 className={styles.name}>{invoice.property_name}</h2>
      <p className={styles.address}>{addressOf(property)}</p>
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
