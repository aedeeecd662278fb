import { withUnit } from '@bijli/ui/format/units';
import { account } from './account-hi.ts';
import { addReview } from './add-review-hi.ts';
import { basicDetails } from './basic-details-hi.ts';
import { bookmarks } from './bookmarks-hi.ts';
import { cards } from './cards-hi.ts';
import { chargeSheet } from './charge-sheet-hi.ts';
import { charges } from './charges-hi.ts';
import { charging } from './charging-hi.ts';
import { common } from './common-hi.ts';
import { complaint } from './complaint-hi.ts';
import type { Messages } from './en.ts';
import { errors } from './errors-hi.ts';
import { filter } from './filter-hi.ts';
import { help } from './help-hi.ts';
import { invoice } from './invoice-hi.ts';
import { login } from './login-hi.ts';
import { map } from './map-hi.ts';
import { nav } from './nav-hi.ts';
import { notifications } from './notifications-hi.ts';
import { otp } from './otp-hi.ts';
import { policies } from './policies-hi.ts';
import { profile } from './profile-hi.ts';
import { push } from './push-hi.ts';
import { reviews } from './reviews-hi.ts';
import { scan } from './scan-hi.ts';
import { search } from './search-hi.ts';
import { station } from './station-hi.ts';
import { stations } from './stations-hi.ts';
import { time } from './time-hi.ts';
import { update } from './update-hi.ts';
import { vehicles } from './vehicles-hi.ts';
import { wallet } from './wallet-hi.ts';

/** Hindi. Digits stay Latin, as apps in India write them; units and names that drivers read in Latin letters do too. */
export const hi: Messages = {
  language: 'hi',
  locale: 'hi-IN-u-nu-latn',
  brand: 'Bijli',
  distance: (kilometres) => withUnit(kilometres, 'किमी'),
  chargerName: (name) => (/^Charger \d/.test(name) ? `चार्जर ${name.slice(8)}` : name),
  pageTitle: (title) => `${title} · Bijli`,

  common,
  nav,
  scan,
  errors,
  login,
  otp,
  basicDetails,
  wallet,
  cards,
  vehicles,
  invoice,
  charges,
  profile,
  stations,
  search,
  filter,
  bookmarks,
  map,
  station,
  chargeSheet,
  charging,
  reviews,
  addReview,
  help,
  policies,
  complaint,
  account,
  update,
  notifications,
  push,
  time,
};
