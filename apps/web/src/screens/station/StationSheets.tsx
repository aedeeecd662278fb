import type { RefObject } from 'react';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import type { useStation } from '#api/stations.ts';
import { FaultSheet } from '#parts/FaultSheet.tsx';
import { paths, type VehiclesState } from '#paths.ts';
import { ChargeSheet } from './charge-sheet/ChargeSheet.tsx';
import type { Chosen } from './selectable.ts';
import type { useSheet } from './use-sheet.ts';
import { VehicleSheet } from './Vehicle.tsx';

interface StationSheetsProps {
  of: NonNullable<ReturnType<typeof useStation>['data']>;
  sheets: ReturnType<typeof useSheet>;
  vehicle: OwnVehicle | undefined;
  chosen: Chosen | undefined;
  vehicleButton: RefObject<HTMLButtonElement | null>;
}

/** What lies over the page: reporting a fault, choosing a vehicle, starting a charge. */
export function StationSheets({
  of: data,
  sheets: { sheet, before, added, close, leaveFor },
  vehicle,
  chosen,
  vehicleButton,
}: StationSheetsProps) {
  const { property: station, chargers } = data;
  const addVehicle = () => {
    const handed: VehiclesState = { fromScreen: 'station' };
    leaveFor('vehicle', paths.manageVehicles, handed);
  };
  return (
    <>
      <FaultSheet
        open={sheet === 'fault'}
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
      {chosen && (
        <ChargeSheet
          // Another choice is another sheet: it begins anew.
          key={chosen.connector.connector_id}
          open={sheet === 'charge'}
          onClose={close}
          onLeave={(path, handed, choice) => leaveFor('charge', path, handed, choice)}
          before={before}
          added={added}
          station={station}
          chosen={chosen}
          vehicle={vehicle}
          balance={data.wallet.balance}
        />
      )}
    </>
  );
}
