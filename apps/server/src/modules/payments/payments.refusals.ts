import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const paymentsRefusals = {
  payment_open: {
    en: () => 'A payment is still being checked. Delete your account once that is done.',
    hi: () => 'एक भुगतान की जाँच अभी चल रही है। जाँच पूरी होने पर खाता हटाया जा सकेगा।',
  },
  payment_provider_down: {
    status: 503,
    en: () => 'The payment service is not answering. Nothing was charged; please try again.',
    hi: () => 'भुगतान सेवा जवाब नहीं दे रही है। कोई रकम नहीं कटी; कृपया फिर कोशिश करें।',
  },
  payment_unknown: {
    status: 404,
    en: () => 'We couldn’t find this payment.',
    hi: () => 'यह भुगतान हमें नहीं मिला।',
  },
  payment_not_yours: {
    en: () => 'The payment could not be verified.',
    hi: () => 'भुगतान की पुष्टि नहीं हो सकी।',
  },
  payment_failed: {
    en: () => 'The payment failed. Nothing was charged.',
    hi: () => 'भुगतान नहीं हो सका। कोई रकम नहीं कटी।',
  },
  payment_goes_back: {
    en: () => 'We couldn’t use your payment. We are refunding it the way you paid.',
    hi: () => 'आपका भुगतान काम नहीं आ सका। रकम उसी माध्यम में लौटाई जा रही है जिससे आपने भुगतान किया था।',
  },
  refund_too_large: {
    en: () => 'There is not that much of this payment to be refunded.',
    hi: () => 'इस भुगतान में से इतनी रकम लौटाई नहीं जा सकती।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof paymentsRefusals> = refusing(paymentsRefusals);
