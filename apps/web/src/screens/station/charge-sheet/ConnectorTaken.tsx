import { Unplug } from 'lucide-react';
import type { Charger } from '@bijli/contract/chargers';
import { ChoiceButton } from '@bijli/ui/ChoiceRow';
import { ConnectorIcon } from '@bijli/ui/Drawing';
import { formatRupees } from '@bijli/ui/format/money';
import { useMessages } from '#messages/messages.ts';
import { type ConnectorOfCharger, freeFor, powerOf, priceOf } from '../selectable.ts';
import styles from './ChargeSheet.module.css';

interface TakenProps {
  chosen: ConnectorOfCharger;
  chargers: Charger[];
  /** Connector types that fit the vehicle. Empty when they are not known. */
  types: readonly string[];
  onMove: (connectorId: string) => void;
}

/** Says that the chosen connector is no longer available, and offers the free ones. */
export function ConnectorTaken({ chosen: { charger }, chargers, types, onMove }: TakenProps) {
  const { chargeSheet: messages, station, chargerName } = useMessages();
  const free = freeFor(chargers, types);
  const what = charger.charger_status === 'online' ? messages.taken : messages.wentOffline;
  return (
    <>
      <p role="alert" className={styles.taken}>
        <Unplug size={24} aria-hidden />
        <span>
          <b>{what}</b>
          <br />
          {free.length > 0 ? messages.takeAnother : messages.noOther}
        </span>
      </p>
      <div className={styles.others}>
        {free.map((one) => {
          const price = priceOf(one);
          const details = [
            station.kilowatts(powerOf(one)),
            price ? messages.perKwh(formatRupees(price)) : price === 0 ? station.costsNothing : station.noPrice,
          ];
          return (
            <ChoiceButton
              key={one.connector.connector_id}
              isChosen={false}
              isSquare
              onClick={() => onMove(one.connector.connector_id)}
              picture={<ConnectorIcon name={one.connector.icon} />}
            >
              <b className="clip">{messages.details(chargerName(one.charger.charger_name), one.connector.type)}</b>
              <small className="num clip">{messages.details(...details)}</small>
            </ChoiceButton>
          );
        })}
      </div>
    </>
  );
}
