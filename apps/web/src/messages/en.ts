import { withUnit } from '@bijli/ui/format/units';
import { account } from './account-en.ts';
import { addReview } from './add-review-en.ts';
import { basicDetails } from './basic-details-en.ts';
import { bookmarks } from './bookmarks-en.ts';
import { cards } from './cards-en.ts';
import { chargeSheet } from './charge-sheet-en.ts';
import { charges } from './charges-en.ts';
import { charging } from './charging-en.ts';
import { common } from './common-en.ts';
import { complaint } from './complaint-en.ts';
import { errors } from './errors-en.ts';
import { filter } from './filter-en.ts';
import { help } from './help-en.ts';
import { invoice } from './invoice-en.ts';
import { login } from './login-en.ts';
import { map } from './map-en.ts';
import { nav } from './nav-en.ts';
import { notifications } from './notifications-en.ts';
import { otp } from './otp-en.ts';
import { policies } from './policies-en.ts';
import { profile } from './profile-en.ts';
import { push } from './push-en.ts';
import { reviews } from './reviews-en.ts';
import { scan } from './scan-en.ts';
import { search } from './search-en.ts';
import { station } from './station-en.ts';
import { stations } from './stations-en.ts';
import { time } from './time-en.ts';
import { update } from './update-en.ts';
import { vehicles } from './vehicles-en.ts';
import { wallet } from './wallet-en.ts';

/**
 * The texts of the app in English. Some are misspelt on purpose: the specification fixes them letter by letter.
 */
export const en = {
  /** As in `lang` and Accept-Language. */
  language: 'en',
  /** For Intl. */
  locale: 'en-IN',
  brand: 'Bijli',
  distance: (kilometres: string) => withUnit(kilometres, 'kms'),
  /** A charger by its number is named in each language; any other name is the operator's own. */
  chargerName: (name: string) => name,
  pageTitle: (title: string) => `${title} · Bijli`,

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

/** What every language must fill. */
export type Messages = typeof en;
