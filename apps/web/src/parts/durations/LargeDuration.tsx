import { withUnit } from '@bijli/ui/format/units';
import { useMessages } from '#messages/messages.ts';

/** 27 min, 1 h 05 min, with small units beside large figures. */
export function LargeDuration({ minutes }: { minutes: number }) {
  const { chargeSheet: messages } = useMessages();
  const hours = Math.floor(minutes / 60);
  return (
    <>
      {hours > 0 && (
        <>
          {hours}
          <small>{withUnit('', messages.hours)}</small>{' '}
        </>
      )}
      {hours > 0 ? String(minutes % 60).padStart(2, '0') : minutes}
      <small>{withUnit('', messages.minutes)}</small>
    </>
  );
}
