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
  payload_invalid: {
    status: 400,
    en: ({ problem }: { problem: string }) => `No charger takes this: ${problem}`,
    hi: ({ problem }: { problem: string }) => `कोई चार्जर इसे नहीं मानेगा: ${problem}`,
  },
  payload_too_long: {
    status: 413,
    en: () => 'This is longer than any charger takes.',
    hi: () => 'यह किसी भी चार्जर के लिए बहुत लंबा है।',
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
} satisfies Failures;

export const refuse: Refuse<typeof operationsFailures> = refusing(operationsFailures);
