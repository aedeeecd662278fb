import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SlideToStop } from '@bijli/ui/SlideToStop';
import { again as drawAgain, clear, draw, element } from '@bijli/ui/testing/page';

const WIDTH = 358;
const END = WIDTH - 70;
let stops = 0;

beforeEach(() => {
  vi.useFakeTimers();
  stops = 0;
  HTMLElement.prototype.setPointerCapture = () => undefined;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH);
});
afterEach(async () => {
  await clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Look {
  disabled?: boolean;
  busyLabel?: string;
}
const question = { title: 'Stop?', text: 'So far ₹1', keep: 'Keep', stop: 'Yes, stop', close: 'Close' };
const slide = (props: Look) => (
  <SlideToStop label="Stop" question={question} onStop={() => (stops += 1)} {...props}>
    Slide to stop
  </SlideToStop>
);
const show = (props: Look = {}) => draw(slide(props));
const again = (props: Look) => drawAgain(slide(props));
const knob = () => element<HTMLButtonElement>('button');
const at = () => Number(/translateX\(([\d.]+)px\)/.exec(knob().style.transform)?.[1]);
const point = (type: string, clientX: number) =>
  act(async () => knob().dispatchEvent(new PointerEvent(type, { clientX, pointerId: 1, button: 0, bubbles: true })));
const key = (name: string) =>
  act(async () => knob().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })));
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const drag = async (px: number) => {
  await point('pointerdown', 30);
  await point('pointermove', 30 + px);
};

test('a swipe all the way stops once, about 300 ms later [CHARGE-15, CONST-9]', async () => {
  await show();
  await drag(END + 40);
  await point('pointerup', 30 + END + 40);
  await pass(290);
  expect(stops).toBe(0);
  await pass(20);
  expect(stops).toBe(1);
  await pass(5000);
  expect(stops).toBe(1);
});

test('the knob ends 70 px short of the width [CHARGE-16, CONST-9]', async () => {
  await show();
  await drag(1000);
  expect(at()).toBe(END);
});

test('a swipe that ends early does nothing and the knob goes back [CHARGE-15]', async () => {
  await show();
  await drag(END - 1);
  expect(at()).toBe(END - 1);
  await point('pointerup', 30 + END - 1);
  await pass(5000);
  expect([stops, at()]).toEqual([0, 0]);
});

test('pulling it back from the end within the moment cancels the stop [CHARGE-15]', async () => {
  await show();
  await drag(END);
  await pass(200);
  await point('pointermove', 30 + 100);
  await pass(5000);
  expect(stops).toBe(0);
});

test('while disabled or busy a full swipe does nothing [CHARGE-14]', async () => {
  await show({ disabled: true });
  await drag(END);
  await point('pointerup', 30 + END);
  await key('End');
  await act(async () => knob().click());
  await pass(5000);
  expect([stops, at()]).toEqual([0, 0]);
  await show({ busyLabel: 'Stopping, please wait' });
  expect([document.querySelector('button'), element('[role=status]').textContent]).toEqual([
    null,
    'Stopping, please wait',
  ]);
});

test('a keyboard user who stops hears what happens and keeps the focus [CHARGE-23]', async () => {
  await show();
  knob().focus();
  for (let presses = 0; presses < 10; presses += 1) await key('ArrowRight');
  await pass(400);
  const said = element('[role=status]');
  await again({ busyLabel: 'Stopping, please wait' });
  expect([element('[role=status]'), document.activeElement]).toEqual([said, said]);
  expect(said.textContent).toBe('Stopping, please wait');
  await again({});
  expect([document.activeElement, said.textContent]).toEqual([knob(), '']);
});

test('arrow keys move the knob, which stops only at the end [CHARGE-23]', async () => {
  await show();
  for (let presses = 0; presses < 9; presses += 1) await key('ArrowRight');
  await pass(5000);
  expect(stops).toBe(0);
  await key('ArrowRight');
  await pass(400);
  expect(stops).toBe(1);
});

test('a press without a pointer, as from screen readers and Enter, asks before it stops; a tap on the knob does nothing [CHARGE-23]', async () => {
  await show();
  const click = (detail: number) =>
    act(async () => knob().dispatchEvent(new MouseEvent('click', { detail, bubbles: true })));
  await click(1);
  await pass(400);
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await click(0);
  await pass(400);
  expect([stops, element('[role=dialog]').textContent]).toEqual([0, expect.stringContaining('So far ₹1')]);
  await act(async () => element('[role=dialog] button', 'Yes, stop').click());
  expect(stops).toBe(1);
  await again({ busyLabel: 'Stopping, please wait' });
  await pass(1000);
  expect(document.activeElement).toBe(element('[role=status]'));
});
