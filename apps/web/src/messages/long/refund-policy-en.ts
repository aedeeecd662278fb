import type { LongText } from './texts.ts';

export const refund: LongText = {
  since: '2026-04-01',
  intro:
    'This policy says when you get money back: for orders in the shop, for charging, and for credits in your wallet.',
  sections: [
    {
      title: 'Cancelling an order',
      body: [
        'You can cancel an order within 7 days of placing it, as long as it has not been installed. You are reimbursed within 14 days of the cancellation, by the way you paid.',
        'If the parcel is already on its way, refuse it or send it back unopened; the 14 days then begin when it reaches us.',
      ],
    },
    {
      title: 'Returned goods',
      body: [
        'See the Cancellation and Return Policy for what can be returned, and how. What is faulty, damaged on the way or not what you ordered is replaced or reimbursed in full, with the shipping you paid.',
      ],
    },
    {
      title: 'Charging',
      body: [
        [
          'Starting a charge holds the estimate in your wallet. You pay only for the units delivered.',
          'When the charge ends, the rest of the hold returns to your wallet at once.',
          'If the charge never began, the whole hold is released.',
          'If the invoice is wrong, report it from the invoice. The difference goes to your wallet with a credit note.',
        ],
      ],
    },
    {
      title: 'Wallet credits',
      body: [
        [
          'A payment that failed but has left your bank is credited once the payment provider confirms it, or is returned to you by the provider.',
          'A payment taken twice is returned in full.',
          'Unused credits that you bought are refunded on request, to the means of payment they were bought with.',
          'Credits that were given free of charge are not paid out.',
        ],
      ],
    },
    {
      title: 'How to ask for it',
      body: [
        'Write or call with the order number, booking id or invoice number. GST that was charged is returned with the amount it was charged on, by a credit note under section 34 of the CGST Act, 2017.',
      ],
    },
  ],
};
