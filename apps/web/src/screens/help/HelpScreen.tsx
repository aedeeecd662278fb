import { Mail, Phone } from 'lucide-react';
import { siWhatsapp } from 'simple-icons';
import type { SessionListItem } from '@bijli/contract/charging';
import { Card, KeyValues } from '@bijli/ui/Card';
import { spacedPhone } from '@bijli/ui/format/text';
import { dateTime } from '@bijli/ui/format/time';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useCharges } from '#api/charging.ts';
import { useClientConfig } from '#api/client-config.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { external } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { ContactWay } from './ContactWay.tsx';
import { Questions } from './Questions.tsx';
import styles from './HelpScreen.module.css';

/** Ways to contact support, the charge it is probably about, and frequent questions. */
export default function HelpScreen() {
  const { help: messages } = useMessages();
  const { data: charges, isPending } = useCharges();
  const last = charges?.[0];
  return (
    <Frame title={messages.title} hasFooterBar>
      <div className={styles.columns}>
        <div>
          <p className={styles.intro}>{messages.intro}</p>
          <Ways bookingId={last?.booking_id} />
          {(isPending || last) && <LastCharge charge={last} />}
        </div>
        <Questions />
      </div>
    </Frame>
  );
}

function Ways({ bookingId }: { bookingId: string | undefined }) {
  const { help: messages, brand } = useMessages();
  const { data, isError, error, refetch } = useClientConfig();
  if (isError && !data) return <FailedToLoad title={messages.failedTitle} error={error} onRetry={refetch} />;
  if (!data) return <WaysSkeleton />;
  const { phone, email, whatsapp } = data.support;
  const greeting = bookingId === undefined ? messages.greeting(brand) : messages.greetingWithCharge(brand, bookingId);
  return (
    <ul className={styles.ways} aria-label={messages.ways}>
      {whatsapp !== '' && (
        <ContactWay
          href={external.whatsApp(whatsapp, greeting)}
          title={messages.chat}
          hint={messages.chatHint}
          opensNewPage
        >
          <svg viewBox="0 0 24 24" width={24} height={24} fill="currentColor" aria-hidden>
            <path d={siWhatsapp.path} />
          </svg>
        </ContactWay>
      )}
      <ContactWay href={external.phone(phone)} title={messages.call} hint={spacedPhone(phone)}>
        <Phone size={24} aria-hidden />
      </ContactWay>
      <ContactWay href={external.email(email)} title={messages.email} hint={email}>
        <Mail size={24} aria-hidden />
      </ContactWay>
    </ul>
  );
}

/** The newest charge, or its placeholder while it loads. */
function LastCharge({ charge }: { charge: SessionListItem | undefined }) {
  const { help: messages, charges: labels } = useMessages();
  const isOver = !charge || charge.status === 'completed' || charge.status === 'failed';
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{isOver ? messages.lastCharge : messages.runningCharge}</h2>
      <Card as="div">
        {charge ? (
          <>
            <h3 className={styles.name}>{charge.property_name}</h3>
            <KeyValues
              pairs={[
                [labels.booking, charge.booking_id],
                [labels.date, dateTime(charge.created_at)],
              ]}
            />
            <p className={styles.ready}>{messages.haveReady}</p>
          </>
        ) : (
          <Skeleton width="100%" height={116} />
        )}
      </Card>
    </section>
  );
}

function WaysSkeleton() {
  return (
    <div className={styles.ways} aria-busy>
      {[1, 2, 3].map((way) => (
        <div key={way} className={styles.waiting}>
          <Skeleton width={48} height={48} isRound />
          <Skeleton width="60%" height={40} />
        </div>
      ))}
    </div>
  );
}
