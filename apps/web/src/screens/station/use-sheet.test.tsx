import { lazy, Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { clear, draw, text, until } from '@bijli/ui/testing/page';
import { keepCharge, noteAdded } from '#device/charge-to-pay.ts';
import { useSheet } from './use-sheet.ts';

const choice = { connector_id: 'A:1', mode: 'units' as const, value: 5000 };
afterEach(async () => {
  await clear();
  sessionStorage.clear();
});

function Page() {
  const { sheet, keptChoice, added } = useSheet('s1');
  return `${sheet} ${keptChoice?.value} ${added}`;
}

test('a page that loads something first still knows which vehicle was added', async () => {
  const late = Promise.withResolvers<{ default: () => null }>();
  const Map = lazy(() => late.promise);
  keepCharge('T9', { property_id: 's1', choice, total_paise: 0, what: '', where: '' });
  noteAdded(500);
  await draw(
    <MemoryRouter initialEntries={[{ pathname: '/charger', state: { sheet: 'charge', choice } }]}>
      <Suspense>
        <Page />
        <Map />
      </Suspense>
    </MemoryRouter>,
  );
  expect(text()).toBe('');
  late.resolve({ default: () => null });
  await until(() => expect(text()).toBe('charge 5000 500'));
});
