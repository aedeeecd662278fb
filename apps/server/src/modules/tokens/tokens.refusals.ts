import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const tokensRefusals = {
  token_unknown: {
    status: 404,
    en: () => 'There is no such tag.',
    hi: () => 'ऐसा कोई टैग नहीं है।',
  },
  token_of_driver: {
    status: 409,
    en: () => 'This tag is a driver’s card. It can be blocked, and only its driver can remove it.',
    hi: () => 'यह टैग किसी ड्राइवर का कार्ड है। इसे ब्लॉक किया जा सकता है, पर हटा वही ड्राइवर सकता है।',
  },
  token_blocked_by_driver: {
    status: 409,
    en: () => 'The driver has blocked this card, and only the driver makes it live again.',
    hi: () => 'यह कार्ड उसके ड्राइवर ने ब्लॉक किया है; उसे फिर चालू वही ड्राइवर कर सकता है।',
  },
  card_number_invalid: {
    en: () => 'This is not a card number. It has 4 to 20 letters and digits, such as 04 A2 2B 1A.',
    hi: () => 'यह कार्ड नंबर नहीं है। इसमें 4 से 20 अक्षर और अंक होते हैं, जैसे 04 A2 2B 1A।',
  },
  card_name_invalid: {
    en: ({ max }: { max: number }) => `Use letters or digits for the name, at most ${max} characters.`,
    hi: ({ max }: { max: number }) => `नाम में अक्षर या अंक लिखें, ज़्यादा से ज़्यादा ${max}।`,
  },
  card_added: {
    status: 409,
    en: () => 'You have already added this card.',
    hi: () => 'यह कार्ड आप पहले ही जोड़ चुके हैं।',
  },
  card_taken: {
    status: 409,
    en: () => 'This card belongs to someone else. Check the number, or write to us if it is yours.',
    hi: () => 'यह कार्ड किसी और का है। नंबर जाँच लें; आपका ही है तो हमें लिखें।',
  },
  card_limit: {
    status: 409,
    en: ({ max }: { max: number }) => `You already have ${max} cards, which is the most. Remove one first.`,
    hi: ({ max }: { max: number }) => `आप ${max} कार्ड जोड़ चुके हैं, इससे ज़्यादा नहीं जोड़े जा सकते। पहले कोई एक हटाएँ।`,
  },
  card_unknown: {
    status: 404,
    en: () => 'This card is not one of yours.',
    hi: () => 'यह कार्ड आपके कार्डों में नहीं है।',
  },
  card_barred: {
    status: 409,
    en: () => 'We have blocked this card. Write to us to use it again.',
    hi: () => 'यह कार्ड हमने ब्लॉक किया है। फिर से इस्तेमाल करने के लिए हमें लिखें।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof tokensRefusals> = refusing(tokensRefusals);
