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

/** The app has taken a step itself, and the window has not heard of it yet. */
let isOwnStep = false;

/** The entry at which the last step ended, or that was doubled since. */
let last: Entry = {};

const entry = () => (history.state ?? {}) as Entry;

/** Call it before the router listens: a window calls its listeners in the order in which they were added. */
export function letBackCloseSheets(): void {
  last = entry();
  window.addEventListener('popstate', handleStep);
}

/** Call it right before the app itself steps back: it leaves the page then, also while a sheet is open or closing. */
export function noteOwnStep(): void {
  isOwnStep = true;
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
  last = entry();
}

function handleStep(event: PopStateEvent): void {
  const from = last;
  last = entry();
  if (isOwnStep) {
    isOwnStep = false;
    return;
  }
  const { idx, isUnder = false, isOver = false } = last;
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
  } else if (isUnder && from.isOver) {
    // Both entries are the same page, so a step between them would do nothing that the driver sees.
    event.stopImmediatePropagation();
    history.back();
  } else if (isOver && from.isUnder) {
    event.stopImmediatePropagation();
    history.forward();
  }
}
