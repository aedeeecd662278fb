import { ago } from '@bijli/ui/format/ago';
import { useNow } from '#device/ticking.ts';
import { useMessages } from '#messages/messages.ts';

/** What is younger is told as it is now, and nothing is said of its age. */
const MAX_FRESH_SECONDS = 60;

interface UpdatedProps {
  /** When what is shown was answered, ms since 1970; undefined until it was. */
  answeredAtMs: number | undefined;
  className?: string | undefined;
  /** It stands before or after other words of its line. */
  beside?: 'before' | 'after';
}

/** How old what is shown of a station is, by one rule wherever that is said: nothing while it is fresh. */
export function Updated({ answeredAtMs, className = '', beside }: UpdatedProps) {
  const { station: messages, time } = useMessages();
  const seconds = (useNow() - (answeredAtMs ?? Infinity)) / 1000;
  if (seconds < MAX_FRESH_SECONDS) return null;
  const words = messages.updated(ago(seconds, time));
  return (
    <span className={`num ${className}`}>
      {beside === 'after' && ' · '}
      {words}
      {beside === 'before' && ' · '}
    </span>
  );
}
