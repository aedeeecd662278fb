import { refusing, type Failures, type Refuse } from '#kernel/failure.ts';

export const operationsFailures = {
  command_unknown: {
    status: 404,
    en: () => 'There is no such command.',
    hi: () => 'ऐसा कोई निर्देश नहीं है।',
  },
  operation_unknown: {
    en: ({ operation }: { operation: string }) => `${operation} is nothing that a charger can be asked for.`,
    hi: ({ operation }: { operation: string }) => `चार्जर से ${operation} नहीं कहा जा सकता।`,
  },
  payload_too_long: {
    status: 413,
    en: () => 'This is longer than any charger takes.',
    hi: () => 'यह किसी भी चार्जर के लिए बहुत लंबा है।',
  },
  idempotency_key_invalid: {
    status: 400,
    en: () => 'An Idempotency-Key has 1 to 200 characters.',
    hi: () => 'Idempotency-Key में 1 से 200 अक्षर होते हैं।',
  },
  charge_would_be_cut: {
    status: 409,
    en: () => 'A driver’s charge runs there and would be cut short. Say force to do it all the same.',
    hi: () => 'वहाँ किसी ड्राइवर की चार्जिंग चल रही है और बीच में रुक जाएगी। फिर भी करना हो तो force लिखें।',
  },
  root_would_be_lost: {
    status: 409,
    en: () => 'This is the last root certificate that the charger told of. Say force to delete it all the same.',
    hi: () => 'चार्जर ने जितने root certificate बताए हैं, उनमें यह आखिरी है। फिर भी हटाना हो तो force लिखें।',
  },
  idempotency_key_used: {
    status: 409,
    en: () => 'This idempotency key was used for another command.',
    hi: () => 'यह idempotency key किसी दूसरे निर्देश के लिए इस्तेमाल हो चुकी है।',
  },
} satisfies Failures;

export const refuse: Refuse<typeof operationsFailures> = refusing(operationsFailures);
