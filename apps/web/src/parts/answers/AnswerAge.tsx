import { ago } from '@bijli/ui/format/ago';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';

/** Newer data counts as present, and its age is not shown. */
const MAX_FRESH_SECONDS = 60;

interface AnswerAgeProps {
  /** When the data was answered, in ms since 1970. Undefined before the answer. */
  answeredAtMs: number | undefined;
  className?: string | undefined;
  /** The text stands before or after other text in its line. */
  beside?: 'before' | 'after';
}

/** The age of a station's data, by the same rule everywhere. Renders nothing while it is new. */
export function AnswerAge({ answeredAtMs, className = '', beside }: AnswerAgeProps) {
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
