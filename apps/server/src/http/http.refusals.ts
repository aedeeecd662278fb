import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

/** Refusals for any caller. */
export const httpRefusals = {
  bad_request: {
    status: 400,
    en: (facts: { problem: string }) => `That could not be understood: ${facts.problem}`,
    hi: ({ problem }: { problem: string }) => `यह समझ में नहीं आया: ${problem}`,
  },
  not_found: {
    status: 404,
    en: () => 'There is nothing here.',
    hi: () => 'यहाँ कुछ नहीं है।',
  },
  signed_out: {
    status: 401,
    isAlwaysByStatus: true,
    en: () => 'Please sign in again.',
    hi: () => 'कृपया फिर से साइन इन करें।',
  },
  not_allowed: {
    status: 403,
    en: () => 'You may not do this. An owner can say who may.',
    hi: () => 'आपको इसकी अनुमति नहीं है। कोई ओनर तय कर सकता है कि यह कौन करे।',
  },
  too_many_requests: {
    status: 429,
    en: () => 'Too many requests. Please wait a moment and try again.',
    hi: () => 'एक साथ बहुत सारे अनुरोध आए हैं। थोड़ा रुककर फिर कोशिश करें।',
  },
  idempotency_key_invalid: {
    status: 400,
    en: () => 'An Idempotency-Key has 1 to 200 characters.',
    hi: () => 'Idempotency-Key में 1 से 200 अक्षर होते हैं।',
  },
  idempotency_key_used: {
    status: 409,
    en: () => 'This idempotency key was used for something else.',
    hi: () => 'यह idempotency key किसी और काम के लिए इस्तेमाल हो चुकी है।',
  },
  unavailable: {
    status: 503,
    en: () => 'The service is not available for a moment. Please try again shortly.',
    hi: () => 'सेवा कुछ देर के लिए उपलब्ध नहीं है। कृपया थोड़ी देर में फिर कोशिश करें।',
  },
  internal: {
    status: 500,
    en: (facts: { requestId: string }) => `Something went wrong on our side. Please try again. (${facts.requestId})`,
    hi: ({ requestId }: { requestId: string }) => `हमारी ओर से कुछ गड़बड़ हो गई। कृपया फिर कोशिश करें। (${requestId})`,
  },
} satisfies Refusals;

export const refuse: Refuse<typeof httpRefusals> = refusing(httpRefusals);
