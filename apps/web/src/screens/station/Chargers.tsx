import { ZapOff } from 'lucide-react';
import type { Charger } from '@bijli/contract/chargers';
import type { OfferedPlugs } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { cx } from '@bijli/ui/cx';
import { ago } from '@bijli/ui/format/ago';
import { formatRupees } from '@bijli/ui/format/money';
import { Empty } from '@bijli/ui/Notice';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useRunningCharge } from '#api/charging.ts';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';
import { freeInWords } from '#parts/stations/free-in-words.ts';
import type { PlugLimit } from './access.ts';
import { ChargerFigures } from './ChargerFigures.tsx';
import { ConnectorRow } from './ConnectorRow.tsx';
import { mayTakeLess } from './power-in-words.ts';
import { SectionHead } from './SectionHead.tsx';
import { hasOnePrice, priceOf } from './selectable.ts';
import { fits, fittingFirst } from './station-state.ts';
import styles from './Chargers.module.css';

interface ChargersProps {
  station: Station;
  chargers: Charger[];
  /** What the station offers the vehicle. */
  plugs: OfferedPlugs;
  vehicle: OwnVehicle | undefined;
  chosenId: string | undefined;
  limit: PlugLimit;
  /** What is shown is not known to be so any more. */
  isCopy: boolean;
  onChoose: (connectorId: string) => void;
}

/** All chargers of the station, those that fit the vehicle first; their connectors are one choice. */
export function Chargers(props: ChargersProps) {
  const { station, chargers, plugs, vehicle, chosenId, limit, isCopy, onChoose } = props;
  const { station: messages, stations } = useMessages();
  const { data: charge } = useRunningCharge();
  const own = charge?.property_id === station.property_id ? charge : undefined;
  if (chargers.length === 0) return <Empty icon={ZapOff} title={messages.emptyTitle} />;
  const free = freeInWords(station, plugs, stations);
  return (
    <section className={cx(styles.chargers, (isCopy || limit) && styles.quiet)}>
      <SectionHead>
        <h2>{messages.chargers}</h2>
        {limit === 'closed' ? <span>{messages.closedNow}</span> : free && <span className="num">{free.join('')}</span>}
      </SectionHead>
      {fittingFirst(chargers, vehicle?.connector_types ?? []).map((charger) => (
        <ChargerCard
          key={charger.charger_id}
          charger={charger}
          vehicle={vehicle}
          chosenId={chosenId}
          limit={limit}
          ownNumber={charger.charger_name === own?.charger_name ? own.oem_connector_number : undefined}
          onChoose={onChoose}
        />
      ))}
    </section>
  );
}

interface ChargerCardProps extends Pick<ChargersProps, 'vehicle' | 'chosenId' | 'limit' | 'onChoose'> {
  charger: Charger;
  /** Of the connector at which the driver charges now. */
  ownNumber: number | undefined;
}

function ChargerCard({ charger, vehicle, chosenId, limit, ownNumber, onChoose }: ChargerCardProps) {
  const name = useMessages().chargerName(charger.charger_name);
  const isOnline = charger.charger_status === 'online';
  return (
    <section className={styles.charger} aria-label={name}>
      <div className={styles.chargerHead}>
        <h3 className="clip">{name}</h3>
        {hasOnePrice(charger) && <Price charger={charger} />}
        <ChargerState charger={charger} vehicle={vehicle} />
      </div>
      {isOnline && <ChargerFigures charger={charger} />}
      <div className={styles.connectors}>
        {charger.connectors.map((connector) => (
          <ConnectorRow
            key={connector.connector_id}
            charger={charger}
            connector={connector}
            vehicle={vehicle}
            isChosen={connector.connector_id === chosenId}
            isOwn={connector.oem_connector_number === ownNumber}
            limit={limit}
            onChoose={onChoose}
          />
        ))}
      </div>
    </section>
  );
}

function Price({ charger }: { charger: Charger }) {
  const { station: messages } = useMessages();
  const price = priceOf({ charger });
  return (
    <span className={cx(styles.price, 'num')}>
      {price === undefined ? (
        <small>{messages.noPrice}</small>
      ) : price === 0 ? (
        messages.costsNothing
      ) : (
        <>
          {formatRupees(price)}
          <small>{messages.perUnit}</small>
        </>
      )}
    </span>
  );
}

/**
 * Online or offline, how strong it is, and whether it fits the driver's vehicle. What that takes, if known, is at each
 * plug.
 */
function ChargerState({ charger, vehicle }: Pick<ChargerCardProps, 'charger' | 'vehicle'>) {
  const { station: messages } = useMessages();
  const isOnline = charger.charger_status === 'online';
  const types = vehicle?.connector_types ?? [];
  const isFitting = charger.connectors.some((connector) => fits(connector, types));
  const { capacity, power_output: strongest } = charger;
  return (
    <span className={cx(styles.state, 'num')}>
      <span className={cx(styles.dot, !isOnline && styles.dotOff)} aria-hidden />
      {isOnline ? messages.online : messages.offline}
      <span aria-hidden>·</span>
      {strongest > 0 && capacity > strongest ? messages.kilowattsInAll(capacity) : messages.kilowatts(capacity)}
      {!isOnline && charger.last_seen !== undefined && <LastSeen at={charger.last_seen} />}
      {isOnline && !isFitting && <More>{messages.notForCar}</More>}
      {isOnline && mayTakeLess(charger, vehicle) && <More>{messages.mayTakeLess}</More>}
    </span>
  );
}

function More({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden>·</span>
      <span className="clip">{children}</span>
    </>
  );
}

function LastSeen({ at }: { at: string }) {
  const messages = useMessages();
  const seconds = (useNow() - Date.parse(at)) / 1000;
  return <More>{messages.station.lastSeen(ago(seconds, messages.time))}</More>;
}

export function ChargersSkeleton() {
  return (
    <div className={styles.chargers} aria-busy>
      <SectionHead>
        <Skeleton width={110} height={28} />
      </SectionHead>
      {[0, 1].map((index) => (
        <div key={index} className={styles.charger}>
          <div className={styles.chargerHead}>
            <Skeleton width={120} height={24} />
            <Skeleton width={96} height={24} />
            <Skeleton width={140} height={20} />
          </div>
          <div className={styles.connectors}>
            <Skeleton width="100%" height={64} />
            <Skeleton width="100%" height={64} />
          </div>
        </div>
      ))}
    </div>
  );
}
