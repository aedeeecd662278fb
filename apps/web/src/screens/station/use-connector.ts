import { useState } from 'react';
import type { Sticker } from '@bijli/contract/sticker';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { notify } from '@bijli/ui/notify';
import { latestAnswer } from '#api/query.ts';
import type { useStation } from '#api/stations.ts';
import { useMessages } from '#messages/messages.ts';
import { onSticker, type Scanned } from './on-sticker.ts';
import { type ConnectorOfCharger, selectedConnector, isSelectable, suggestedFor } from './selectable.ts';

/**
 * Hook: the vehicle to charge, and its connector. The driver chooses the connector; until then it is the one on the
 * scanned sticker, or the best free one that fits.
 */
export function useConnector(
  query: ReturnType<typeof useStation>,
  chosenBefore: string | undefined,
  sticker: Sticker | undefined,
) {
  const { errors } = useMessages();
  const { data, isFetching } = query;
  const [chosenId, setChosenId] = useState(chosenBefore);
  const vehicle = vehicleIn(data);
  const suggestedId = useSuggested(data, vehicle, sticker);
  const choose = async (connectorId: string) => {
    setChosenId(connectorId);
    // The page may be older than a vehicle that was just added.
    if (vehicle || (isFetching && vehicleIn(await latestAnswer(query)))) return;
    setChosenId(undefined);
    notify.error(errors.selectVehicle);
  };
  const connector = selectedConnector(data?.chargers ?? [], chosenId ?? suggestedId);
  return {
    vehicle,
    /** The chosen connector, even if somebody has taken it since. */
    connector,
    chosen: connector && isSelectable(connector.charger, connector.connector) ? connector : undefined,
    choose,
    /**
     * The scanned charger or connector with its present data. Undefined once the driver has chosen another connector.
     */
    scanned: scannedIn(data, connector, sticker),
  };
}

function scannedIn(
  data: ReturnType<typeof useStation>['data'],
  chosen: ConnectorOfCharger | undefined,
  sticker: Sticker | undefined,
): Scanned | undefined {
  const charger = data?.chargers.find(({ charger_id: id }) => id === sticker?.charger);
  if (!charger || (chosen && chosen.charger !== charger)) return undefined;
  return { charger, chosen };
}

/**
 * Hook: the suggestion stays the same once there is one, so that a driver who plugs in there is not led to another
 * connector.
 */
function useSuggested(
  data: ReturnType<typeof useStation>['data'],
  vehicle: OwnVehicle | undefined,
  sticker: Sticker | undefined,
) {
  const [suggested, setSuggested] = useState<{ vehicleId: string | undefined; connectorId: string }>();
  if (!data || (!vehicle && !sticker)) return undefined;
  if (suggested && suggested.vehicleId === vehicle?.id) return suggested.connectorId;
  const types = vehicle?.connector_types ?? [];
  const scanned = sticker && onSticker(data.chargers, sticker, types);
  const connectorId = (scanned ? scanned.chosen : suggestedFor(data.chargers, types))?.connector.connector_id;
  if (connectorId !== undefined) setSuggested({ vehicleId: vehicle?.id, connectorId });
  return connectorId;
}

/** The driver's default vehicle. */
function vehicleIn(answer: { vehicles: OwnVehicle[] } | undefined): OwnVehicle | undefined {
  return answer?.vehicles.find((own) => own.default === 1);
}
