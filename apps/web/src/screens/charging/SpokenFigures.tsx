import { useState } from 'react';
import type { LiveMeterValue } from '@bijli/contract/realtime';
import { formatRupees } from '@bijli/ui/format/money';
import { useMessages } from '#messages/messages.ts';

/** Spoken at every multiple of this percentage, or of these units when the car does not report its battery. */
const PERCENT_STEP = 5;
const UNIT_STEP = 2;

/** Tells a screen reader how the charge goes, rarely enough to be listened to. */
export function SpokenFigures({ meter }: { meter: LiveMeterValue }) {
  const { charging: messages } = useMessages();
  const step = Math.floor(meter.soc === null ? meter.unit / UNIT_STEP : meter.soc / PERCENT_STEP);
  const [spoken, setSpoken] = useState({ step, meter });
  if (spoken.step !== step) setSpoken({ step, meter });
  const { soc, unit, amount } = spoken.meter;
  const details = [
    soc !== null && messages.percent(Math.round(soc)),
    messages.unitsSoFar(unit.toFixed(2)),
    formatRupees(amount),
  ];
  return (
    <p className="visually-hidden" role="status">
      {details.filter(Boolean).join(', ')}
    </p>
  );
}
