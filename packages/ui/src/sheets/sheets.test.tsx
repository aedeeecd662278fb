import { act, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { clear, draw, until } from '../testing/page.tsx';
import { Sheet } from './Sheet.tsx';
import { SideSheet } from './SideSheet.tsx';

afterEach(clear);

const closed: string[] = [];
const close = () => void closed.push('closed');

test.each<[string, ReactNode]>([
  [
    'sheet',
    <Sheet key="" open onClose={close} title="Charge" closeLabel="Close">
      Content
    </Sheet>,
  ],
  [
    'side sheet',
    <SideSheet key="" open onClose={close} label="Menu" side="left">
      Content
    </SideSheet>,
  ],
])('a click beside an open %s closes it, the second click of a double click does not', async (_, sheet) => {
  closed.length = 0;
  await draw(sheet);
  await until(() => expect(document.querySelector('[role=dialog]')).toBeTruthy());
  const beside = document.querySelector('[role=dialog]')?.parentElement ?? document.body;
  const click = (detail: number) =>
    act(async () => {
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        beside.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, detail, button: 0 }));
    });
  await click(2);
  expect(closed).toEqual([]);
  await click(1);
  await until(() => expect(closed).toEqual(['closed']));
});
