import { CloudOff, SearchX } from 'lucide-react';
import { Button, LinkButton } from '@bijli/ui/Button';
import { Empty } from '@bijli/ui/Notice';
import { Refusal } from '#api/client.ts';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';

/** Codes of refusals that another try may not get. */
const PASSING = new Set(['unavailable', 'internal']);

interface FailedToLoadProps {
  title: string;
  /** The reason. Most refusals of the server offer no retry, because they would be repeated. */
  error?: Error | null;
  onRetry: () => unknown;
}

/** Shown instead of content that failed to load, with the one thing to do about it. */
export function FailedToLoad({ title, error, onRetry }: FailedToLoadProps) {
  const messages = useMessages();
  if (error instanceof Refusal && !PASSING.has(error.code)) {
    return (
      <Empty
        icon={SearchX}
        title={error.message}
        action={<LinkButton to={paths.map}>{messages.common.backToMap}</LinkButton>}
      />
    );
  }
  return (
    <Empty
      icon={CloudOff}
      title={title}
      action={
        <Button look="primary" onClick={() => void onRetry()}>
          {messages.common.tryAgain}
        </Button>
      }
    >
      {messages.errors.didNotLoad}
    </Empty>
  );
}
