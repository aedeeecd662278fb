import type { Charger } from '@bijli/contract/chargers';
import { HUB } from '../users.ts';
import { heading, sheet, openChargeSheet, type ViewState } from './view-state.ts';

/** View states of a charge, from the choice of the amount to the invoice and the list of charges. */
export const charge: ViewState[] = [
  {
    name: 'charger-sheet',
    redrawn: 'sheet-units',
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
      await sheet(view).getByRole('slider').fill('18');
    },
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.chargeSheet.pay }),
  },
  {
    name: 'charger-sheet-amount',
    redrawn: 'sheet-amount',
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
      await sheet(view).getByText(view.messages.chargeSheet.modes.amount, { exact: true }).first().click();
      await sheet(view).getByRole('slider').fill('500');
    },
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.chargeSheet.pay }),
  },
  {
    name: 'charger-sheet-time',
    redrawn: 'sheet-time',
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
      await sheet(view).getByText(view.messages.chargeSheet.modes.time, { exact: true }).first().click();
      await sheet(view).getByRole('slider').fill('30');
    },
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.chargeSheet.pay }),
  },
  {
    name: 'charger-sheet-percentage',
    redrawn: 'sheet-percent',
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
      await sheet(view).getByText(view.messages.chargeSheet.modes.percentage, { exact: true }).first().click();
      await sheet(view).getByRole('textbox').fill('34');
      await sheet(view).getByRole('button', { name: '80%' }).click();
    },
    shows: (view) => sheet(view).getByText(view.messages.chargeSheet.takes),
  },
  {
    name: 'charger-sheet-taken',
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
      const taken = await view.page.locator('input[name=connector]:checked').inputValue();
      await view.page.route('**/get-charger*', async (route) => {
        const response = await route.fetch();
        const asked = (await response.json()) as { chargers: Charger[] };
        for (const { connectors } of asked.chargers)
          for (const one of connectors) if (one.connector_id === taken) one.status = 'charging';
        await route.fulfill({ response, json: asked });
      });
      // These events make the page ask again at once.
      await view.page.evaluate(() => ['offline', 'online'].forEach((name) => dispatchEvent(new Event(name))));
    },
    shows: (view) => sheet(view).getByText(view.messages.chargeSheet.taken),
  },
  {
    name: 'charger-sheet-low',
    redrawn: 'sheet-low',
    role: 'broke',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
    },
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.chargeSheet.addCredits }),
  },
  {
    name: 'charger-sheet-top-up',
    redrawn: 'sheet-topup',
    role: 'broke',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
      await sheet(view).getByRole('button', { name: view.messages.chargeSheet.addCredits }).click();
      await view.page.waitForURL('**/wallet');
    },
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.wallet.addCredit }),
  },
  {
    name: 'charging-wait',
    role: 'waiting',
    path: '/next-charging',
    shows: ({ page, messages }) => page.getByText(messages.charging.stages.plugIn).first(),
  },
  {
    name: 'charging',
    redrawn: 'charging',
    role: 'charging',
    path: '/next-charging',
    shows: (view) => heading(view, view.messages.charging.units),
  },
  {
    name: 'charging-stopping',
    role: 'stopping',
    path: '/next-charging',
    shows: ({ page, messages }) => page.getByText(messages.charging.stopping).first(),
  },
  {
    name: 'payment-details',
    role: 'regular',
    path: '/payment-details',
    state: ({ bookingId }) => ({
      transaction_id: bookingId,
      fromScreen: 'charging',
      property_id: HUB,
      property_name: 'Bijli Hub Indiranagar',
    }),
    shows: ({ page }) => page.getByText(/EV\d\d\/\d{4}\/\d{6}/),
  },
  {
    name: 'payment-details-history',
    role: 'regular',
    path: '/payment-details',
    state: ({ bookingId }) => ({ payment_id: bookingId }),
    shows: ({ page }) => page.getByText(/EV\d\d\/\d{4}\/\d{6}/),
  },
  {
    name: 'charging-sessions',
    role: 'charging',
    path: '/charging-sessions',
    shows: ({ page, messages }) => page.getByText(messages.charges.booking).first(),
  },
  {
    name: 'charging-sessions-pending',
    role: 'charging',
    path: '/charging-sessions',
    act: ({ page }) => page.getByRole('tab').first().click(),
    shows: ({ page, messages }) => page.getByText(messages.charges.booking).first(),
  },
  {
    name: 'charging-sessions-empty',
    role: 'empty',
    path: '/charging-sessions',
    act: ({ page }) => page.getByRole('tab').first().click(),
    shows: (view) => heading(view, view.messages.charges.emptyPending),
  },
];
