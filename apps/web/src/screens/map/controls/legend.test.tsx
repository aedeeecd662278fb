import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clear, element, until } from '@bijli/ui/testing/page';
import { serveStations } from '../../../testing/map-page.ts';
import { open, setSize } from '../../../testing/page.tsx';
import { stationAt } from '../../../testing/station.ts';

let server: Awaited<ReturnType<typeof serveStations>>;

beforeEach(async () => {
  setSize(390);
  server = await serveStations([stationAt('Only', 21, 79)]);
  await open('/');
  await until(() => element('li', 'Only'));
});
afterEach(async () => {
  await clear();
  localStorage.clear();
  await server.close();
});

test('Escape and a tap elsewhere close the legend, a tap on it does not', async () => {
  const legend = element<HTMLDetailsElement>('details[data-over-map]');
  for (const [where, gesture, isOpen] of [
    [legend, new PointerEvent('pointerdown', { bubbles: true }), true],
    [document.body, new PointerEvent('pointerdown', { bubbles: true }), false],
    [document.body, new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }), false],
  ] as const) {
    await act(async () => {
      legend.open = true;
      legend.dispatchEvent(new Event('toggle'));
    });
    await act(async () => where.dispatchEvent(gesture));
    expect(legend.open).toBe(isOpen);
    legend.open = false;
  }
});
