import { FileX, Flag, MapPin, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Invoice } from '@bijli/contract/charging';
import { Button, LinkButton } from '@bijli/ui/Button';
import { Empty } from '@bijli/ui/Notice';
import { useInvoice, useLastFigures } from '#api/charging.ts';
import { forgetRunningCharge } from '#device/last-running-charge.ts';
import { RAIL, useMedia } from '#device/media.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { OfflineCopy } from '#parts/answers/OfflineCopy.tsx';
import { ComplaintSheet } from '#parts/complaints/ComplaintSheet.tsx';
import PushPrompt from '#parts/push/PushPrompt.tsx';
import { type InvoiceNavigation, paths, stationPage, type ReviewNavigation } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { InvoiceDetails } from './InvoiceDetails.tsx';
import { InvoiceSkeleton } from './InvoiceSkeleton.tsx';
import { LastReading } from './LastReading.tsx';
import { PrintedInvoice } from './PrintedInvoice.tsx';
import { SaveInvoice, ShareInvoice } from './ShareInvoice.tsx';
import styles from './InvoiceScreen.module.css';

/**
 * The invoice of a charge. Directly after charging it has no footer bar, so that the next actions are in reach of the
 * thumb. On wide screens they follow the figures and cover nothing.
 */
export default function InvoiceScreen() {
  const { invoice: messages, common } = useMessages();
  const { transaction_id, payment_id, fromScreen, ...about } = (useLocation().state ?? {}) as InvoiceNavigation;
  const [search] = useSearchParams();
  const id = payment_id ?? transaction_id ?? search.get('id') ?? undefined;
  const query = useInvoice(id);
  const { data, isError, error, refetch } = query;
  const booking = data?.booking_id;
  useEffect(() => {
    if (booking !== undefined) forgetRunningCharge(booking);
  }, [booking]);
  const isFromCharging = fromScreen === 'charging';
  const hasRail = useMedia(RAIL);
  const nextActions = isFromCharging && <AfterCharging invoice={data} about={about} />;
  const lastFigures = useLastFigures(isFromCharging ? id : undefined);
  const hasNothing = id === undefined || (isError && !data && !lastFigures);

  return (
    <Frame
      title={messages.title}
      isBarless={isFromCharging}
      isCentred={hasNothing}
      {...(nextActions && !hasRail && { dock: nextActions })}
    >
      {id === undefined ? (
        <Empty
          icon={FileX}
          title={messages.noneTitle}
          action={<LinkButton to={paths.map}>{common.backToMap}</LinkButton>}
        >
          {messages.none}
        </Empty>
      ) : data ? (
        <>
          <div className={styles.screen}>
            <OfflineCopy of={query} />
            <InvoiceDetails invoice={data}>
              <div className={styles.keep}>
                <ShareInvoice invoice={data} />
                {data.tax && <SaveInvoice invoice={data} />}
              </div>
            </InvoiceDetails>
            {hasRail && nextActions}
            <Also invoice={data} isFromCharging={isFromCharging} />
          </div>
          <PrintedInvoice invoice={data} />
        </>
      ) : (
        <>
          {lastFigures && <LastReading figures={lastFigures} stationName={about.property_name} hasFailed={isError} />}
          {isError ? (
            <FailedToLoad title={messages.failedTitle} error={error} onRetry={refetch} />
          ) : (
            !lastFigures && <InvoiceSkeleton />
          )}
          {hasRail && nextActions}
        </>
      )}
    </Frame>
  );
}

/** The next actions: a review of the station, which may change an existing one, and back to the map. */
function AfterCharging({
  invoice,
  about,
}: {
  invoice: Invoice | undefined;
  about: Pick<InvoiceNavigation, 'property_id' | 'property_name'>;
}) {
  const { invoice: messages } = useMessages();
  const state: ReviewNavigation = {
    property_id: about.property_id ?? invoice?.property_id ?? '',
    property_name: about.property_name ?? invoice?.property_name ?? '',
  };
  return (
    <div className={styles.ways}>
      <LinkButton look="primary" isBlock to={paths.addReview} state={state}>
        {messages.review}
      </LinkButton>
      <LinkButton look="line" isBlock to={paths.map}>
        {messages.done}
      </LinkButton>
    </div>
  );
}

/** Further actions below the figures. */
function Also({ invoice, isFromCharging }: { invoice: Invoice; isFromCharging: boolean }) {
  const { complaint, invoice: messages } = useMessages();
  const [isReporting, setReporting] = useState(false);
  return (
    <div className={styles.also}>
      {isFromCharging && <PushPrompt />}
      {!isFromCharging && (
        <LinkButton look="text" isBlock to={stationPage(invoice.property_id)}>
          <MapPin size={20} aria-hidden />
          {messages.toStation}
        </LinkButton>
      )}
      <Button look="text" isBlock onClick={() => print()}>
        <Printer size={20} aria-hidden />
        {messages.print}
      </Button>
      <Button look="text" isBlock onClick={() => setReporting(true)}>
        <Flag size={20} aria-hidden />
        {complaint.open}
      </Button>
      <ComplaintSheet
        open={isReporting}
        onClose={() => setReporting(false)}
        about={{ property_id: invoice.property_id, booking_id: invoice.booking_id }}
      />
    </div>
  );
}
