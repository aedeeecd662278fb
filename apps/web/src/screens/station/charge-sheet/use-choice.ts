import { useState } from 'react';
import {
  type ChargeMode,
  estimate,
  isModeAvailable,
  type EstimateFacts,
  quickChoices,
} from '@bijli/contract/charge-choice';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { useLastCharge } from '#api/charging.ts';
import { lastChargeMode } from '#device/charge-mode.ts';
import type { KeptChoice } from '#paths.ts';
import { type ConnectorOfCharger, priceOf } from '../selectable.ts';
import { socLeftBy, estimateFactsOf, unitsOf } from './estimate-facts.ts';

/** As the last charge on this device was chosen, where this one can be. */
function modeFor(facts: EstimateFacts): ChargeMode {
  const lastMode = lastChargeMode() ?? 'units';
  const isOffered = lastMode === 'percentage' ? facts.car.batteryWh !== undefined : isModeAvailable(lastMode, facts);
  return isOffered ? lastMode : 'units';
}

/** What the driver has chosen on the sheet, and what that comes to. */
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
  const soc = typedSoc === undefined ? socLeftBy(lastCharge, openedAtMs) : (typedSoc ?? undefined);

  const facts: EstimateFacts = estimateFactsOf(connectorOfCharger, vehicle, balance, soc);
  // Who answers where the battery stands wants most likely what is good for it, and has it without another tap.
  const value = chosen ?? (mode === 'percentage' && isSocAnswered ? (quickChoices(mode, facts)[0] ?? 0) : 0);
  return {
    mode,
    value,
    soc,
    /** When the last charge ended, UTC, where `soc` is what it left and the driver has not confirmed it. */
    socLeftAt: typedSoc === undefined && soc !== undefined ? lastCharge?.ended_at : undefined,
    facts,
    /** Whether a price is known, be it 0. */
    hasPrice: priceOf(connectorOfCharger) !== undefined,
    lastUnits: unitsOf(lastCharge),
    estimated: estimate(mode, value, facts),
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
    /** To be kept while the driver is elsewhere. */
    choiceToKeep: {
      connector_id: connectorOfCharger.connector.connector_id,
      mode,
      value,
      ...(typeof typedSoc === 'number' && { soc: typedSoc }),
    } satisfies KeptChoice,
  };
}
export type ChargeChoice = ReturnType<typeof useChoice>;
