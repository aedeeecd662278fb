import { useEffect, useRef } from 'react';

interface OpenSheet {
  close: () => void;
  /** Place of its page in the history. */
  index: number | undefined;
}

/** What this file and React Router store in an entry of the history. */
interface Entry {
  /** The entry's place, counted by React Router. */
  idx?: number;
  /** An entry of the same page lies over this one, so that Back has somewhere to go while a sheet is open. */
  isUnder?: true;
  isOver?: true;
}

/** The uppermost sheet is the last. */
const openSheets: OpenSheet[] = [];

/** A step that left the page of an open sheet and is being undone. */
let undone: { sheet: OpenSheet; steps: number } | undefined;

const entry = () => (history.state ?? {}) as Entry;

/** Call it before the router listens: a window calls its listeners in the order in which they were added. */
export function letBackCloseSheets(): void {
  window.addEventListener('popstate', handleStep);
}

/**
 * While `open`, Back closes the element and does not leave the page. The step is undone before the router learns of it,
 * so a sheet adds no entry to the history, and what navigates away from a sheet needs no care.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!open) return;
    const sheet: OpenSheet = { close: () => latest.current(), index: entry().idx };
    openSheets.push(sheet);
    makeRoomForBack();
    return () => void openSheets.splice(openSheets.indexOf(sheet), 1);
  }, [open]);
}

/** A step back from the app's first entry would leave the app and could not be undone, so the entry is doubled. */
function makeRoomForBack(): void {
  const { isOver, ...first } = entry();
  if (first.idx !== 0 || isOver) return;
  history.replaceState({ ...first, isUnder: true }, '');
  history.pushState({ ...first, isUnder: undefined, isOver: true }, '');
}

function handleStep(event: PopStateEvent): void {
  const { idx, isUnder = false } = entry();
  const sheet = undone?.sheet ?? openSheets.at(-1);
  if (sheet?.index !== undefined && idx !== undefined && (idx !== sheet.index || isUnder)) {
    event.stopImmediatePropagation();
    const steps = sheet.index - idx || 1;
    undone ??= { sheet, steps };
    history.go(steps);
  } else if (undone) {
    event.stopImmediatePropagation();
    const { steps } = undone;
    undone = undefined;
    // If the app closed the sheet meanwhile, the step was meant for the page.
    if (sheet !== undefined && openSheets.includes(sheet)) sheet.close();
    else history.go(-steps);
  } else if (isUnder) {
    event.stopImmediatePropagation();
    history.back();
  }
}
