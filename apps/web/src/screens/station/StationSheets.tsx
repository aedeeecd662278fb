import { type RefObject, useEffect, useState } from 'react';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import type { useStation } from '#api/stations.ts';
import { locateIfAllowed, useRecentPosition } from '#device/position.ts';
import { ComplaintSheet } from '#parts/complaints/ComplaintSheet.tsx';
import { paths, type VehiclesNavigation } from '#paths.ts';
import { accessLimitsOf, farLimitOf } from './access.ts';
import { ChargeSheet } from './charge-sheet/ChargeSheet.tsx';
import type { ConnectorOfCharger } from './selectable.ts';
import type { useSheet } from './use-sheet.ts';
import { VehicleSheet } from './Vehicle.tsx';

interface StationSheetsProps {
  of: NonNullable<ReturnType<typeof useStation>['data']>;
  sheets: ReturnType<typeof useSheet>;
  vehicle: OwnVehicle | undefined;
  /** The chosen connector. Somebody may have taken it since. */
  connector: ConnectorOfCharger | undefined;
  onConnector: (connectorId: string) => void;
  vehicleButton: RefObject<HTMLButtonElement | null>;
  /** The driver has scanned the charger's sticker. */
  isThere: boolean;
}

/** The sheets over the page: filing a complaint, choosing a vehicle, and starting a charge. */
export function StationSheets({
  of: data,
  sheets: { sheet, keptChoice, added, close, leaveFor },
  vehicle,
  connector,
  onConnector,
  vehicleButton,
  isThere,
}: StationSheetsProps) {
  const { property: station, chargers } = data;
  const position = useRecentPosition();
  // The driver may have come here since the position was found.
  useEffect(() => {
    if (sheet === 'charge') void locateIfAllowed();
  }, [sheet]);
  const addVehicle = () => {
    const handed: VehiclesNavigation = { fromScreen: 'station' };
    // The first vehicle is the default, so there is nothing to choose after coming back.
    leaveFor(data.vehicles.length > 0 ? 'vehicle' : undefined, paths.manageVehicles, handed);
  };
  // Another chosen connector resets the sheet, unless it was chosen on the sheet itself.
  const [moved, setMoved] = useState<{ from: string; to: string }>();
  const chosenId = connector?.connector.connector_id ?? '';
  const key = moved?.to === chosenId ? moved.from : chosenId;
  const moveTo = (connectorId: string) => {
    setMoved({ from: key, to: connectorId });
    onConnector(connectorId);
  };
  return (
    <>
      <ComplaintSheet
        open={sheet === 'complaint'}
        onClose={close}
        about={{ property_id: station.property_id }}
        chargers={chargers}
      />
      <VehicleSheet
        open={sheet === 'vehicle'}
        onClose={close}
        onAdd={addVehicle}
        vehicles={data.vehicles}
        opener={vehicleButton}
      />
      {connector && (
        <ChargeSheet
          key={key}
          open={sheet === 'charge'}
          onClose={close}
          onLeave={(path, handed, choice) => leaveFor('charge', path, handed, choice)}
          keptChoice={keptChoice}
          added={added}
          station={station}
          limits={[...accessLimitsOf(station, data.station), ...(isThere ? [] : farLimitOf(station, position))]}
          chosen={connector}
          chargers={chargers}
          onMove={moveTo}
          vehicle={vehicle}
          balance={data.wallet.balance}
        />
      )}
    </>
  );
}
