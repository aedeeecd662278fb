import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const accountsRefusals = {
  mobile_invalid: {
    en: () => 'Enter a 10-digit Indian mobile number that starts with 6, 7, 8 or 9.',
    hi: () => '6, 7, 8 या 9 से शुरू होने वाला 10 अंकों का भारतीय मोबाइल नंबर डालें।',
  },
  code_too_soon: {
    en: (facts: { seconds: number }) => `A code was just sent. Ask for another in ${facts.seconds} s.`,
    hi: ({ seconds }: { seconds: number }) => `कोड अभी-अभी भेजा गया है। दूसरा कोड ${seconds} सेकंड बाद माँग सकते हैं।`,
  },
  code_limit_number: {
    en: () => 'Too many codes for this number. Please try again in an hour.',
    hi: () => 'इस नंबर के लिए बहुत बार कोड माँगा गया है। कृपया एक घंटे बाद कोशिश करें।',
  },
  code_limit_address: {
    status: 429,
    en: () => 'Too many codes from this connection. Please try again later.',
    hi: () => 'इस इंटरनेट कनेक्शन से बहुत बार कोड माँगा गया है। कृपया बाद में कोशिश करें।',
  },
  code_limit_all: {
    status: 503,
    en: () => 'Too many people are signing in at the moment. Please try again in an hour.',
    hi: () => 'इस समय बहुत ज़्यादा कोड माँगे जा रहे हैं। कृपया एक घंटे बाद कोशिश करें।',
  },
  code_missing: {
    en: () => 'Enter the six digits of the code.',
    hi: () => 'कोड के सभी छह अंक डालें।',
  },
  code_wrong: {
    en: (facts: { left: number }) => `Wrong code. ${facts.left === 1 ? '1 try' : `${facts.left} tries`} left.`,
    hi: ({ left }: { left: number }) => `गलत कोड। ${left === 1 ? 'एक मौका और बचा है।' : `${left} मौके और बचे हैं।`}`,
  },
  code_expired: {
    en: () => 'This code no longer works. Ask for a new one.',
    hi: () => 'यह कोड अब काम नहीं करता। नया कोड मँगाएँ।',
  },
  sms_failed: {
    status: 503,
    en: (_facts: { isUnsure: boolean }) => 'We cannot send SMS right now. Please try again in a minute.',
    hi: () => 'हम अभी एसएमएस नहीं भेज पा रहे हैं। कृपया एक मिनट बाद फिर कोशिश करें।',
  },
  name_invalid: {
    en: (facts: { max: number; isTooLong: boolean }) =>
      facts.isTooLong ? `Shorten your name to ${facts.max} characters.` : 'Enter your name.',
    hi: ({ max, isTooLong }: { max: number; isTooLong: boolean }) =>
      isTooLong ? `नाम ${max} अक्षरों से छोटा करें।` : 'अपना नाम लिखें।',
  },
  email_invalid: {
    en: () => 'Enter an e-mail address such as asha@example.com.',
    hi: () => 'सही ई-मेल पता लिखें, जैसे asha@example.com.',
  },
  gstin_invalid: {
    en: () => 'This GSTIN is not right. Check its 15 characters on your GST certificate.',
    hi: () => 'यह GSTIN सही नहीं है। अपने GST सर्टिफ़िकेट पर इसके 15 अक्षर देखें।',
  },
  business_name_invalid: {
    en: () => 'Enter the business name as on your GST certificate, at most 100 characters.',
    hi: () => 'कारोबार का नाम GST सर्टिफ़िकेट के अनुसार लिखें, ज़्यादा से ज़्यादा 100 अक्षर।',
  },
  business_address_invalid: {
    en: () => 'Enter the business address as on your GST certificate, at most 200 characters.',
    hi: () => 'कारोबार का पता GST सर्टिफ़िकेट के अनुसार लिखें, ज़्यादा से ज़्यादा 200 अक्षर।',
  },
  export_limit: {
    status: 429,
    en: ({ max }: { max: number }) => `You have taken ${max} copies of your data today. Please come back tomorrow.`,
    hi: ({ max }: { max: number }) => `आज आप अपनी जानकारी की ${max} प्रतियाँ ले चुके हैं। कृपया कल फिर आएँ।`,
  },
} satisfies Refusals;

export const refuse: Refuse<typeof accountsRefusals> = refusing(accountsRefusals);
