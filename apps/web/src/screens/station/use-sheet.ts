import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { StationState } from '#paths.ts';

type SheetName = 'charge' | 'vehicle' | 'fault';

/** Which sheet lies over the page. One that was left for another screen lies there again when the driver comes back. */
export function useSheet() {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const left = (state as StationState | null)?.sheet;
  const [sheet, setSheet] = useState<SheetName | undefined>(left);
  /** In the history, for whatever way leads back. */
  const leave = (open: StationState['sheet']) =>
    void navigate({ search }, { replace: true, state: { ...state, sheet: open } });

  return {
    sheet,
    open: setSheet,
    close: () => {
      setSheet(undefined);
      if (left) leave(undefined);
    },
    /** Opens another screen from a sheet. */
    leaveFor: (open: StationState['sheet'], path: string, handed: object) => {
      leave(open);
      void navigate(path, { state: handed });
    },
  };
}
