import type { LongText, LongTexts, Question } from './texts.ts';

const privacy: LongText = {
  since: '2026-11-24',
  intro:
    'This policy says which personal data Bijli keeps about you, why, for how long, and what you can ask of us. It follows the Digital Personal Data Protection Act, 2023 (DPDP Act). For your data, Bijli is the data fiduciary.',
  sections: [
    {
      title: 'What we collect',
      body: [
        [
          'Your mobile number, to sign you in with a one-time code.',
          'Your name and e-mail address, for your invoices and receipts.',
          'If you charge for a business: its name, address and GSTIN, for its tax invoices.',
          'Your vehicles: model and registration number, to show chargers that fit.',
          'Your charges: station, charger, times, units, and what the charger reports while it delivers, such as the battery level.',
          'Your wallet: credits bought, amounts spent and refunds. Card numbers, UPI PINs and bank passwords stay with the payment provider; we never see them.',
          'What you write: reviews, reports of problems, and messages to support.',
          'Orders in the shop: what you bought, where it goes, and who receives it.',
          'Your location, only while you look at the map and only if your device allows it. It sorts stations by distance and is not stored.',
        ],
      ],
    },
    {
      title: 'Why we use it',
      body: [
        [
          'To do what you asked for: start and stop a charge, keep your wallet, deliver an order.',
          'To issue tax invoices and keep books, as tax law requires.',
          'To keep the service safe: to stop misuse of codes, payments and chargers.',
          'To tell you about your charge, your money and problems at a station. Notifications are sent only when you have switched them on.',
        ],
        'We do not sell personal data, and there is no advertising in the app.',
      ],
    },
    {
      title: 'Your consent',
      body: [
        'Where we rely on your consent, such as for notifications or your location, you can withdraw it at any time in the app or in the settings of your device. It is as easy to withdraw as to give. What was done before stays lawful.',
      ],
    },
    {
      title: 'Who receives it',
      body: [
        [
          'The payment provider that you pay with, to take the payment and to send money back.',
          'The company that delivers our text messages, for the one-time code.',
          'The carrier of an order, for name, address and phone number.',
          'Authorities, where a law or a court order obliges us.',
        ],
        'They may use it for that purpose only. Other drivers see of you only what you publish in a review: your first name and the initial of your last name, the stars, the comment and its date.',
      ],
    },
    {
      title: 'How long we keep it',
      body: [
        [
          'Your account: until you delete it.',
          'One-time codes: until they are used or have expired.',
          'Invoices and the entries of the wallet: at least 72 months after the annual return of their year is due, as section 36 of the CGST Act, 2017 requires.',
          'Reviews: until you delete your account.',
        ],
      ],
    },
    {
      title: 'Your rights',
      body: [
        'Under the DPDP Act you can:',
        [
          'have a copy of your personal data: Download my data, under Profile, gives it at once; and ask who has received it,',
          'have it corrected, completed or updated; name and e-mail you change yourself under Profile,',
          'have it erased: Delete my account, under Profile, does so at once for everything that no law has us keep,',
          'name someone who may use these rights for you in case of death or incapacity,',
          'complain to us, and after that to the Data Protection Board of India.',
        ],
        'Write or call at the address below. We answer a complaint within 30 days.',
      ],
    },
    {
      title: 'Children',
      body: [
        'Bijli is made for drivers of 18 years and over. We do not knowingly keep data of children, and erase what we learn to be theirs.',
      ],
    },
    {
      title: 'Cookies and storage',
      body: [
        'There are no advertising or tracking cookies. Two cookies remember your theme and your language; a third tells your device from others when you sign in, for a year, so that nobody else can use up your tries. The storage of your browser keeps you signed in and holds copies of stations and your last invoice so that they can be read without a network. Signing out empties it. The shop keeps who placed the last order in this browser and where it went, to fill in the next form; Clear from this browser, on the page of your orders, deletes that. What you type in the order form is kept in the tab until you order or close it.',
      ],
    },
    {
      title: 'Security',
      body: [
        'Connections are encrypted, codes are stored only as a fingerprint, and access to the systems is limited to those who need it. If a breach affects your data, we tell you and the Data Protection Board without delay.',
      ],
    },
    {
      title: 'Changes',
      body: [
        'A new version is announced in the app before it comes into force. The date above says which version you are reading.',
      ],
    },
  ],
};

const terms: LongText = {
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

const refund: LongText = {
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

const cancellation: LongText = {
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

const questions: Question[] = [
  {
    question: 'What if the charger does not start?',
    answer:
      'Pull the plug, push it in until it clicks, lock the car and start again. If it still does not start, try another connector. A failed start costs nothing: the amount on hold returns to your wallet by itself. Please report the charger from its station page.',
  },
  {
    question: 'How do I stop charging?',
    answer:
      'Slide to stop on the charging screen, or press the stop button on the charger. If your phone has no network, use the charger’s button, or unlock the car and stop there. It also stops by itself when the units you chose are delivered.',
  },
  {
    question: 'The plug does not come out. What now?',
    answer:
      'Stop the charge first and wait a few seconds, then unlock the car: many cars hold the plug until they are unlocked. Do not pull by force. If it stays stuck, call us.',
  },
  {
    question: 'Why is more held than I’m charged?',
    answer:
      'Before the start we hold the estimate for all units you chose, GST included. You pay only for what was delivered. The rest is back in your wallet as soon as the charge ends.',
  },
  {
    question: 'I paid, but my wallet shows nothing. Where is my money?',
    answer:
      'We credit a payment once the payment provider has confirmed it, mostly within a minute. While we check it, your wallet shows it as Pending. If it failed after your bank took it, the provider returns it. Call us if it is not settled after a day.',
  },
  {
    question: 'How do I get a refund?',
    answer:
      'For a charge, report the problem from its invoice. For unused credits, write or call from your registered number. A refund is processed within 9 business days.',
  },
  {
    question: 'Where is my invoice?',
    answer:
      'Under Charging sessions, tap the charge. There you can share the invoice and print it, or save it as a PDF, with the GST details.',
  },
  {
    question: 'How much will a charge cost?',
    answer:
      'Units × price per unit, plus 18% GST. You see the estimate with GST before you start, and the amount so far while you charge.',
  },
];

/** The long texts in English. */
export const en: LongTexts = { privacy, terms, refund, cancellation, questions };
