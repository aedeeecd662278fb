import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { forgetReturn, isSheetLeft, noteSheetLeft, choiceToReturnTo } from '#device/charge-to-pay.ts';
import type { KeptChoice, StationNavigation } from '#paths.ts';

type SheetName = 'charge' | 'vehicle' | 'complaint';

/**
 * Which sheet lies over the page of a station. One that was left for another screen lies there again when the driver comes
 * back, the charge sheet with what was chosen on it.
 */
export function useSheet(propertyId: string) {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const { sheet: left, choice, wantsCharge = false } = (state as StationNavigation | null) ?? {};
  const [paid] = useState(() => choiceToReturnTo(propertyId));
  // Not before the page is shown: until then it may be drawn more than once.
  useEffect(() => {
    if (paid) forgetReturn();
  }, [paid]);
  // The history also has the page as it was before credits were added: what was chosen there is over.
  const [isStale] = useState(() => left === 'charge' && !isSheetLeft(propertyId));
  const [sheet, setSheet] = useState<SheetName | undefined>(
    paid || wantsCharge ? 'charge' : isStale ? undefined : left,
  );
  const [keptChoice, setKeptChoice] = useState(paid?.choice ?? (isStale ? undefined : choice));
  const [added, setAdded] = useState(paid?.added);
  /** In the history, for whatever way leads back. */
  const leave = (open: StationNavigation['sheet'], chosen?: KeptChoice) =>
    void navigate(
      { search },
      { replace: true, state: { ...state, sheet: open, choice: chosen, wantsCharge: undefined } },
    );
  // Once: who comes back to the page later has seen the sheet.
  useEffect(() => {
    if (wantsCharge) leave(undefined);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wantsCharge]);

  return {
    sheet,
    /** What had been chosen on the charge sheet when it was left, and the rupees that were added meanwhile. */
    keptChoice,
    added,
    open: setSheet,
    close: () => {
      setSheet(undefined);
      setKeptChoice(undefined);
      setAdded(undefined);
      if (left) leave(undefined);
    },
    /** Opens another screen from a sheet. */
    leaveFor: (open: StationNavigation['sheet'], path: string, handed: object, chosen?: KeptChoice) => {
      leave(open, chosen);
      if (open === 'charge') noteSheetLeft(propertyId);
      void navigate(path, { state: handed });
    },
  };
}
