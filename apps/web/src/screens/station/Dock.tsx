import { useId } from 'react';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { Button, LinkButton } from '@bijli/ui/Button';
import { cx } from '@bijli/ui/cx';
import { formatRupees } from '@bijli/ui/format/money';
import { useMessages } from '#messages/messages.ts';
import { useDurationUntil } from '#parts/durations/use-duration-until.ts';
import { paths } from '#paths.ts';
import type { PlugLimit } from './access.ts';
import { powerInWords } from './power-in-words.ts';
import { type ConnectorOfCharger, priceOf } from './selectable.ts';
import { isAllOccupied, type StationState } from './station-state.ts';
import styles from './Dock.module.css';

interface DockProps {
  chosen: ConnectorOfCharger | undefined;
  state: StationState;
  /** The first limit that the driver must confirm before a charge starts. */
  limit: PlugLimit;
  vehicle: OwnVehicle | undefined;
  /** The network or the server is away: nothing can be started. */
  isCopy: boolean;
  onCharge: () => void;
  /** Where the driver has no vehicle, without which nothing can be chosen. */
  onAddCar: (() => void) | undefined;
}

/** What was chosen, or why nothing can be, and the one thing to do next. */
export function Dock({ chosen, state, limit, vehicle, isCopy, onCharge, onAddCar }: DockProps) {
  const { station: messages, wallet } = useMessages();
  const notice = useWords(chosen, state, vehicle);
  const words = isCopy ? withNeed(notice, wallet.needsConnection) : notice;
  const whyId = useId();
  const button = (
    <Button
      // Charging is not the recommended step while such a limit applies.
      look={onAddCar ? 'quiet' : limit ? 'line' : 'primary'}
      isBlock
      isSlim={onAddCar !== undefined}
      disabled={!chosen || isCopy}
      aria-describedby={isCopy ? whyId : undefined}
      onClick={onCharge}
    >
      {chosen ? messages.chargeNow : messages.selectConnector}
    </Button>
  );
  if (onAddCar && state.whyNone === undefined) {
    return (
      <div className={cx(styles.dock, styles.addCarDock)}>
        <span className={styles.dockWords}>
          <Button look="primary" isBlock onClick={onAddCar}>
            {messages.addCar}
          </Button>
        </span>
        <span className={styles.dockButton}>{button}</span>
      </div>
    );
  }
  // Nothing can be selected where no charger is online, which the page has said above.
  if (!chosen && state.whyNone === 'offline')
    return (
      <LinkButton look="primary" isBlock to={paths.listChargers}>
        {messages.findAnother}
      </LinkButton>
    );
  if (!words) return button;
  const [title, more] = words;
  return (
    <section className={cx(styles.dock, chosen && styles.chosenDock)} aria-label={chosen ? messages.chargeNow : title}>
      <span id={whyId} className={styles.dockWords}>
        <b className="num">{title}</b>
        {more !== undefined && <span className="num">{more}</span>}
        {limit && (
          <span className={styles.dockLimit}>{limit === 'closed' ? messages.closedNow : messages.notPublic}</span>
        )}
      </span>
      <span className={styles.dockButton}>{button}</span>
    </section>
  );
}

type Words = [title: string, more: string | undefined];

/** What was chosen, if anything, and what is missing to charge there. */
const withNeed = (notice: Words | undefined, need: string): Words => (notice ? [notice[0], need] : [need, undefined]);

function useWords(
  chosen: ConnectorOfCharger | undefined,
  state: StationState,
  vehicle: OwnVehicle | undefined,
): Words | undefined {
  const { station: messages } = useMessages();
  const { whyNone, plugs, onlyType, nextFreeAt } = state;
  const duration = useDurationUntil(nextFreeAt);
  if (chosen) {
    const price = priceOf(chosen);
    const rate = price
      ? messages.priceBeforeGst(formatRupees(price))
      : price === 0
        ? messages.costsNothing
        : messages.noPrice;
    return [messages.chosen(chosen.connector.type, powerInWords(chosen, vehicle, messages)), rate];
  }
  if (whyNone === 'noneFree')
    return [
      isAllOccupied(state) ? messages.inUse(plugs.total ?? 0, onlyType) : messages.noneFree,
      duration && messages.nextIn(duration),
    ];
  return undefined;
}
