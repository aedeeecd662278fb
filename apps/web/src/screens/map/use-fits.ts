import { useCallback } from 'react';
import type { Station } from '@bijli/contract/stations';
import { useDefaultPlugs } from '#api/vehicles.ts';

/** Whether the default vehicle's plug is there. Everything fits as long as nobody knows of a plug, on either side. */
export function useFits(): (station: Station) => boolean {
  const { data: plugs = '' } = useDefaultPlugs();
  return useCallback(
    ({ connector_types: types = [] }: Station) => {
      if (plugs === '' || types.length === 0) return true;
      const own = plugs.split('|');
      return types.some((type) => own.includes(type));
    },
    [plugs],
  );
}
