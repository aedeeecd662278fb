import type { Locator, Page } from '@playwright/test';
import type { en } from '@bijli/web/messages/en';
import { HUB, type Actor, type Role } from '../users.ts';

export type Messages = typeof en;

export interface ViewContext {
  page: Page;
  /** The app's messages in the language of the page. */
  messages: Messages;
  actor: Actor | undefined;
}

/** A view state of the app: a screen, a sheet over it, or a state of either. */
export interface ViewState {
  /** The file name of its picture. */
  name: string;
  /** The driver who is signed in. Nobody is if it is missing. */
  role?: Role;
  path: string;
  /** The navigation state that the previous screen would have passed on. */
  state?: (actor: Actor) => object;
  /** Runs before the page is opened, for example to block a call. */
  before?: (view: ViewContext) => Promise<unknown>;
  /** Leads from the page to the view state. */
  act?: (view: ViewContext) => Promise<unknown>;
  /** What must be in sight in this view state. */
  shows: (view: ViewContext) => Locator;
  /** A call is never answered, so the page stays busy. */
  busy?: boolean;
  /** It disappears after some seconds. `act` brings it back. */
  passing?: boolean;
  /** A desktop shows something else in its place. */
  phoneOnly?: boolean;
  /** The redrawn screen that it is. Its picture is taken at three widths and compared with that drawing. */
  redrawn?: string;
}

export const heading = ({ page }: ViewContext, name: string) =>
  page.getByRole('heading', { name, exact: true }).first();
export const button = ({ page }: ViewContext, name: string) => page.getByRole('button', { name, exact: true }).first();
export const sheet = ({ page }: ViewContext) => page.getByRole('dialog').last();
/** A picture covers the radio button of a free connector. */
export const chooseConnector = async ({ page }: ViewContext) =>
  page.getByRole('radio', { disabled: false }).first().click({ force: true });
export const openChargeSheet = async (view: ViewContext) => {
  await chooseConnector(view);
  await button(view, view.messages.station.chargeNow).click();
};
export const fails = (call: string) => (view: ViewContext) => view.page.route(`**/${call}*`, (route) => route.abort());
/** Holds a call back until the page is closed. */
export const hangs = (call: string) => (view: ViewContext) => view.page.route(`**/${call}*`, () => {});
export const goOffline = (view: ViewContext) => view.page.context().setOffline(true);
/** The banner shows an age, so its text varies. */
export const offlineBanner = ({ page, messages }: ViewContext) =>
  page
    .getByText(messages.errors.offlineAsOf('').split(/[.।]/)[0] ?? '')
    .filter({ visible: true })
    .first();
export const HUB_STATE = { property_id: HUB, property_name: 'Bijli Hub Indiranagar' };
