import { ChevronDown, LifeBuoy } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { withTypedSoc } from '@bijli/contract/charge-end';
import type { OngoingTransaction } from '@bijli/contract/charging';
import type { LiveMeterValue, StatusNotification } from '@bijli/contract/realtime';
import { VehicleDrawing } from '@bijli/ui/Drawing';
import { formatRupees } from '@bijli/ui/format/money';
import { IconLink } from '@bijli/ui/IconButton';
import { notify } from '@bijli/ui/notify';
import { SlideToStop } from '@bijli/ui/SlideToStop';
import { useLiveCurve, useStopCharge } from '#api/charging.ts';
import { isNoNetwork } from '#api/client.ts';
import { useChoiceOf } from '#device/last-choice.ts';
import { useMessages } from '#messages/messages.ts';
import { ChargeCurve } from '#parts/charge-curve/ChargeCurve.tsx';
import { expectedEnd } from '#parts/running-charge/expected-end.ts';
import { paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { ChargeLevel } from './ChargeLevel.tsx';
import { chosenInWords } from './chosen-in-words.ts';
import { Metrics } from './Metrics.tsx';
import { ReadingAge } from './ReadingAge.tsx';
import { SpokenFigures } from './SpokenFigures.tsx';
import styles from './LiveCharge.module.css';

interface LiveChargeProps {
  charge: OngoingTransaction;
  meter: LiveMeterValue;
  status: StatusNotification | undefined;
  isConnected: boolean;
  /** Number of connections so far. */
  connectionCount: number;
  /** Another page is opening in place of this one. */
  isLeft: boolean;
}

/** The running charge, readable from two metres away, and the way to stop it. */
export function LiveCharge({ charge, meter, status, isConnected, connectionCount, isLeft }: LiveChargeProps) {
  const all = useMessages();
  const { charging: messages, nav, chargerName } = all;
  const choice = useChoiceOf(charge.booking_id);
  const { data: samples, isError } = useLiveCurve(charge.booking_id, meter, connectionCount);
  const socAtStart = charge.soc_start ?? samples?.find(({ soc }) => soc !== null)?.soc ?? undefined;
  const end = expectedEnd({ charge, meter, status, socAtStart });
  return (
    <Frame title={messages.title} isTitleInPage isBarless>
      <div className={styles.page}>
        <header className={styles.head}>
          <IconLink icon={ChevronDown} label={messages.backToMap} to={paths.map} />
          <span className={styles.where}>
            <b className="clip">{charge.property_name}</b>
            <span className="clip num">
              {messages.where(
                chargerName(charge.charger_name ?? ''),
                charge.oem_connector_number,
                charge.connector_type ?? '',
              )}
            </span>
          </span>
          <IconLink icon={LifeBuoy} label={nav.helpCenter} to={paths.contactUs} />
        </header>
        <div className={styles.columns}>
          <div className={styles.first}>
            <div className={styles.hero}>
              <div className={styles.heading}>
                <h1 className={styles.title}>{messages.title}</h1>
                <ReadingAge meter={meter} isConnected={isConnected} />
              </div>
              <div className={styles.vehicle}>
                <VehicleDrawing name={charge.user_vehicle_image} model={charge.vehicle_id} isPlugged />
              </div>
              <ChargeLevel
                meter={withTypedSoc(meter, charge)}
                boughtKwh={charge.units_bought}
                socAtStart={socAtStart}
                end={end}
                chosen={chosenInWords(choice, all)}
              />
            </div>
            <div>
              <Metrics
                meter={meter}
                boughtKwh={charge.units_bought}
                mostKw={mostKilowatts(charge)}
                end={end}
                // While it stops it has no expected end any more, and the units are still the most.
                endsByPercent={end?.percent !== undefined || charge.target_soc !== undefined}
                amountHeld={choice?.mode === 'amount' ? charge.held : undefined}
              />
              <SpokenFigures meter={meter} />
            </div>
          </div>
          <div className={styles.graph}>
            <ChargeCurve samples={samples} hasFailed={isError} />
          </div>
          <Stop charge={charge} status={status} meter={meter} isConnected={isConnected} isLeft={isLeft} />
        </div>
      </div>
    </Frame>
  );
}

/** kW that the car can get from the connector, where a source tells what it takes. */
function mostKilowatts({ connector_power: gives, car_power: takes }: OngoingTransaction): number | undefined {
  return takes === undefined ? undefined : Math.min(takes, gives || takes);
}

/** After this time the page says that the stop takes long, and the driver may ask for it again. */
const SLOW_STOP_MS = 20_000;

/** The slider that asks for the stop, then the result. */
function Stop({ charge, status, meter, isConnected, isLeft }: Omit<LiveChargeProps, 'connectionCount'>) {
  const { charging: messages, common } = useMessages();
  const stopping = useStopCharge();
  const [isSlowStop, setSlowStop] = useState(false);
  const isStopping = stopping.isPending || stopping.isSuccess || status?.stage === 'stopping';
  const isUnsent = isNoNetwork(stopping.error) && !isStopping;
  const note = isUnsent ? messages.stopUnsent : (status?.note ?? (isSlowStop ? messages.stoppingLong : undefined));

  // Figures come again, so the slider works again.
  useEffect(() => {
    if (isConnected && isUnsent) stopping.reset();
    // Runs once for each connection and each reading.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isConnected, meter.at]);

  useEffect(() => {
    if (!isStopping) return;
    const timer = setTimeout(() => setSlowStop(true), SLOW_STOP_MS);
    return () => {
      clearTimeout(timer);
      setSlowStop(false);
    };
  }, [isStopping]);

  // The charge may end before the answer arrives. It is then announced neither on the invoice nor while that loads.
  const announce = useEffectEvent((message: string) => {
    if (!isLeft) notify.success(message);
  });
  const { data: answer } = stopping;
  useEffect(() => {
    if (answer) announce(answer.message);
  }, [answer]);
  const stop = () => stopping.mutate({ body: { transaction_id: charge.booking_id } });

  return (
    <div className={styles.stop}>
      {note !== undefined && <p role="status">{note}</p>}
      <SlideToStop
        label={messages.stopLabel}
        busyLabel={isStopping && !isSlowStop ? messages.stopping : undefined}
        question={{
          title: messages.stopAsked,
          text: messages.stopText(messages.unitsSoFar(meter.unit.toFixed(2)), formatRupees(meter.amount)),
          keep: messages.keepCharging,
          stop: messages.stopNow,
          close: common.close,
        }}
        onStop={stop}
      >
        {messages.slideToStop}
      </SlideToStop>
    </div>
  );
}
