import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { forgetReturn, isSheetLeft, noteSheetLeft, choiceToReturnTo } from '#device/charge-to-pay.ts';
import type { KeptChoice, StationNavigation } from '#paths.ts';

type SheetName = 'charge' | 'vehicle' | 'complaint';

/**
 * Hook: which sheet is open over a station's page. A sheet that was left for another screen is open again when the
 * driver comes back, the charge sheet with its choice.
 */
export function useSheet(propertyId: string) {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const { sheet: left, choice, wantsCharge = false } = (state as StationNavigation | null) ?? {};
  const [paid] = useState(() => choiceToReturnTo(propertyId));
  // In an effect, because the page may be rendered more than once before it is shown.
  useEffect(() => {
    if (paid) forgetReturn();
  }, [paid]);
  // The history may still have the page from before credits were added. That choice no longer applies.
  const [isStale] = useState(() => left === 'charge' && !isSheetLeft(propertyId));
  const [sheet, setSheet] = useState<SheetName | undefined>(
    paid || wantsCharge ? 'charge' : isStale ? undefined : left,
  );
  const [keptChoice, setKeptChoice] = useState(paid?.choice ?? (isStale ? undefined : choice));
  const [added, setAdded] = useState(paid?.added);
  /** Stores the sheet in the history, so that every way back finds it. */
  const leave = (open: StationNavigation['sheet'], chosen?: KeptChoice) =>
    void navigate(
      { search },
      { replace: true, state: { ...state, sheet: open, choice: chosen, wantsCharge: undefined } },
    );
  // Runs once: a driver who comes back to the page later has seen the sheet.
  useEffect(() => {
    if (wantsCharge) leave(undefined);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wantsCharge]);

  return {
    sheet,
    /** The choice on the charge sheet when it was left, and the rupees that were added meanwhile. */
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
