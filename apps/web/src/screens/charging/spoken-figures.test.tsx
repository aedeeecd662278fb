import { afterEach, expect, test } from 'vitest';
import type { LiveMeterValue } from '@bijli/contract/realtime';
import { again, clear, draw, element } from '@bijli/ui/testing/page';
import { SpokenFigures } from './SpokenFigures.tsx';

const meter = (soc: number | null, unit: number, amount: number): LiveMeterValue => ({
  soc,
  unit,
  amount,
  power_output: 41.8,
  status: 'Charging',
  booking_id: 'b',
  at: '2026-11-20T08:36:00Z',
});
const said = () => element('[role=status]').textContent;

afterEach(clear);

test('a screen reader announces the figures at every fifth percent, not at every reading', async () => {
  await draw(<SpokenFigures meter={meter(62, 12.6, 341.96)} />);
  expect(said()).toBe('62%, 12.60\u202FkWh, ₹341.96');
  await again(<SpokenFigures meter={meter(64.9, 13.2, 360)} />);
  expect(said()).toBe('62%, 12.60\u202FkWh, ₹341.96');
  await again(<SpokenFigures meter={meter(65.1, 13.3, 362.5)} />);
  expect(said()).toBe('65%, 13.30\u202FkWh, ₹362.50');
});

test('without a battery level it announces every second unit', async () => {
  await draw(<SpokenFigures meter={meter(null, 1.9, 40)} />);
  await again(<SpokenFigures meter={meter(null, 2.1, 44.5)} />);
  expect(said()).toBe('2.10\u202FkWh, ₹44.50');
});
