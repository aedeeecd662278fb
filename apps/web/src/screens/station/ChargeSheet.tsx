import { TriangleAlert, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChargeMode } from '@bijli/contract/charge-estimate';
import type { StartParams } from '@bijli/contract/charging';
import type { Station } from '@bijli/contract/stations';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { Button } from '@bijli/ui/Button';
import { rupees } from '@bijli/ui/format/money';
import { Sheet } from '@bijli/ui/Sheet';
import { useStartCharge } from '#api/charging.ts';
import { useMessages } from '#messages/messages.ts';
import { type ChargingState, paths, type WalletState } from '#paths.ts';
import { balanceBeforeTax, estimate, isEnough, type Offer } from './charge-choice.ts';
import { HowMuch } from './HowMuch.tsx';
import { type Chosen, powerOf, priceOf } from './selectable.ts';
import styles from './ChargeSheet.module.css';

interface ChargeSheetProps {
  open: boolean;
  onClose: () => void;
  station: Station;
  chosen: Chosen;
  vehicle: OwnVehicle | undefined;
  /** Rupees free to spend. */
  balance: number;
}

/** How much to charge and what it will cost; without enough credits, the way to add some. */
export function ChargeSheet(props: ChargeSheetProps) {
  return isEnough(props.balance) ? <ChooseAndPay {...props} /> : <AddCredits {...props} />;
}

function ChooseAndPay({ open, onClose, station, chosen, vehicle, balance }: ChargeSheetProps) {
  const messages = useMessages();
  const navigate = useNavigate();
  const starting = useStartCharge();
  const [mode, setMode] = useState<ChargeMode>('units');
  const [value, setValue] = useState(0);

  const price = priceOf(chosen);
  const offer: Offer = {
    pricePerUnit: price ?? 0,
    powerKw: powerOf(chosen),
    batteryKwh: vehicle?.battery_capacity,
    balance,
  };
  const estimated = estimate(mode, value, offer);
  const isPayable = price !== undefined && estimated.units > 0 && estimated.isAffordable;

  const changeMode = (next: ChargeMode) => {
    setMode(next);
    setValue(0);
  };
  const pay = () => {
    const { charger, connector } = chosen;
    const params: StartParams = {
      charge_type: 'units',
      charging_value: estimated.units,
      charger_id: charger.charger_id,
      connector_id: connector.connector_id,
      oem_connector_number: connector.oem_connector_number,
    };
    const state: ChargingState = { params, property_id: station.property_id };
    starting.mutate({ body: params }, { onSuccess: () => void navigate(paths.nextCharging, { state }) });
  };

  return (
    <Sheet
      open={open}
      onClose={() => !starting.isPending && onClose()}
      title={messages.chargeSheet.title}
      closeLabel={messages.common.close}
      foot={
        <div className={styles.foot}>
          <span className={styles.balance}>
            {messages.chargeSheet.balance}
            <b className="num">{rupees(balanceBeforeTax(balance))}</b>
          </span>
          <span className={styles.pay}>
            <Button look="primary" block disabled={!isPayable} busy={starting.isPending} onClick={pay}>
              {starting.isPending ? messages.chargeSheet.asking : messages.chargeSheet.pay}
            </Button>
          </span>
        </div>
      }
    >
      <Facts chosen={chosen} />
      <HowMuch mode={mode} value={value} offer={offer} estimated={estimated} onMode={changeMode} onValue={setValue} />
    </Sheet>
  );
}

/** Charger, connector, power and price in one line. */
function Facts({ chosen }: { chosen: Chosen }) {
  const { chargeSheet: messages, station } = useMessages();
  const price = priceOf(chosen);
  return (
    <p className={`num ${styles.facts}`}>
      {messages.facts(
        chosen.charger.charger_name,
        chosen.connector.type,
        station.kilowatts(powerOf(chosen)),
        price === undefined ? station.noPrice : `${rupees(price)} ${station.perUnit}`,
      )}
    </p>
  );
}

function AddCredits({ open, onClose, chosen, balance }: ChargeSheetProps) {
  const messages = useMessages();
  const navigate = useNavigate();
  const addCredits = () => {
    const state: WalletState = { popopen: true };
    void navigate(paths.wallet, { state });
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={messages.chargeSheet.title}
      closeLabel={messages.common.close}
      foot={
        <Button look="primary" block onClick={addCredits}>
          <Wallet size={24} aria-hidden />
          {messages.chargeSheet.addCredits}
        </Button>
      }
    >
      <Facts chosen={chosen} />
      <div className={styles.low}>
        <span className={styles.lowArt}>
          <TriangleAlert size={32} aria-hidden />
        </span>
        <p className={`num ${styles.lowTitle}`}>{messages.chargeSheet.noCredits}</p>
        <p className="num">{messages.chargeSheet.pleaseAdd}</p>
        <p className={`num ${styles.lowHint}`}>{messages.chargeSheet.walletHolds(rupees(balance))}</p>
      </div>
    </Sheet>
  );
}
