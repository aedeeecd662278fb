import { WifiOff } from 'lucide-react';
import { Button } from '@bijli/ui/Button';
import { ago } from '@bijli/ui/format/ago';
import { Banner } from '@bijli/ui/Notice';
import { useOnline } from '#device/online.ts';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';
import { useIsCopy } from './use-is-copy.ts';

interface OfflineCopyProps {
  /** The query whose answer is shown. */
  of: Parameters<typeof useIsCopy>[0] & { dataUpdatedAt: number; refetch?: () => unknown };
}

/** Says that the page shows a copy, and how old it is, while the network or the server is away. */
export function OfflineCopy({ of }: OfflineCopyProps) {
  const isCopy = useIsCopy(of);
  if (!isCopy) return null;
  return of.data === undefined ? <JustOffline /> : <Age answeredAtMs={of.dataUpdatedAt} onRetry={of.refetch} />;
}

function JustOffline() {
  const { errors } = useMessages();
  return <Banner icon={WifiOff}>{errors.offline}</Banner>;
}

function Age({ answeredAtMs, onRetry }: { answeredAtMs: number; onRetry: (() => unknown) | undefined }) {
  const { common, errors, time } = useMessages();
  const isOnline = useOnline();
  // Whole minutes, because a screen reader announces each change.
  const age = ago(Math.max(60, (useNow() - answeredAtMs) / 1000), time);
  const action = onRetry && (
    <Button look="text" onClick={() => void onRetry()}>
      {common.tryAgain}
    </Button>
  );
  return (
    <Banner icon={WifiOff} action={action}>
      {isOnline ? errors.notRenewed(age) : errors.offlineAsOf(age)}
    </Banner>
  );
}
