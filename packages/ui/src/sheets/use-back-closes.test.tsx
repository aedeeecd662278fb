import { act, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clear, draw, element, press, until } from '../testing/page.tsx';
import { letBackCloseSheets, noteOwnStep, useBackCloses } from './use-back-closes.ts';

/** A history whose steps take a moment, as in a browser. */
class SteppedHistory {
  entries: unknown[];
  index: number;

  constructor(...entries: unknown[]) {
    this.entries = entries;
    this.index = entries.length - 1;
  }
  get state() {
    return this.entries[this.index];
  }
  pushState(state: unknown) {
    this.entries = [...this.entries.slice(0, this.index + 1), state];
    this.index += 1;
  }
  replaceState(state: unknown) {
    this.entries[this.index] = state;
  }
  back() {
    this.go(-1);
  }
  forward() {
    this.go(1);
  }
  go(steps: number) {
    setTimeout(() => {
      // A step to where nothing is does nothing.
      if (this.entries[this.index + steps] === undefined) return;
      this.index += steps;
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, 0);
  }
}

letBackCloseSheets();

let past: SteppedHistory;
/** Where a router was told that the driver is. */
let heard: unknown[];
const router = () => heard.push((past.state as { idx: number }).idx);

function Sheet({ name = 'Sheet' }: { name?: string }) {
  const [open, setOpen] = useState(true);
  useBackCloses(open, () => setOpen(false));
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open {name}
      </button>
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      {open && <p>{name}</p>}
    </>
  );
}

beforeEach(() => {
  heard = [];
  window.addEventListener('popstate', router);
});
afterEach(async () => {
  await clear();
  window.removeEventListener('popstate', router);
  vi.unstubAllGlobals();
});

const closeButton = () => element('button', 'Close');
const isOpen = (name = 'Sheet') => [...document.querySelectorAll('p')].some((each) => each.textContent === name);
const show = async (history: SteppedHistory, page = <Sheet />) => {
  past = history;
  vi.stubGlobal('history', past);
  await draw(page);
};
const stepped = () => act(() => new Promise((done) => setTimeout(done, 0)));

test('Back closes the sheet, and the router does not learn of it', async () => {
  await show(new SteppedHistory({ idx: 0 }, { idx: 1 }));
  past.back();
  await until(() => expect(isOpen()).toBe(false));
  expect([past.index, past.entries, heard]).toEqual([1, [{ idx: 0 }, { idx: 1 }], []]);
  past.back();
  await until(() => expect(heard).toEqual([0]));
});

test('a sheet that its button closes leaves nothing behind in the history', async () => {
  await show(new SteppedHistory({ idx: 0 }, { idx: 1 }));
  await press(closeButton());
  expect(past.entries).toEqual([{ idx: 0 }, { idx: 1 }]);
  past.back();
  await until(() => expect(heard).toEqual([0]));
});

test('a second Back before the first is undone closes the sheet too', async () => {
  await show(new SteppedHistory({ idx: 0 }, { idx: 1 }, { idx: 2 }));
  past.back();
  past.back();
  await until(() => expect(isOpen()).toBe(false));
  expect([past.index, heard]).toEqual([2, []]);
});

test('at the app’s first page Back closes the sheet, and one more leaves the app', async () => {
  await show(new SteppedHistory('elsewhere', { idx: 0, usr: 'kept' }));
  past.back();
  await until(() => expect(isOpen()).toBe(false));
  expect(past.state).toMatchObject({ idx: 0, usr: 'kept' });
  await press(element('button', 'Open'));
  await press(closeButton());
  past.back();
  await until(() => expect(past.state).toBe('elsewhere'));
});

test('a step back that the app takes while it closes the sheet is the page’s', async () => {
  await show(new SteppedHistory({ idx: 0 }, { idx: 1 }));
  const go = past.go.bind(past);
  // As the step is undone, the app's own change arrives.
  past.go = (steps) => {
    if (steps > 0) flushSync(() => closeButton().click());
    go(steps);
  };
  past.back();
  await until(() => expect(heard).toEqual([0]));
  expect([past.index, isOpen()]).toEqual([0, false]);
});

test('of two sheets Back closes the upper one', async () => {
  const both = (
    <>
      <Sheet name="Lower" />
      <Sheet name="Upper" />
    </>
  );
  await show(new SteppedHistory({ idx: 0 }, { idx: 1 }), both);
  past.back();
  await until(() => expect(isOpen('Upper')).toBe(false));
  expect(isOpen('Lower')).toBe(true);
});

test('a step to the sheet’s own page, from one that is still opening, is the router’s', async () => {
  await show(new SteppedHistory({ idx: 0 }, { idx: 1 }));
  past.pushState({ idx: 2 });
  past.back();
  await until(() => expect(heard).toEqual([1]));
  await stepped();
  expect(past.index).toBe(1);
});

test('a step back that the app takes itself leaves the page, although its sheet is open', async () => {
  await show(new SteppedHistory({ idx: 0 }, { idx: 1 }));
  noteOwnStep();
  past.back();
  await until(() => expect(heard).toEqual([0]));
  await stepped();
  expect([past.index, isOpen()]).toEqual([0, true]);

  // The next step is the driver's again.
  past.forward();
  await until(() => expect(heard).toEqual([0, 1]));
  past.back();
  await until(() => expect(isOpen()).toBe(false));
  expect([past.index, heard]).toEqual([1, [0, 1]]);
});

test('Forward past the app’s first page, which had a sheet, leads to the next page at once', async () => {
  await show(new SteppedHistory('elsewhere', { idx: 0 }));
  await press(closeButton());
  past.pushState({ idx: 1 });
  past.back();
  await until(() => expect(heard).toEqual([0]));
  past.back();
  await until(() => expect(past.state).toBe('elsewhere'));
  past.forward();
  await until(() => expect(past.state).toMatchObject({ idx: 0 }));
  past.forward();
  await until(() => expect(heard.at(-1)).toBe(1));
  expect(past.state).toEqual({ idx: 1 });
});

test('Back to the app’s first page shows it, if there was nowhere to leave the app to', async () => {
  await show(new SteppedHistory({ idx: 0 }));
  await press(closeButton());
  past.back();
  await until(() => expect(past.index).toBe(0));
  await stepped();
  past.pushState({ idx: 1 });
  past.back();
  await until(() => expect(heard).toEqual([0]));
});
