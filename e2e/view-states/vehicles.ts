import type { Locator } from '@playwright/test';
import { heading, button, sheet, type ViewContext, type ViewState } from './view-state.ts';

/** View states of a driver's vehicles. */
export const vehicles: ViewState[] = [
  {
    name: 'manage-vehicles',
    redrawn: 'vehicles-add',
    role: 'empty',
    path: '/manage-vehicles',
    act: chooseVehicle,
    shows: addVehicle,
  },
  {
    name: 'manage-vehicles-sheet',
    role: 'regular',
    path: '/manage-vehicles',
    act: async (view) => {
      await chooseVehicle(view);
      await addVehicle(view).click();
      await sheet(view).getByRole('textbox').fill('KA05MR4521');
    },
    shows: sheet,
  },
  {
    name: 'manage-vehicles-bad',
    role: 'empty',
    path: '/manage-vehicles',
    act: async (view) => {
      await chooseVehicle(view);
      await addVehicle(view).click();
      await sheet(view).getByRole('textbox').fill('KA5MR452');
      await sheet(view).getByRole('button', { name: view.messages.vehicles.add }).click();
    },
    shows: ({ page, messages }) => page.getByText(messages.errors.registration).first(),
  },
  {
    name: 'manage-vehicles-own',
    redrawn: 'vehicles',
    role: 'regular',
    path: '/manage-vehicles',
    shows: (view) => heading(view, view.messages.vehicles.own.title),
  },
  {
    name: 'manage-vehicles-menu',
    redrawn: 'vehicles-menu',
    role: 'regular',
    path: '/manage-vehicles',
    act: openOwnMenu,
    shows: sheet,
  },
  {
    name: 'manage-vehicles-plate',
    redrawn: 'vehicles-edit',
    role: 'regular',
    path: '/manage-vehicles',
    act: async (view) => {
      await openOwnMenu(view);
      await sheet(view).getByRole('button', { name: view.messages.vehicles.own.editPlate }).click();
    },
    shows: (view) => sheet(view).getByRole('textbox'),
  },
  {
    name: 'manage-vehicles-remove',
    redrawn: 'vehicles-remove',
    role: 'regular',
    path: '/manage-vehicles',
    act: async (view) => {
      await openOwnMenu(view);
      await sheet(view).getByRole('button', { name: view.messages.vehicles.own.remove }).click();
    },
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.vehicles.own.keep }),
  },
];

async function chooseVehicle({ page }: ViewContext): Promise<void> {
  await page.getByRole('tabpanel').getByRole('button').nth(1).click();
}

function addVehicle(view: ViewContext): Locator {
  return button(view, view.messages.vehicles.add);
}

function openOwnMenu({ page }: ViewContext): Promise<void> {
  return page.locator('section[aria-labelledby=own-vehicles] button').first().click();
}
