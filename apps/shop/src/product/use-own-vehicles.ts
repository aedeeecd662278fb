import { useEffect, useState } from 'react';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { askAsDriver } from '#device/signed-in-driver.ts';

/**
 * The vehicles of the driver who is signed in to the app in this browser, the default first. Empty for everybody else.
 */
export function useOwnVehicles(): OwnVehicle[] {
  const [vehicles, setVehicles] = useState<OwnVehicle[]>([]);
  useEffect(() => {
    let isWanted = true;
    void askAsDriver<{ vehicles?: OwnVehicle[] }>('/api-v1/user/vehicles').then(
      (answer) => isWanted && setVehicles((answer?.vehicles ?? []).toSorted((a, b) => b.default - a.default)),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return vehicles;
}
