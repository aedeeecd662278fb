/** The facts of a receipt. */
interface ReceiptFacts {
  station: string;
  /** For example `12.34 kWh`. */
  energy: string;
  /** URL of the charge in the app. */
  link: string;
}

/** To drivers, by e-mail. */
export const receipts = {
  /** Nobody has verified the address yet, so nothing that the driver wrote is included. */
  link: {
    subject: () => 'Confirm your e-mail address',
    text: ({ link }: { link: string }) =>
      `Hello,\n\nopen this link to get the receipts of your charges at this address. It works for two days, where you are signed in to Bijli:\n${link}\n\nIf you did not ask for it, do nothing.\n\nBijli\n`,
  },
  receipt: {
    subject: ({ station }: ReceiptFacts) => `Your charge at ${station}`,
    text: ({ station, energy, link }: ReceiptFacts) =>
      `Hello,\n\nyou charged ${energy} at ${station}. The tax invoice is attached.\n\nYour charge in the app: ${link}\nReceipts by e-mail can be turned off in your profile.\n\nBijli\n`,
  },
};
