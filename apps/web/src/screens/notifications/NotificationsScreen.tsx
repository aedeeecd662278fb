import {
  BatteryCharging,
  Bell,
  CircleAlert,
  CircleCheck,
  type LucideIcon,
  PlugZap,
  Undo2,
  IdCard,
  Wallet,
  Zap,
  ZapOff,
} from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Notification, NotificationKind } from '@bijli/contract/notifications';
import { cx } from '@bijli/ui/cx';
import { clockOrDate } from '@bijli/ui/format/time';
import layout from '@bijli/ui/layout.module.css';
import { Empty } from '@bijli/ui/Notice';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useNotifications, useReadNotifications } from '#api/notifications.ts';
import { useMedia, WIDE } from '#device/media.ts';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';
import { pathOfTarget } from '#notification-address.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { MoreRows } from '#parts/answers/MoreRows.tsx';
import { OfflineCopy } from '#parts/answers/OfflineCopy.tsx';
import PushPrompt from '#parts/push/PushPrompt.tsx';
import { PushSwitch } from '#parts/push/PushSwitch.tsx';
import { Frame } from '#shell/Frame.tsx';
import styles from './NotificationsScreen.module.css';

const ICONS: Record<NotificationKind, LucideIcon> = {
  charge_started: Zap,
  charge_nearly_done: BatteryCharging,
  charge_done: CircleCheck,
  charge_stopped_early: ZapOff,
  start_failed: CircleAlert,
  money_back: Undo2,
  refund: Undo2,
  balance_low: Wallet,
  station_free: PlugZap,
  card_refused: IdCard,
};

/** The driver's notifications, newest first. Opening this screen marks them as read. */
export default function NotificationsScreen() {
  const { notifications: messages } = useMessages();
  const query = useNotifications();
  const { data, isError, refetch } = query;
  const { mutate: read } = useReadNotifications();
  const isWide = useMedia(WIDE);
  const newest = data?.notifications[0]?.id;
  const hasUnread = (data?.unread ?? 0) > 0;
  useEffect(() => {
    if (newest !== undefined && hasUnread) read({ body: { up_to: newest } });
  }, [newest, hasUnread, read]);

  return (
    <Frame title={messages.title} hasFooterBar isCentred={data?.notifications.length === 0 || (isError && !data)}>
      <div className={layout.stack}>
        <OfflineCopy of={query} />
        {data && data.notifications.length > 0 ? (
          <div className={styles.columns}>
            {isWide ? (
              <section className={styles.push}>
                <PushSwitch />
              </section>
            ) : (
              <PushPrompt />
            )}
            <div>
              <ul className={styles.list}>
                {data.notifications.map((notification) => (
                  <Row key={notification.id} notification={notification} />
                ))}
              </ul>
              <MoreRows of={query} />
            </div>
          </div>
        ) : data ? (
          <Empty icon={Bell} title={messages.emptyTitle}>
            {messages.empty}
          </Empty>
        ) : isError ? (
          <FailedToLoad title={messages.failedTitle} onRetry={refetch} />
        ) : (
          <Loading />
        )}
      </div>
    </Frame>
  );
}

function Row({ notification: { kind, title, body, at, read, target } }: { notification: Notification }) {
  const { notifications: messages } = useMessages();
  const nowMs = useNow();
  const Glyph = ICONS[kind];
  return (
    <li>
      <Link to={pathOfTarget(target)} className={cx(styles.row, !read && styles.unread)}>
        <Glyph className={styles.icon} size={24} aria-hidden />
        <span className={styles.words}>
          <b>{title}</b>
          {!read && (
            <span className={styles.mark}>
              <span className="visually-hidden">{messages.unread}</span>
            </span>
          )}
          <span className={styles.body}>{body}</span>
          <time className={`num ${styles.at}`} dateTime={at}>
            {clockOrDate(at, nowMs)}
          </time>
        </span>
      </Link>
    </li>
  );
}

function Loading() {
  return (
    <div className={styles.list} aria-busy>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton width={24} height={24} />
          <span className={styles.words}>
            <Skeleton width={180} height={22} />
            <Skeleton width={240} height={40} />
          </span>
        </div>
      ))}
    </div>
  );
}
