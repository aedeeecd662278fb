import { CircleCheck, Clock3, LockKeyhole, type LucideIcon, Plug, Unplug, Zap } from 'lucide-react';
import type { Charger, Connector } from '@bijli/contract/chargers';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { RadioRow } from '@bijli/ui/ChoiceRow';
import { cx } from '@bijli/ui/cx';
import { ConnectorIcon } from '@bijli/ui/Drawing';
import { formatRupees } from '@bijli/ui/format/money';
import { type Messages, useMessages } from '#messages/messages.ts';
import { useDurationUntil } from '#parts/durations/use-duration-until.ts';
import type { PlugLimit } from './access.ts';
import { powerForCar } from './power-in-words.ts';
import { type ConnectorOfCharger, hasOnePrice, isSelectable, priceOf } from './selectable.ts';
import styles from './Chargers.module.css';

interface ConnectorRowProps {
  charger: Charger;
  connector: Connector;
  vehicle: OwnVehicle | undefined;
  isChosen: boolean;
  /** The driver is charging at this connector now. */
  isOwn: boolean;
  limit: PlugLimit;
  onChoose: (connectorId: string) => void;
}

/** A connector of a charger: its type, its own power, and whether it can be chosen. */
export function ConnectorRow({ charger, connector, vehicle, isChosen, isOwn, limit, onChoose }: ConnectorRowProps) {
  const { station: messages } = useMessages();
  const isBarred = !isSelectable(charger, connector);
  const reason = isBarred ? reasonOf(charger, connector, isOwn, messages) : undefined;
  const isOwnCharge = isOwn && connector.status === 'charging';
  return (
    <RadioRow
      name="connector"
      value={connector.connector_id}
      checked={isChosen}
      isBarred={isBarred}
      onChoose={() => onChoose(connector.connector_id)}
      picture={<ConnectorIcon name={connector.icon} />}
    >
      <span className={styles.connectorHead}>
        <span className={cx(styles.connectorType, 'num')}>
          <span className={styles.facts}>
            <span>{connector.type}</span>
            {factsOf({ charger, connector }, vehicle, messages).map((fact) => (
              <small key={fact}>
                <i>{' · '}</i>
                {fact}
              </small>
            ))}
          </span>
        </span>
        {reason !== undefined && <small className={styles.barredWord}>{messages.disconnected}</small>}
      </span>
      {isBarred ? (
        <Barred reason={reason} freeAt={isOwn ? undefined : connector.free_at} isOwnCharge={isOwnCharge} />
      ) : (
        <Free of={connector} limit={limit} />
      )}
    </RadioRow>
  );
}

/** Its power and that for the vehicle, what it is for, and its price if the charger has no single price. */
function factsOf(
  ofCharger: ConnectorOfCharger,
  vehicle: OwnVehicle | undefined,
  messages: Messages['station'],
): string[] {
  const { charger, connector } = ofCharger;
  const price = hasOnePrice(charger) ? undefined : priceOf(ofCharger);
  return [
    ...(connector.power === undefined
      ? []
      : [messages.kilowatts(connector.power), powerForCar(ofCharger, vehicle, messages)]),
    messages.plugHints[connector.type],
    price !== undefined && (price > 0 ? `${formatRupees(price)}${messages.perUnit}` : messages.costsNothing),
  ].filter((fact) => fact !== false && fact !== undefined);
}

/** An icon and a word for a connector that can be chosen. They are green only when nothing keeps drivers out. */
function Free({ of: { status, name }, limit }: { of: Connector; limit: PlugLimit }) {
  const { station: messages } = useMessages();
  const isPreparing = status === 'preparing';
  const look = limit === undefined && (isPreparing ? styles.preparing : styles.available);
  const word = isPreparing ? messages.statuses.preparing : messages.statuses.available;
  const detail = isPreparing ? messages.plugIsIn : name;
  const shown: { icon: LucideIcon; word: string; detail: string } =
    limit === 'closed'
      ? { icon: Clock3, word: messages.isShut, detail }
      : limit === 'captive'
        ? { icon: LockKeyhole, word, detail: isPreparing ? detail : messages.isPrivate }
        : { icon: isPreparing ? Plug : CircleCheck, word, detail };
  return (
    <span className={cx(styles.connectorState, look)}>
      <shown.icon size={16} aria-hidden />
      <b>{shown.word}</b>
      <span>· {shown.detail}</span>
    </span>
  );
}

/** Why it cannot be chosen, in plain words. The specified word is beside the connector's type. */
function Barred({
  reason,
  freeAt,
  isOwnCharge,
}: {
  reason: string | undefined;
  freeAt: string | undefined;
  isOwnCharge: boolean;
}) {
  const { station: messages } = useMessages();
  const duration = useDurationUntil(freeAt);
  return (
    <span className={cx(styles.connectorState, isOwnCharge && styles.ownCharge)}>
      {isOwnCharge ? <Zap size={16} fill="currentColor" aria-hidden /> : <Unplug size={16} aria-hidden />}
      <b>{reason ?? messages.disconnected}</b>
      {duration !== undefined && <span className="num">· {messages.freeIn(duration)}</span>}
    </span>
  );
}

/** Undefined for an unknown status. */
function reasonOf(
  { charger_status: chargerStatus }: Charger,
  { status }: Connector,
  isOwn: boolean,
  { reasons }: Messages['station'],
): string | undefined {
  if (chargerStatus !== 'online') return reasons.chargerOffline;
  if (isOwn && status === 'charging') return reasons.yours;
  const known: Partial<Record<string, string>> = reasons;
  return known[status];
}
