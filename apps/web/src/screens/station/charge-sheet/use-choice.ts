import { useState } from 'react';
import { type ChargeMode, estimate, isModeAvailable, type Offer, quickChoices } from '@bijli/contract/charge-choice';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { useLastCharge } from '#api/charging.ts';
import { lastChargeMode } from '#device/charge-mode.ts';
import type { KeptChoice } from '#paths.ts';
import { type ConnectorOfCharger, priceOf } from '../selectable.ts';
import { socLeftBy, offerOf, unitsOf } from './offer.ts';

/** As the last charge on this device was chosen, where this one can be. */
function modeFor(offer: Offer): ChargeMode {
  const lastMode = lastChargeMode() ?? 'units';
  const isOffered = lastMode === 'percentage' ? offer.supply.batteryWh !== undefined : isModeAvailable(lastMode, offer);
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
    () => keptChoice?.mode ?? modeFor(offerOf(connectorOfCharger, vehicle, balance, undefined)),
  );
  const [chosen, setChosen] = useState(keptChoice?.value);
  // Null: the driver has emptied the field.
  const [typedSoc, setTypedSoc] = useState<number | null | undefined>(keptChoice?.soc);
  const [isSocAnswered, setSocAnswered] = useState(false);
  const soc = typedSoc === undefined ? socLeftBy(lastCharge, openedAtMs) : (typedSoc ?? undefined);

  const offer: Offer = offerOf(connectorOfCharger, vehicle, balance, soc);
  // Who answers where the battery stands wants most likely what is good for it, and has it without another tap.
  const value = chosen ?? (mode === 'percentage' && isSocAnswered ? (quickChoices(mode, offer)[0] ?? 0) : 0);
  return {
    mode,
    value,
    soc,
    /** When the last charge ended, UTC, where `soc` is what it left and the driver has not confirmed it. */
    socLeftAt: typedSoc === undefined && soc !== undefined ? lastCharge?.ended_at : undefined,
    offer,
    /** Whether a price is known, be it 0. */
    hasPrice: priceOf(connectorOfCharger) !== undefined,
    lastUnits: unitsOf(lastCharge),
    estimated: estimate(mode, value, offer),
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
