import { account } from './view-states/account.ts';
import { charge } from './view-states/charge.ts';
import { find } from './view-states/find.ts';
import { pages } from './view-states/pages.ts';
import { signIn } from './view-states/sign-in.ts';
import { station } from './view-states/station.ts';
import { vehicles } from './view-states/vehicles.ts';
import type { ViewState } from './view-states/view-state.ts';

/** Every view state of the app, for checks of all of them and for the pictures. */
export const states: ViewState[] = [...signIn, ...find, ...station, ...charge, ...account, ...vehicles, ...pages];
