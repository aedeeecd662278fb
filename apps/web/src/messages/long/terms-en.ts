import type { LongText } from './texts.ts';

export const terms: LongText = {
  since: '2026-11-22',
  intro:
    'These terms apply between you and Bijli when you use the app, charge at a station, keep credits in the wallet or buy in the shop.',
  sections: [
    {
      title: 'Your account',
      body: [
        [
          'You need an Indian mobile number and must be 18 years or over.',
          'The account is yours alone. Keep your phone and the one-time codes to yourself; nobody at Bijli will ever ask you for a code.',
          'Tell us at once when your phone is lost. You can sign out on all devices from another one.',
        ],
      ],
    },
    {
      title: 'The wallet',
      body: [
        [
          'One credit equals one rupee. Credits are bought online and are spent on charging with Bijli.',
          'Credits do not expire, bear no interest, cannot be passed to others and cannot be withdrawn as cash, except as a refund under these terms.',
          'A payment counts once the payment provider has confirmed it. Until then it is shown as pending.',
        ],
      ],
    },
    {
      title: 'Charging',
      body: [
        [
          'The price per unit (kWh) is shown before you start, without GST; the estimate includes it.',
          'Starting a charge holds the estimate in your wallet. You pay only for the units that the charger has measured; the rest is released when the charge ends.',
          'A charge ends when you stop it, when the units you chose are delivered, when the vehicle is full, or when the charger or we must stop it for safety.',
          'A charger may stop a moment late. You pay for at most 2% or 0.05\u202FkWh, whichever is more, beyond the units you chose: from the hold, then from your free balance. We pay for anything beyond that.',
          'Readings of a meter that cannot be right are not billed to you. Your invoice says so, and we look into it.',
          'If a charge never begins, the whole hold is released.',
          'If a charger reports its figures late, the difference is credited or charged afterwards, and you receive a document for it.',
        ],
      ],
    },
    {
      title: 'At the station',
      body: [
        [
          'Use a cable and a connector that fit your vehicle, follow what the charger says, and do not charge with a damaged cable or socket.',
          'Move your vehicle when your charge has ended, so that others can charge.',
          'Parking fees and the rules of the place are set by its owner.',
          'Report a problem in the app. Do not open or repair a charger.',
        ],
      ],
    },
    {
      title: 'Prices, GST and invoices',
      body: [
        'Charging is a service taxed with GST at the rate in force, at present 18%. A tax invoice is made for every charge and order and stays in the app. Goods from the shop are taxed at the rate on their page.',
      ],
    },
    {
      title: 'Refunds',
      body: [
        'A refund is processed within 9 business days. This is for money that we owe you from charging or from the wallet, such as a payment that was taken twice or a charge that was billed wrongly. Credits go back to the wallet at once when the cause is clear; money goes back to the means of payment you used, and your bank may take some days more to show it.',
        'For goods from the shop the Return and Refund Policy and the Cancellation and Return Policy apply.',
      ],
    },
    {
      title: 'Reviews',
      body: [
        'Write what you have seen yourself. We remove what is unlawful, insulting, advertising, or shows personal data of others. You may change your review at any time.',
      ],
    },
    {
      title: 'When the service is not there',
      body: [
        'Chargers, power supply and mobile networks fail at times. The app shows what a station’s chargers last reported. We do not promise that a certain station is free or working when you arrive.',
      ],
    },
    {
      title: 'Liability',
      body: [
        'We answer for damage that we cause by intent or by negligence, as the law provides. Nothing here takes away rights that the Consumer Protection Act, 2019 gives you.',
      ],
    },
    {
      title: 'Ending',
      body: [
        'You can delete your account under Profile at any time; spend or claim what is in the wallet first. We may block an account that is used for fraud or that damages chargers, and say why. Unused credits are then refunded, less what you owe.',
      ],
    },
    {
      title: 'Law and disputes',
      body: [
        'Indian law applies. Write to us first: most things can be settled there. Otherwise the courts and consumer commissions that are competent by law decide.',
      ],
    },
  ],
};
