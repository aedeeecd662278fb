export const account = {
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out on all devices',
  everywhereTitle: 'Sign out on all devices?',
  everywhereText: 'Every phone and browser signed in with your number will need a new code.',
  copy: 'Download my data',
  copyTitle: 'Your data',
  copyText:
    'Your account, vehicles, wallet, payments, charges, invoices, reviews and reports. Up to five copies a day.',
  copyPdf: 'PDF to read',
  copyJson: 'JSON file',
  copying: 'Preparing your data …',
  copied: 'Your copy is ready. Keep it where only you can open it.',
  delete: 'Delete my account',
  deleteTitle: 'Delete your account?',
  goes: 'What is erased',
  goesList: ['Your name, e-mail and mobile number', 'Your vehicles and saved stations', 'Your sign-in on every device'],
  stays: 'What we must keep by law',
  staysList: [
    'Tax invoices and wallet entries, without your name, for as long as tax law requires',
    'On business invoices, the name, address and GSTIN of the business',
  ],
  balanceLeft: (balance: string) =>
    `${balance} is left in your wallet. Spend it first, or ask the Help Center for a refund. It is lost if you delete the account.`,
  giveUp: (balance: string) => `I give up the ${balance} in my wallet`,
  understood: 'I understand that this cannot be undone',
  deleteNow: 'Delete for good',
  cancel: 'Keep my account',
};
