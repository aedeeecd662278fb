import { rupeesFor } from '#kernel/messages/rupees.ts';
import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

const rupees = { en: rupeesFor('en-IN'), hi: rupeesFor('hi-IN-u-nu-latn') };

export const walletRefusals = {
  balance_left: {
    en: (facts: { paise: number }) =>
      `${rupees.en(facts.paise)} is left in your wallet. If you delete your account it is lost: use it up first, or agree to give it up.`,
    hi: ({ paise }: { paise: number }) =>
      `आपके वॉलेट में ${rupees.hi(paise)} बचे हैं। खाता हटाने पर ये वापस नहीं मिलेंगे: पहले इन्हें इस्तेमाल कर लें, या छोड़ने की सहमति दें।`,
  },
  amount_invalid: {
    en: () => 'Enter an amount.',
    hi: () => 'रकम डालें।',
  },
  amount_too_large: {
    en: (facts: { max: string }) => `At most ₹${facts.max} can be added at a time.`,
    hi: ({ max }: { max: string }) => `एक बार में ज़्यादा से ज़्यादा ₹${max} जोड़े जा सकते हैं।`,
  },
  amount_too_small: {
    en: (facts: { min: string }) => `At least ₹${facts.min} can be added at a time.`,
    hi: ({ min }: { min: string }) => `एक बार में कम से कम ₹${min} जोड़ने होंगे।`,
  },
  payment_provider_other: {
    en: (facts: { provider: string }) => `Payments go through ${facts.provider} here.`,
    hi: ({ provider }: { provider: string }) => `यहाँ भुगतान ${provider} से होता है।`,
  },
} satisfies Refusals;

export const refuse: Refuse<typeof walletRefusals> = refusing(walletRefusals);
