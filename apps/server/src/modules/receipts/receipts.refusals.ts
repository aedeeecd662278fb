import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const receiptsRefusals = {
  receipt_email_missing: {
    status: 422,
    en: () => 'Add your e-mail address first.',
    hi: () => 'पहले अपना ई-मेल पता जोड़ें।',
  },
  receipt_link_limit: {
    status: 429,
    en: ({ max }: { max: number }) => `We have sent you ${max} links today. Please try again tomorrow.`,
    hi: ({ max }: { max: number }) => `आज आपको ${max} लिंक भेजे जा चुके हैं। कृपया कल फिर कोशिश करें।`,
  },
  receipt_link_wrong: {
    status: 422,
    en: () => 'This link is not for the e-mail address in your profile. Send a new one from there.',
    hi: () => 'यह लिंक आपकी प्रोफ़ाइल के ई-मेल पते का नहीं है। वहाँ से नया लिंक भेजें।',
  },
  receipt_link_expired: {
    status: 410,
    en: () => 'This link is too old. Send a new one from your profile.',
    hi: () => 'यह लिंक पुराना हो गया है। प्रोफ़ाइल से नया लिंक भेजें।',
  },
  mail_failed: {
    status: 503,
    en: () => 'We cannot send e-mail right now. Please try again in a minute.',
    hi: () => 'हम अभी ई-मेल नहीं भेज पा रहे हैं। कृपया एक मिनट बाद फिर कोशिश करें।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof receiptsRefusals> = refusing(receiptsRefusals);
