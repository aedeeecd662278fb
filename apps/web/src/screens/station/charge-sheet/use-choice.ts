import { useState } from 'react';
import {
  type ChargeMode,
  estimate,
  isModeAvailable,
  type EstimateFacts,
  quickChoices,
} from '@bijli/contract/charge-choice';
import { chargePrice } from '@bijli/contract/charge-estimate';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { useLastCharge } from '#api/charging.ts';
import { lastChargeMode } from '#device/last-choice.ts';
import type { KeptChoice } from '#paths.ts';
import { type ConnectorOfCharger, priceOf } from '../selectable.ts';
import { socAfterLastCharge, estimateFactsOf, unitsOf } from './estimate-facts.ts';

/** The mode of the last charge on this device, if it is available here. */
function modeFor(facts: EstimateFacts): ChargeMode {
  const lastMode = lastChargeMode() ?? 'units';
  const isOffered = lastMode === 'percentage' ? facts.car.batteryWh !== undefined : isModeAvailable(lastMode, facts);
  return isOffered ? lastMode : 'units';
}

/** Hook: the driver's choice on the sheet and the estimate for it. */
export function useChoice(
  connectorOfCharger: ConnectorOfCharger,
  vehicle: OwnVehicle | undefined,
  balance: number,
  keptChoice: KeptChoice | undefined,
) {
  const { data: lastCharge } = useLastCharge(vehicle?.id);
  const [openedAtMs] = useState(Date.now);
  const [mode, setMode] = useState(
    () => keptChoice?.mode ?? modeFor(estimateFactsOf(connectorOfCharger, vehicle, balance, undefined)),
  );
  const [chosen, setChosen] = useState(keptChoice?.value);
  // Null: the driver has emptied the field.
  const [typedSoc, setTypedSoc] = useState<number | null | undefined>(keptChoice?.soc);
  const [isSocAnswered, setSocAnswered] = useState(false);
  const soc = typedSoc === undefined ? socAfterLastCharge(lastCharge, openedAtMs) : (typedSoc ?? undefined);

  const facts: EstimateFacts = estimateFactsOf(connectorOfCharger, vehicle, balance, soc);
  // A driver who has just entered the state of charge most likely wants the first quick choice.
  const value = chosen ?? (mode === 'percentage' && isSocAnswered ? (quickChoices(mode, facts)[0] ?? 0) : 0);
  const estimated = estimate(mode, value, facts);
  return {
    mode,
    value,
    soc,
    /** UTC. When the last charge ended, if `soc` is what it left and the driver has not confirmed it. */
    socLeftAt: typedSoc === undefined && soc !== undefined ? lastCharge?.ended_at : undefined,
    facts,
    /** True when a price is known, even if it is 0. */
    hasPrice: priceOf(connectorOfCharger) !== undefined,
    lastUnits: unitsOf(lastCharge),
    estimated,
    /**
     * False when the energy that is ordered, and so what is held, costs some paise more or less than the chosen amount.
     */
    isExact: chargePrice(estimated.wh, facts.pricePaisePerKwh).totalPaise === estimated.totalPaise,
    setMode: (next: ChargeMode) => {
      setMode(next);
      setChosen(undefined);
      setSocAnswered(false);
    },
    setValue: setChosen,
    setSoc: (percent: number | undefined) => {
      setTypedSoc(percent ?? null);
      setSocAnswered(true);
    },
    /** The choice to store while the driver is on another screen. */
    choiceToKeep: {
      connector_id: connectorOfCharger.connector.connector_id,
      mode,
      value,
      ...(typeof typedSoc === 'number' && { soc: typedSoc }),
    } satisfies KeptChoice,
  };
}
export type ChargeChoice = ReturnType<typeof useChoice>;
