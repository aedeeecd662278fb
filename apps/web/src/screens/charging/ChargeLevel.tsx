import type { ChargeEnd } from '@bijli/contract/charge-end';
import type { LiveMeterValue } from '@bijli/contract/realtime';
import { withUnit } from '@bijli/ui/format/units';
import { useMessages } from '#messages/messages.ts';
import { endInWords } from '#parts/running-charge/end-in-words.ts';
import { EndTime } from './EndTime.tsx';
import { FigureWithUnit } from './FigureWithUnit.tsx';
import { useAnimatedNumber } from './use-animated-number.ts';
import styles from './ChargeLevel.module.css';

interface ChargeLevelProps {
  meter: LiveMeterValue;
  boughtKwh: number | undefined;
  /** State of charge at the start, in percent. */
  socAtStart: number | undefined;
  end: ChargeEnd | undefined;
  /** What the driver chose, where that was not units. */
  chosen: string | undefined;
}

/**
 * One huge number, beside it the expected end, and below both a bar: of the battery or, when the car does not report
 * it, of the bought units.
 */
export function ChargeLevel({ meter, boughtKwh, socAtStart, end, chosen }: ChargeLevelProps) {
  const { charging: messages } = useMessages();
  const { soc, unit } = meter;
  const share = soc === null ? (boughtKwh ? unit / boughtKwh : 0) : soc / 100;
  const filledPercent = Math.min(1, share) * 100;
  const goal = soc === null ? 100 : end?.soc;
  const hasGoal = goal !== undefined && goal > filledPercent;
  const width = soc === null ? `${unit.toFixed(2).length} units` : `${String(Math.round(soc)).length} percent`;
  return (
    <>
      <div className={styles.numbers}>
        {soc === null ? <Units kwh={unit} /> : <Percent soc={soc} />}
        {/* Beside a number of another width the sentence becomes a new element, so that it does not slide. */}
        <EndTime key={width} end={end} boughtKwh={boughtKwh} at={meter.at} />
      </div>
      <div
        className={styles.battery}
        role="progressbar"
        aria-label={soc === null ? messages.unitsOfBought : messages.stateOfCharge}
        aria-valuenow={Math.round(filledPercent)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {hasGoal && <i className={styles.rest} style={{ width: `${goal}%` }} />}
        <span className={styles.level} style={{ width: `${filledPercent}%` }} />
        {/* At another place the mark becomes a new element, so that it does not slide. */}
        {hasGoal && soc !== null && <i key={goal} className={styles.goal} style={{ left: `${goal}%` }} />}
      </div>
      <Legend soc={soc} boughtKwh={boughtKwh} socAtStart={socAtStart} end={end} chosen={chosen} />
    </>
  );
}

/** Where the charge began and where it will end. The line keeps its space when it is empty. */
function Legend({ soc, boughtKwh, socAtStart, end, chosen }: Omit<ChargeLevelProps, 'meter'> & { soc: number | null }) {
  const all = useMessages();
  const { charging: messages, chargeSheet } = all;
  const percent = end?.percent;
  const leftText = end && messages.toGo(withUnit((end.leftWh / 1000).toFixed(2), chargeSheet.kwh));
  return (
    <p className={`num ${styles.legend}`}>
      <span>
        {soc === null || socAtStart === undefined ? '' : messages.beganAt(messages.percent(Math.round(socAtStart)))}
      </span>
      {/* The text is right-aligned. Another text becomes a new element, so that it does not slide. */}
      <span key={leftText}>
        {percent !== undefined
          ? // The estimated units would contradict the bought ones beside them.
            messages.stopsAt(messages.percent(percent))
          : // The line above already shows what was bought.
            end &&
            (chosen !== undefined || end.leftWh !== Math.round((boughtKwh ?? 0) * 1000)) && (
              <>
                <b>{chosen ?? endInWords(end, boughtKwh, all)}</b> · {leftText}
              </>
            )}
      </span>
    </p>
  );
}

function Percent({ soc }: { soc: number }) {
  return (
    <p className={`num ${styles.number}`}>
      <FigureWithUnit unit="%">{String(Math.round(useAnimatedNumber(soc)))}</FigureWithUnit>
    </p>
  );
}

function Units({ kwh }: { kwh: number }) {
  const { chargeSheet: messages } = useMessages();
  return (
    <p className={`num ${styles.number} ${styles.units}`}>
      <FigureWithUnit unit={withUnit('', messages.kwh)}>{useAnimatedNumber(kwh).toFixed(2)}</FigureWithUnit>
    </p>
  );
}
