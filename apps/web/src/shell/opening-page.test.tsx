import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { clear, draw, element, text } from '@bijli/ui/testing/page';
import { setSize } from '../testing/page.tsx';
import { station } from '../testing/station.ts';
import { OpeningPage } from './OpeningPage.tsx';

afterEach(clear);

const openingWith = (state: unknown) =>
  draw(
    <MemoryRouter initialEntries={[{ pathname: '/charger', state }]}>
      <OpeningPage />
    </MemoryRouter>,
  );

test('while the code of a station’s page loads, the driver reads which station it is, on each width', async () => {
  for (const width of [390, 1280]) {
    setSize(width);
    await openingWith({ station: station('Hub') });
    expect(element('[aria-busy] h1').textContent).toBe('Hub');
    expect(text()).toContain('Hub Road');
  }
});

test('a page of which nothing is known is not blank beside the map, and on a phone the app’s mark is shown', async () => {
  setSize(1280);
  await openingWith(null);
  expect(element('div[aria-busy]').childElementCount).toBeGreaterThan(1);
  setSize(390);
  await openingWith(null);
  expect(element('main[aria-busy]').className).toBe('splash');
});
