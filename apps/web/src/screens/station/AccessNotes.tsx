import { Clock3, LockKeyhole, MapPin } from 'lucide-react';
import { Link } from 'react-router';
import { distance } from '@bijli/ui/format/text';
import { openingTime } from '@bijli/ui/format/time';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import type { AccessLimit } from './access.ts';
import styles from './AccessNotes.module.css';

/** Notices that the driver must read before going to the chargers or paying. */
export function AccessNotes({ limits }: { limits: readonly AccessLimit[] }) {
  return limits.map((limit) =>
    limit.kind === 'closed' ? (
      <Closed key="closed" opensAt={limit.opensAt} />
    ) : limit.kind === 'captive' ? (
      <Captive key="captive" />
    ) : (
      <Far key="far" km={limit.km} />
    ),
  );
}

function Far({ km }: { km: number }) {
  const { station: messages, stations } = useMessages();
  return (
    <div className={styles.note} role="note">
      <MapPin size={24} aria-hidden />
      <p className="num">
        <b>{messages.isFar(distance(km))}</b>
        {messages.startThere} <Link to={paths.listChargers}>{stations.title}</Link>
      </p>
    </div>
  );
}

function Closed({ opensAt }: { opensAt: string | undefined }) {
  const { station: messages } = useMessages();
  const nowMs = useNow();
  return (
    <div className={styles.note} role="note">
      <Clock3 size={24} aria-hidden />
      <p className="num">
        <b>{opensAt === undefined ? messages.closedNow : messages.closedUntilOpens(openingTime(opensAt, nowMs))}</b>
        {messages.gateMayBeShut}
      </p>
    </div>
  );
}

function Captive() {
  const { station: messages } = useMessages();
  return (
    <div className={styles.note} role="note">
      <LockKeyhole size={24} aria-hidden />
      <p>
        <b>{messages.notPublic}</b>
        {messages.captive}
      </p>
    </div>
  );
}
