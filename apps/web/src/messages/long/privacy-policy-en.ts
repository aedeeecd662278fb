import type { LongText } from './texts.ts';

export const privacy: LongText = {
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
