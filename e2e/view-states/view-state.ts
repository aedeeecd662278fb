import type { Locator, Page } from '@playwright/test';
import type { en } from '@bijli/web/messages/en';
import { HUB, type Actor, type Role } from '../users.ts';

export type Messages = typeof en;

export interface ViewContext {
  page: Page;
  /** The app's own messages, in the language it is shown in. */
  messages: Messages;
  actor: Actor | undefined;
}

/** A view state of the app: a screen, a sheet over it, or a state of either. */
export interface ViewState {
  /** File name of its picture. */
  name: string;
  /** Who is signed in; nobody when missing. */
  role?: Role;
  path: string;
  /** What the screen before hands on. */
  state?: (actor: Actor) => object;
  /** Before the page is opened, such as cutting a call off. */
  before?: (view: ViewContext) => Promise<unknown>;
  /** What is done on the page to get there. */
  act?: (view: ViewContext) => Promise<unknown>;
  /** What must be in sight once it is there. */
  shows: (view: ViewContext) => Locator;
  /** A call is never answered, so the page stays busy. */
  busy?: boolean;
  /** Is gone after some seconds, and comes again by the same act. */
  passing?: boolean;
  /** Cannot be reached on a desktop, where something else stands in its place. */
  phoneOnly?: boolean;
  /** The redrawn screen that it is; its picture is taken at three widths and stands beside that drawing. */
  redrawn?: string;
}

export const heading = ({ page }: ViewContext, name: string) =>
  page.getByRole('heading', { name, exact: true }).first();
export const button = ({ page }: ViewContext, name: string) => page.getByRole('button', { name, exact: true }).first();
export const sheet = ({ page }: ViewContext) => page.getByRole('dialog').last();
/** Free connectors have a radio that a picture lies over. */
export const chooseConnector = async ({ page }: ViewContext) =>
  page.getByRole('radio', { disabled: false }).first().click({ force: true });
export const openChargeSheet = async (view: ViewContext) => {
  await chooseConnector(view);
  await button(view, view.messages.station.chargeNow).click();
};
export const fails = (call: string) => (view: ViewContext) => view.page.route(`**/${call}*`, (route) => route.abort());
/** Held back until the page is closed. */
export const hangs = (call: string) => (view: ViewContext) => view.page.route(`**/${call}*`, () => {});
export const goOffline = (view: ViewContext) => view.page.context().setOffline(true);
/** It tells an age that nobody can foretell. */
export const offlineBanner = ({ page, messages }: ViewContext) =>
  page
    .getByText(messages.errors.offlineAsOf('').split(/[.।]/)[0] ?? '')
    .filter({ visible: true })
    .first();
export const HUB_STATE = { property_id: HUB, property_name: 'Bijli Hub Indiranagar' };
