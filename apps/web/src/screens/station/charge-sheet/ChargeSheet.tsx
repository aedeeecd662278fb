import { CircleCheck, Plus, Wallet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { balanceBeforeTax, isBalanceEnough } from '@bijli/contract/charge-choice';
import type { Charger } from '@bijli/contract/chargers';
import type { StartParams } from '@bijli/contract/charging';
import { rupees as inRupees } from '@bijli/contract/money';
import type { Station } from '@bijli/contract/stations';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { Button } from '@bijli/ui/Button';
import { formatRupees } from '@bijli/ui/format/money';
import { Sheet } from '@bijli/ui/Sheet';
import { useStartCharge } from '#api/charging.ts';
import { forgetSheetLeft } from '#device/charge-to-pay.ts';
import { keepChoice } from '#device/last-choice.ts';
import { useMessages } from '#messages/messages.ts';
import {
  type KeptChoice,
  type ChargingNavigation,
  paths,
  type VehiclesNavigation,
  type WalletNavigation,
} from '#paths.ts';
import { type AccessLimit, limitsToConfirm, noteConfirmed } from '../access.ts';
import { AccessNotes } from '../AccessNotes.tsx';
import { powerInWords } from '../power-in-words.ts';
import { type ConnectorOfCharger, isSelectable, priceOf } from '../selectable.ts';
import { choiceInWords } from './choice-in-words.ts';
import { ConnectorTaken } from './ConnectorTaken.tsx';
import { HowMuch } from './HowMuch.tsx';
import { StartAnyway, StartAnywayAnswer } from './StartAnyway.tsx';
import { type ChargeChoice, useChoice } from './use-choice.ts';
import { useTrueFor } from './use-true-for.ts';
import styles from './ChargeSheet.module.css';

interface ChargeSheetProps {
  open: boolean;
  onClose: () => void;
  /** Opens another screen. `choice` is restored when the driver comes back. */
  onLeave: (path: string, handed: object, choice: KeptChoice) => void;
  station: Station;
  /** Why the driver may not be able to reach the station now. */
  limits: readonly AccessLimit[];
  chosen: ConnectorOfCharger;
  /** All chargers of the station, to suggest another connector if the chosen one is taken. */
  chargers: Charger[];
  /** Chooses another connector and keeps everything else that was chosen. */
  onMove: (connectorId: string) => void;
  vehicle: OwnVehicle | undefined;
  /** Rupees that are free to spend. */
  balance: number;
  /** What was chosen before the driver left for another screen. */
  keptChoice?: KeptChoice | undefined;
  /** Rupees that were added meanwhile. */
  added?: number | undefined;
}

/** Asks how much to charge and says what it will cost. Offers to add credits if the wallet cannot pay for it. */
export function ChargeSheet(props: ChargeSheetProps) {
  const { open, onClose, onLeave, station, limits, chosen, chargers, onMove, vehicle, balance, keptChoice, added } =
    props;
  const messages = useMessages();
  const choice = useChoice(chosen, vehicle, balance, keptChoice);
  const { estimated, choiceToKeep } = choice;
  const starting = useStart(station, limits, chosen, choice);
  const [hasProceeded, setProceeded] = useState(false);
  // The question stays while the charge starts. Before, it disappears if its reason does, or if the wallet cannot pay.
  const mustAsk = limitsToConfirm(limits, station).length > 0;
  const isAsked = hasProceeded && (starting.isAsked || (starting.isPayable && mustAsk));
  const isTaken = !isSelectable(chosen.charger, chosen.connector) && !starting.isAsked;
  const view = isTaken ? 'taken' : isAsked ? 'startAnyway' : 'choice';
  const body = useBodyFocus(open, view);
  // A driver who can pay for less than was chosen is also offered to add credits.
  const isTooLow = !isBalanceEnough(choice.facts.freePaise);
  const isShort = isTooLow || !estimated.isAffordable;

  const addCredits = () => {
    const charge = {
      property_id: station.property_id,
      choice: choiceToKeep,
      total_paise: estimated.wh > 0 ? estimated.totalPaise : 0,
      what: choiceInWords(choice, messages),
      where: messages.chargeSheet.where(station.property_name, messages.chargerName(chosen.charger.charger_name)),
    };
    onLeave(paths.wallet, { popopen: true, charge } satisfies WalletNavigation, choiceToKeep);
  };

  const tell = () =>
    onLeave(paths.manageVehicles, { ...(vehicle && { tell: vehicle.id }) } satisfies VehiclesNavigation, choiceToKeep);

  const close = () => {
    if (starting.isPending) return;
    setProceeded(false);
    onClose();
  };
  const proceed = () => (mustAsk ? setProceeded(true) : starting.pay());
  // Another connector may have another price, which is shown before the question.
  const move = (connectorId: string) => {
    setProceeded(false);
    onMove(connectorId);
  };

  return (
    <Sheet
      open={open}
      onClose={close}
      title={messages.chargeSheet.title}
      closeLabel={messages.common.close}
      side="left"
      foot={
        isTaken ? undefined : isAsked ? (
          <StartAnywayAnswer isBusy={starting.isPending} onStart={starting.pay} onBack={() => setProceeded(false)} />
        ) : isShort ? (
          <div className={styles.foot}>
            {isTooLow && <TooLow freePaise={choice.facts.freePaise} />}
            <Button look="primary" isBlock onClick={addCredits}>
              <Plus size={24} aria-hidden />
              {messages.chargeSheet.addCredits}
            </Button>
          </div>
        ) : (
          <Pay
            balancePaise={choice.facts.freePaise}
            totalPaise={choice.isExact ? estimated.totalPaise : undefined}
            starting={starting}
            onPay={proceed}
          />
        )
      }
    >
      <div ref={body} tabIndex={-1} className={styles.body}>
        <Added rupees={added} />
        {isTaken ? (
          <ConnectorTaken chosen={chosen} chargers={chargers} types={vehicle?.connector_types ?? []} onMove={move} />
        ) : isAsked ? (
          <StartAnyway limits={limits} station={station} vehicle={vehicle} isStarting={starting.isAsked} />
        ) : (
          <>
            <Details chosen={chosen} vehicle={vehicle} />
            <AccessNotes limits={limits} />
            <HowMuch choice={choice} hasNothing={isTooLow} onTell={tell} />
            {isTooLow && <p className={styles.small}>{messages.chargeSheet.isNoFee}</p>}
          </>
        )}
      </div>
    </Sheet>
  );
}

/** The body of the sheet, which has the focus once another view takes the place of what had it. */
function useBodyFocus(open: boolean, view: string) {
  const body = useRef<HTMLDivElement>(null);
  const last = useRef(view);
  useEffect(() => {
    if (open && last.current !== view) body.current?.focus();
    last.current = view;
  }, [open, view]);
  return body;
}

function useStart(
  station: Station,
  limits: readonly AccessLimit[],
  chosen: ConnectorOfCharger,
  { mode, value, estimated, hasPrice }: ChargeChoice,
) {
  const navigate = useNavigate();
  const starting = useStartCharge();
  const { charger, connector } = chosen;
  const params: StartParams = {
    charge_type: 'units',
    charging_value: estimated.wh / 1000,
    charger_id: charger.charger_id,
    connector_id: connector.connector_id,
    oem_connector_number: connector.oem_connector_number,
    ...(mode === 'percentage' && { target_soc: value }),
  };
  const state: ChargingNavigation = { params, property_id: station.property_id };
  const begin = (bookingId: string) => {
    forgetSheetLeft();
    keepChoice({ mode, value, booking_id: bookingId });
    noteConfirmed(station, limits);
    void navigate(paths.nextCharging, { state });
  };
  return {
    isPending: starting.isPending,
    /** The connector is taken by this very charge. */
    isAsked: starting.isPending || starting.isSuccess,
    isPayable: hasPrice && estimated.wh > 0 && estimated.isAffordable,
    pay: () => starting.mutate({ body: params }, { onSuccess: ({ invoice_number: bookingId }) => begin(bookingId) }),
  };
}

interface PayProps {
  balancePaise: number;
  /** What is held, with GST, if it is exactly what was chosen. */
  totalPaise: number | undefined;
  starting: ReturnType<typeof useStart>;
  onPay: () => void;
}

function Pay({ balancePaise, totalPaise, starting, onPay }: PayProps) {
  const { chargeSheet: messages } = useMessages();
  return (
    <div className={styles.foot}>
      {/* With GST, as the price that stands above; what the slider of amounts ends at is the rest of it, and quiet. */}
      <p className={`num ${styles.balance}`}>
        <b>{messages.inWallet(formatRupees(inRupees(balancePaise)))}</b>
        <span>{messages.beforeTax(formatRupees(inRupees(balanceBeforeTax(balancePaise))))}</span>
      </p>
      <Button look="primary" isBlock disabled={!starting.isPayable} isBusy={starting.isPending} onClick={onPay}>
        {starting.isPending ? messages.asking : messages.pay}
        {starting.isPayable && !starting.isPending && totalPaise !== undefined && totalPaise > 0 && (
          <span className="num">{formatRupees(inRupees(totalPaise))}</span>
        )}
      </Button>
    </div>
  );
}

/** False where the type alone does not say which connector of the charger it is. */
function isTypeUnique({ charger, connector }: ConnectorOfCharger): boolean {
  return charger.connectors.every(
    ({ connector_id: id, type }) => id === connector.connector_id || type !== connector.type,
  );
}

/** Charger, connector, power for the vehicle and price in one line. */
function Details({ chosen, vehicle }: { chosen: ConnectorOfCharger; vehicle: OwnVehicle | undefined }) {
  const { chargeSheet: messages, station, chargerName } = useMessages();
  const price = priceOf(chosen);
  return (
    <p className={`num ${styles.details}`}>
      {messages.details(
        chargerName(chosen.charger.charger_name),
        ...(isTypeUnique(chosen) ? [] : [chosen.connector.name]),
        chosen.connector.type,
        powerInWords(chosen, vehicle, station),
        price ? station.priceBeforeGst(formatRupees(price)) : price === 0 ? station.costsNothing : station.noPrice,
      )}
    </p>
  );
}

const ADDED_MS = 6000;

/** Said quietly for a moment to who comes back from adding credits. */
function Added({ rupees: added }: { rupees: number | undefined }) {
  const { chargeSheet: messages } = useMessages();
  const isFresh = useTrueFor(added !== undefined, ADDED_MS);
  return (
    <div role="status">
      {added !== undefined && isFresh && (
        <p className={`num ${styles.added}`}>
          <CircleCheck size={20} aria-hidden />
          {messages.added(formatRupees(added))}
        </p>
      )}
    </div>
  );
}

/**
 * The balance of a wallet that is too low for any charge, and the specified text. It stands above the button, where no
 * part of it is cut off. It names no second sum: the wallet asks for what the choice needs.
 */
function TooLow({ freePaise }: { freePaise: number }) {
  const { chargeSheet: messages } = useMessages();
  return (
    <div className={styles.low}>
      <Wallet size={24} aria-hidden />
      <div className="num">
        <p className={styles.lowTitle}>
          <span>{messages.inWallet(formatRupees(inRupees(freePaise)))}</span>
          <span>
            {messages.forCharging} {messages.noCredits}
          </span>
        </p>
        <p>{messages.pleaseAdd}</p>
      </div>
    </div>
  );
}
