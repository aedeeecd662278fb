import { orderFields, orders, type OrderFieldName } from './orders-en.ts';
import { personal } from './personal-en.ts';
import { rupeesFor } from './rupees.ts';

const locale = 'en-IN';
const rupees = rupeesFor(locale);

/** What a notification tells, ready to be read. */
interface NoticeFacts {
  station: string;
  /** Such as `12.34 kWh`. */
  units: string;
  /** Such as `₹245.60`. */
  money: string;
  /** Percent; undefined where the car does not tell. */
  soc: number | undefined;
  /** One of `endReasons`. */
  reason: string;
  /** Such as `₹245.60`: what is held again for a charge that was taken for failed; undefined for any other. */
  heldAgain: string | undefined;
}

/** Why a charge ended, by OCPP 1.6 stop reason or by our own cause. */
const endReasons = {
  Remote: 'Stopped from the app',
  Local: 'Stopped at the charger',
  EVDisconnected: 'The cable was unplugged',
  EmergencyStop: 'The emergency stop was pressed',
  PowerLoss: 'The charger lost power',
  Reboot: 'The charger restarted',
  HardReset: 'The charger restarted',
  SoftReset: 'The charger restarted',
  UnlockCommand: 'The connector was unlocked',
  DeAuthorized: 'The charger ended the charge',
  Other: 'The charge ended',
  units_used_up: 'What you bought is used up',
  no_progress: 'The car took no more energy',
  charge_forgotten: 'The charger restarted and forgot the charge',
  charger_rejected: 'The charger refused to start',
  charger_silent: 'The charger did not respond',
  charger_offline: 'The charger went offline',
  start_timed_out: 'Charging did not begin in time',
  start_link_lost: 'The charger lost its connection before charging began',
  start_interrupted: 'We were interrupted before the charger was asked',
  link_lost: 'The charger’s connection was lost',
  start_cancelled: 'You stopped it before it began',
};

/** What the server says to drivers. One file a language; `Words` holds every other to this shape. */
export const en = {
  /** The language's subtag. */
  language: 'en' as string,
  /** How numbers and times are written: a BCP 47 tag for Intl. */
  locale: locale as string,
  failures: {
    bad_request: (facts: { problem: string }) => `That could not be understood: ${facts.problem}`,
    not_found: () => 'There is nothing here.',
    signed_out: () => 'Please sign in again.',
    too_many_requests: () => 'Too many requests. Please wait a moment and try again.',
    unavailable: () => 'The service is not available for a moment. Please try again shortly.',
    internal: (facts: { requestId: string }) =>
      `Something went wrong on our side. Please try again. (${facts.requestId})`,

    mobile_invalid: () => 'Enter a 10-digit Indian mobile number that starts with 6, 7, 8 or 9.',
    code_too_soon: (facts: { seconds: number }) =>
      `A code was just sent. You can ask for another in ${facts.seconds} s.`,
    code_limit_number: () => 'Too many codes were asked for with this number. Please try again in an hour.',
    code_limit_address: () => 'Too many codes were asked for from this connection. Please try again later.',
    code_limit_all: () => 'Too many codes are being asked for at the moment. Please try again in an hour.',
    code_missing: () => 'Enter the six digits of the code.',
    code_wrong: (facts: { left: number }) =>
      `That code is not right. ${facts.left === 1 ? 'One try' : `${facts.left} tries`} left.`,
    code_expired: () => 'That code is no longer valid. Ask for a new one.',
    sms_failed: () => 'Short messages cannot be sent at the moment. Please try again in a minute.',
    name_invalid: () => 'Enter your name, at most 80 characters.',
    email_invalid: () => 'Enter an e-mail address such as asha@example.com.',

    station_unknown: () => 'This station does not exist any more.',
    search_too_short: () => 'Type at least 4 characters.',
    window_invalid: () => 'The map window must be west,south,east,north in degrees.',

    rate_invalid: () => 'Choose 1 to 5 stars.',
    review_tag_unknown: () => 'One of these impressions is not known.',
    comment_too_long: (facts: { most: number }) => `Write at most ${facts.most} characters.`,

    fault_comment_missing: () => 'Write in a few words what is wrong.',
    fault_limit: () => 'You have reported a lot in the last hour. Please try again later, or call us.',

    export_limit: ({ most }: { most: number }) =>
      `You have taken ${most} copies of your data today. Please come back tomorrow.`,
    charge_open: () => 'A charge is still running. Stop it before you delete your account.',
    payment_open: () => 'A payment is still being checked. Your account can be deleted when that is done.',
    balance_left: (facts: { paise: number }) =>
      `${rupees(facts.paise)} is left in your wallet. If you delete your account it is lost: use it up first, or agree to give it up.`,

    vehicle_unknown: () => 'This vehicle is not in the catalogue.',
    own_vehicle_unknown: () => 'This vehicle is not one of yours.',
    registration_invalid: () => 'please enter valid registration no.',
    registration_taken: () => 'You have already added this registration number.',
    vehicle_limit: ({ most }: { most: number }) =>
      `You already have ${most} vehicles, which is the most. Write to us if you need more.`,

    amount_invalid: () => 'Enter an amount above ₹0, in rupees and paise.',
    amount_too_large: (facts: { most: string }) => `At most ₹${facts.most} can be added at a time.`,
    amount_too_small: (facts: { least: string }) => `At least ₹${facts.least} can be added at a time.`,
    balance_short: () => 'There is not enough in your wallet for that.',
    payment_provider_down: () => 'The payment service does not answer. Nothing was charged; please try again.',
    payment_provider_other: (facts: { provider: string }) => `Payments go through ${facts.provider} here.`,
    payment_unknown: () => 'This payment is not known.',
    payment_not_yours: () => 'The payment could not be verified.',
    product_unknown: () => 'This product is not in the shop.',
    out_of_stock: () => 'The last unit has just been sold.',
    order_changed: (_figures: object) =>
      'The price or the stock has changed. Please look at the new figures and order again.',
    order_unknown: () => 'This order is not known.',
    order_link_expired: () => 'This link is too old. Open it in a browser to have a fresh one sent by e-mail.',
    order_closed: () => 'This order can no longer be changed.',
    order_key_used: () => 'This order was already sent with other details. Please load the page again.',
    order_field_invalid: (facts: { field: OrderFieldName }) => orderFields[facts.field],
    shipping_invalid: () => 'Enter shipping charges from ₹0 to ₹1,00,000.',
    too_many_orders: () =>
      'Too many orders came from this connection. Please pay or cancel the open ones, or try later.',
    payment_failed: () => 'The payment failed. Nothing was charged.',
    payment_goes_back: () => 'Your payment could not be used. It is being refunded to how you paid.',
    refund_too_large: () => 'There is not that much of this payment to be refunded.',

    push_address_refused: () => 'This browser’s push service is not one that notifications can be sent to.',
    push_keys_invalid: () => 'This browser did not give what is needed for notifications.',
    station_free_now: () => 'A charger is free there right now.',
    watch_limit: ({ most }: { most: number }) => `You already wait for ${most} stations. Call one off first.`,

    charger_unknown: () => 'This charger does not exist any more.',
    connector_unknown: () => 'This connector does not exist any more.',
    charger_offline: () => 'This charger is offline. Please choose another one.',
    connector_busy: () => 'This connector is not free. Please choose another one.',
    price_unknown: () => 'No price is set for this charger yet.',
    units_invalid: () => 'Choose between 0.01 and 40 units.',
    balance_too_low: () => 'Please add ₹50.00 to your wallet, for seamless charging.',
    charge_running: () => 'You already have a charge running. Stop it before you start another.',
    no_charge_running: () => 'No charge is running.',
    charge_unknown: () => 'This charge is not known.',
    charge_over: () => 'This charge has already ended.',
    charger_rejected: () => 'The charger refused to start. Nothing was charged; try another connector.',
    charger_silent: () => 'The charger did not respond. Nothing was charged; please try again.',
    stop_silent: ({ minutes }: { minutes: number }) =>
      `The charger did not respond yet. We keep asking it to stop; without an answer the charge is settled on its last reading in ${minutes} minutes.`,
    stop_unconfirmed: () =>
      'The charger has not confirmed the stop. We keep asking; you can also press stop on the charger.',
    stop_rejected: () => 'The charger refused to stop. Please press stop on the charger.',
    start_cancelled: () => 'You stopped the charge before it began. Nothing was charged.',
    start_timed_out: () => 'Charging did not begin in time. Nothing was charged.',
    start_interrupted: () => 'We were interrupted before the charger was asked. Nothing was charged; please try again.',
    start_link_lost: () =>
      'The charger lost its connection before charging began. Nothing was charged. If your vehicle charges all the same, we tell you.',
  },
  /** The page that stands for every other while the database is away. */
  away: {
    title: () => 'Back in a moment',
    again: () => 'Try again',
    resend: () => 'Please go back and send it again.',
  },
  done: {
    codeSent: (mobile: string) => `A code was sent to +91${mobile}.`,
    signedIn: () => 'Welcome to Bijli.',
    signedOut: () => 'You are signed out.',
    profileSaved: () => 'Saved.',
    bookmarkSaved: () => 'Station saved.',
    bookmarkRemoved: () => 'Station removed from your list.',
    reviewSaved: () => 'Thank you for your review.',
    vehicleAdded: () => 'Vehicle added.',
    defaultVehicleSet: () => 'Vehicle chosen.',
    paymentStarted: () => 'Opening the payment page.',
    paymentCompleted: () => 'The money is in your wallet.',
    paymentPending: () => 'The payment is being checked.',
    chargeStarted: () => 'The charger is starting.',
    faultReported: (reference: string) => `Thank you. We will look into it. Your report is ${reference}.`,
    accountDeleted: () =>
      'Your account is deleted. Invoices and payments are kept without your name for as long as tax law asks.',
    stopSent: () => 'Stopping the charge.',
    pushOn: () => 'Notifications are on for this device.',
    pushOff: () => 'Notifications are off for this device.',
    notificationsRead: () => 'Marked as read.',
    watchOn: () => 'You will be told when a charger is free.',
    watchOff: () => 'You will not be told.',
  },
  sms: {
    code: (code: string, domain: string) =>
      `${code} is your Bijli code. It is valid for 5 minutes. Do not share it.\n\n@${domain} #${code}`,
  },
  /** Stands for the name of a driver who has told none. */
  someDriver: () => 'A driver',
  hours: {
    always: () => 'Open 24 hours',
    everyDay: () => 'Every day',
  },
  /** A connector by the number on the charger. */
  connector: (number: number) => `Connector ${number}`,
  history: {
    topUp: () => 'Credits added',
    charge: (station: string) => `Charge at ${station}`,
    refund: () => 'Refund to how you paid',
    adjustment: () => 'Adjustment',
  },
  /** What is pushed to devices and listed in the app: a title of a few words, and one or two short sentences. */
  notices: {
    charge_started: ({ station, heldAgain }: NoticeFacts) => ({
      title: heldAgain === undefined ? 'Charging has started' : 'Charging has started after all',
      body:
        heldAgain === undefined
          ? `Your vehicle is charging at ${station}.`
          : `The charger at ${station} was offline and had begun in time. ${heldAgain} is held for it again.`,
    }),
    charge_nearly_done: ({ station, units, soc }: NoticeFacts) => ({
      title: soc === undefined ? '80% of your units used' : `Battery at ${soc}%`,
      body: `${units} so far at ${station}. Get ready to unplug.`,
    }),
    charge_done: ({ station, units, money }: NoticeFacts) => ({
      title: 'Charging is done',
      body: `${units} for ${money} at ${station}. Please unplug your vehicle.`,
    }),
    charge_stopped_early: ({ station, units, money, reason }: NoticeFacts) => ({
      title: 'Charging stopped early',
      body: `${reason}, at ${station}. You got ${units} for ${money}.`,
    }),
    start_failed: ({ station, money, reason }: NoticeFacts) => ({
      title: 'Charging did not begin',
      body: `${reason}, at ${station}. ${money} is free in your wallet again.`,
    }),
    money_back: ({ money }: NoticeFacts) => ({
      title: 'Money back',
      body: `A charge cost less than first billed. ${money} is back in your wallet.`,
    }),
    refund: ({ money }: NoticeFacts) => ({
      title: 'Refund sent',
      body: `${money} was sent back to how you paid.`,
    }),
    balance_low: ({ money }: NoticeFacts) => ({
      title: 'Your balance is low',
      body: `${money} is left. Add credit before your next charge.`,
    }),
    station_free: ({ station }: NoticeFacts) => ({
      title: 'A charger is free',
      body: `${station} has a free charger now.`,
    }),
  },
  /** Said behind the news of an end that the charger has not told itself. */
  provisional: () =>
    'The charger has not reported the end: this is its last reading, and the bill is corrected when it reports more.',
  corrected: ({ station, units, money }: Pick<NoticeFacts, 'station' | 'units' | 'money'>) => ({
    title: 'Your bill was corrected',
    body: `The charger at ${station} has reported the end of your charge: ${units} for ${money} in all.`,
  }),
  /** While a start waits and its connector says that it cannot be used. */
  connectorOut: () =>
    'The connector reports that it cannot be used now. If that stays so, your money is back in a moment; you can also cancel and choose another one.',
  /** While the charger's connection is down. */
  linkDown: {
    starting: () => 'The charger’s connection is down. Plug in all the same: we wait some minutes for it.',
    charging: () => 'The charger’s connection is down. Your vehicle goes on charging; the figures follow.',
    stopping: () =>
      'The charger’s connection is down. If it stays away for some minutes, the charge is settled on its last reading.',
  },
  endReasons: endReasons as typeof endReasons & Record<string, string>,
  /** To buyers of the shop, by e-mail and short message. */
  orders,
  /** A driver's copy of their data. */
  personal,
  payment: {
    failed: () => 'The payment failed. Nothing was charged.',
    cancelled: () => 'The payment was cancelled. Nothing was charged.',
    expired: () => 'The payment was not finished in time. Nothing was charged.',
    goesBack: () => 'Your payment could not be used. It is being refunded to how you paid.',
    leaving: () => 'Opening the payment page',
    leave: () => 'Continue to the payment page',
  },
};

export type Words = typeof en;
