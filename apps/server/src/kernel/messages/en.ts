import type { Language } from './language.ts';
import { orders } from './orders-en.ts';
import { personal } from './personal-en.ts';
import { receipts } from './receipts-en.ts';
import { taxDocuments } from './tax-documents-en.ts';

const locale = 'en-IN';

/** The facts of a notification, formatted. */
interface NoticeFacts {
  station: string;
  /** For example `12.34 kWh`. */
  units: string;
  /** For example `₹245.60`. */
  money: string;
  /** Percent. Undefined if the car does not tell. */
  soc: number | undefined;
  /** One of `endReasons`. */
  reason: string;
  /** The hold that was renewed for a session that was taken for failed, such as `₹245.60`. Undefined for others. */
  heldAgain: string | undefined;
  /** The driver's name for the card. Undefined if no card is concerned. */
  card: string | undefined;
  /** The balance that a start needs, such as `₹50.00`, and whether it was too low. */
  needed: string;
  isShort: boolean;
}

/** Why a session ended, by OCPP 1.6 stop reason or by our own cause. */
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
  units_used_up: 'Charged as much as you chose',
  target_reached: 'Reached the battery level you chose',
  no_progress: 'The car stopped taking power',
  charge_forgotten: 'The charger restarted and lost the charge',
  charger_rejected: 'The charger refused to start',
  charger_silent: 'The charger did not respond',
  charger_offline: 'The charger went offline',
  start_timed_out: 'Charging did not begin in time',
  start_link_lost: 'The charger lost its connection before charging began',
  start_elsewhere: 'The charger began at another connector, which is taken or costs more',
  start_interrupted: 'Something went wrong on our side',
  link_lost: 'The charger’s connection was lost',
  start_cancelled: 'You stopped it before it began',
};

/** The server's texts for drivers. One file for each language. `Words` makes all files have this shape. */
export const en = {
  /** The language's subtag. */
  language: 'en' as Language,
  /** A BCP 47 tag for Intl, which formats numbers and times. */
  locale: locale as string,
  /** The page that stands for every other while the database is away. */
  away: {
    title: () => 'Back in a moment',
    again: () => 'Try again',
    resend: () => 'Please go back and send it again.',
  },
  done: {
    codeSent: (mobile: string) => `Code sent to +91${mobile}.`,
    /** In a demo. */
    codeMade: () => 'Your code is ready.',
    signedIn: () => 'Welcome to Bijli.',
    signedOut: () => 'You are signed out.',
    profileSaved: () => 'Saved.',
    receiptLinkSent: () => 'We sent you a link. Open it to confirm your address.',
    receiptAddressConfirmed: () => 'Your e-mail address is confirmed.',
    bookmarkSaved: () => 'Station saved.',
    bookmarkRemoved: () => 'Station removed from your list.',
    reviewSaved: () => 'Thank you for your review.',
    vehicleAdded: () => 'Vehicle added.',
    defaultVehicleSet: () => 'Default vehicle changed.',
    vehicleChanged: () => 'Vehicle saved.',
    vehicleRemoved: () => 'Vehicle removed.',
    cardAdded: () => 'Card added.',
    cardChanged: () => 'Card saved.',
    cardBlocked: () => 'Card blocked. It starts nothing.',
    cardUnblocked: () => 'Card unblocked. It works again.',
    cardRemoved: () => 'Card removed.',
    paymentStarted: () => 'Opening the payment page.',
    paymentCompleted: () => 'The money is in your wallet.',
    paymentPending: () => 'The payment is being checked.',
    chargeStarted: () => 'The charger is starting.',
    complaintFiled: (reference: string) => `Thank you. We will look into it. Your report is ${reference}.`,
    accountDeleted: () =>
      'Your account is deleted. Invoices and payments are kept without your name for as long as tax law asks.',
    stopSent: () => 'Stopping the charge.',
    pushOn: () => 'Notifications are on for this device.',
    pushOff: () => 'Notifications are off for this device.',
    notificationsRead: () => 'Marked as read.',
    watchOn: () => 'We’ll notify you when a charger is free.',
    watchOff: () => 'You won’t be notified.',
  },
  sms: {
    code: (code: string, domain: string) =>
      `${code} is your Bijli code. It is valid for 5 minutes. Do not share it.\n\n@${domain} #${code}`,
  },
  withInstallation: (product: string) => `${product} with installation`,
  /** Stands for the name of a driver who has given none. */
  someDriver: () => 'A driver',
  hours: {
    always: () => 'Open 24 hours',
    everyDay: () => 'Every day',
  },
  /** A connector by the number on the charge point. */
  connector: (number: number) => `Connector ${number}`,
  history: {
    topUp: () => 'Credits added',
    topUps: {
      completed: () => 'Credits added',
      pending: () => 'Payment not confirmed yet',
      failed: () => 'Credits not added',
    },
    charge: (station: string) => `Charge at ${station}`,
    refund: () => 'Refund to how you paid',
    adjustment: () => 'Adjustment',
  },
  /** Push messages and the app's list: a short title, and one or two short sentences. */
  notifications: {
    charge_started: ({ station, heldAgain, card }: NoticeFacts) => ({
      title: heldAgain === undefined ? 'Charging has started' : 'Charging has started after all',
      body:
        heldAgain === undefined
          ? card === undefined
            ? `Your vehicle is charging at ${station}.`
            : `Your card “${card}” is charging at ${station}. Not you? Stop it here and block the card.`
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
    card_refused: ({ station, card = '', needed, isShort }: NoticeFacts) => ({
      title: 'Your card could not start a charge',
      body: isShort
        ? `More than ${needed} must be free in your wallet. Add credit and use the card “${card}” at ${station} again.`
        : `You already have a charge running. End it before you start another with the card “${card}” at ${station}.`,
    }),
  },
  /** Said behind the news of an end that the charge point has not told itself. */
  provisional: () => 'This is the charger’s last reading. If it reports more later, we correct the bill.',
  corrected: ({ station, units, money }: Pick<NoticeFacts, 'station' | 'units' | 'money'>) => ({
    title: 'Your bill was corrected',
    body: `The charger at ${station} has reported the end of your charge: ${units} for ${money} in all.`,
  }),
  /** Shown while a start waits and its connector is unusable. */
  connectorOut: () =>
    'The charger says that this connector cannot be used now. If that stays so, your money is back shortly. You can also cancel and choose another one.',
  /** Shown while the charge point's link is down. */
  linkDown: {
    starting: () => 'The charger is offline at the moment. Plug in anyway: we wait a few minutes for it.',
    charging: () => 'The charger is offline at the moment. Your car keeps charging; the figures will catch up.',
    stopping: () => 'The charger is offline at the moment. If it stays so for a few minutes, we bill its last reading.',
  },
  endReasons: endReasons as typeof endReasons & Record<string, string>,
  /** To buyers of the shop, by e-mail and short message. */
  orders,
  /** A driver's copy of their data. */
  personal,
  receipts,
  /** On tax invoices and credit notes. */
  taxDocuments,
  payment: {
    failed: () => 'The payment failed. Nothing was charged.',
    cancelled: () => 'The payment was cancelled. Nothing was charged.',
    expired: () => 'The payment was not finished in time. Nothing was charged.',
    goesBack: () => 'We couldn’t use your payment. We are refunding it the way you paid.',
    leaving: () => 'Opening the payment page',
    leave: () => 'Continue to the payment page',
  },
};

export type Messages = typeof en;
