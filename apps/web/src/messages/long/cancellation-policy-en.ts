import type { LongText } from './texts.ts';

export const cancellation: LongText = {
  since: '2026-04-01',
  intro: 'This policy says how an order can be cancelled and how goods from the shop can be returned.',
  sections: [
    {
      title: 'Before it is sent',
      body: [
        'Until we hand an order to the carrier, you can cancel it at once and at no cost. See the Return and Refund Policy for how long you can cancel, and when you are reimbursed.',
      ],
    },
    {
      title: 'Returning goods',
      body: [
        'You can return goods within 30 days of their delivery. Please tell us before you send them; you then receive the address and a return number.',
        [
          'They must be complete, with all cables, screws, papers and the box.',
          'A charger that has been installed can be returned only if it is faulty: it must be taken down by an electrician.',
          'Goods made or changed for you cannot be returned, unless they are faulty.',
        ],
      ],
    },
    {
      title: 'Your money',
      body: [
        'When the goods have reached us and are in order, the refund takes up to 7 days. It goes back by the way you paid.',
        'We pay for return shipping if the goods are faulty, damaged or wrong. Otherwise you do.',
      ],
    },
    {
      title: 'Damaged on the way',
      body: [
        'Take a photo of the parcel and of the damage, and report it within 48 hours of delivery, so that we can claim it from the carrier. Your rights continue after that.',
      ],
    },
    {
      title: 'Cancelling a charge',
      body: [
        'A charge can be stopped at any moment in the app or at the charger. You pay for the units delivered until then, and the rest of what was held returns to your wallet.',
      ],
    },
    {
      title: 'When we cancel',
      body: [
        'If an item is out of stock or its price was shown wrongly, we tell you before we send it and give back all that you paid.',
      ],
    },
  ],
};
