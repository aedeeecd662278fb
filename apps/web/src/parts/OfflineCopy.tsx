import { WifiOff } from 'lucide-react';
import { ago } from '@bijli/ui/format/ago';
import { Banner } from '@bijli/ui/Notice';
import { useOnline } from '#device/online.ts';
import { useNow } from '#device/ticking.ts';
import { useMessages } from '#messages/messages.ts';

interface OfflineCopyProps {
  /** The query whose answer is shown. */
  of: { data: unknown; isError: boolean; dataUpdatedAt: number };
}

/** Says that what is shown is a copy, and how old, while the network or the server is away. */
export function OfflineCopy({ of: { data, isError, dataUpdatedAt } }: OfflineCopyProps) {
  const isOnline = useOnline();
  if (isOnline && !(isError && data !== undefined)) return null;
  return data === undefined ? <JustOffline /> : <Age at={dataUpdatedAt} isOnline={isOnline} />;
}

function JustOffline() {
  const { errors } = useMessages();
  return <Banner icon={WifiOff}>{errors.offline}</Banner>;
}

function Age({ at, isOnline }: { at: number; isOnline: boolean }) {
  const { errors, time } = useMessages();
  // By the minute: a screen reader is told every change.
  const age = ago(Math.max(60, (useNow() - at) / 1000), time);
  return <Banner icon={WifiOff}>{isOnline ? errors.notRenewed(age) : errors.offlineAsOf(age)}</Banner>;
}
