import type { Language } from '#kernel/messages/language.ts';
import { isRefusal, refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const sessionsRefusals = {
  dispute_not_open: {
    status: 404,
    en: () => 'No such dispute waits for a person.',
    hi: () => 'ऐसा कोई विवाद जाँच की प्रतीक्षा में नहीं है।',
  },
  report_unknown: {
    status: 404,
    en: () => 'There is no such report.',
    hi: () => 'ऐसी कोई रिपोर्ट नहीं है।',
  },
  charge_open: {
    en: () => 'A charge is still running. Stop it before you delete your account.',
    hi: () => 'चार्जिंग अभी चल रही है। खाता हटाने से पहले उसे रोकें।',
  },
  charger_offline: {
    en: () => 'This charger is offline. Please choose another one.',
    hi: () => 'यह चार्जर ऑफ़लाइन है। कृपया कोई दूसरा चुनें।',
  },
  connector_busy: {
    en: () => 'This connector is not free. Please choose another one.',
    hi: () => 'यह कनेक्टर खाली नहीं है। कृपया कोई दूसरा चुनें।',
  },
  state_without_supplier: {
    en: ({ state }: { state: string }) => `Charging is not available in ${state} yet.`,
    hi: ({ state }: { state: string }) => `${state} में अभी चार्जिंग नहीं बेची जाती।`,
  },
  price_unknown: {
    en: () => 'No price is set for this charger yet.',
    hi: () => 'इस चार्जर की कीमत अभी तय नहीं है।',
  },
  units_invalid: {
    en: () => 'Choose between 0.01 and 40 units.',
    hi: () => '0.01 से 40 यूनिट के बीच चुनें।',
  },
  balance_too_low: {
    en: () => 'Please add ₹50.00 to your wallet, for seamless charging.',
    hi: () => 'बिना रुकावट चार्जिंग के लिए कृपया वॉलेट में ₹50.00 जोड़ें।',
  },
  charge_running: {
    en: () => 'You already have a charge running. Stop it before you start another.',
    hi: () => 'आपकी एक चार्जिंग पहले से चल रही है। नई शुरू करने से पहले उसे रोकें।',
  },
  no_charge_running: {
    en: () => 'No charge is running.',
    hi: () => 'कोई चार्जिंग नहीं चल रही है।',
  },
  charge_unknown: {
    status: 404,
    en: () => 'We couldn’t find this charge.',
    hi: () => 'यह चार्जिंग हमें नहीं मिली।',
  },
  invoice_not_issued: {
    status: 404,
    en: () => 'This charge has no tax invoice: it is not settled yet, or nothing was charged.',
    hi: () => 'इस चार्जिंग का टैक्स इनवॉइस नहीं है: हिसाब अभी बाकी है, या कोई रकम नहीं कटी।',
  },
  charge_over: {
    en: () => 'This charge has already ended.',
    hi: () => 'यह चार्जिंग पहले ही खत्म हो चुकी है।',
  },
  charger_rejected: {
    en: () => 'The charger refused to start. Nothing was charged; try another connector.',
    hi: () => 'चार्जर ने शुरू करने से मना कर दिया। कोई रकम नहीं कटी; दूसरा कनेक्टर आज़माएँ।',
  },
  charger_silent: {
    en: () => 'The charger did not respond. Nothing was charged; please try again.',
    hi: () => 'चार्जर से जवाब नहीं मिला। कोई रकम नहीं कटी; कृपया फिर कोशिश करें।',
  },
  stop_silent: {
    en: ({ minutes }: { minutes: number }) =>
      `The charger has not answered yet. We keep asking it to stop. If it stays silent, we bill its last reading in ${minutes} minutes.`,
    hi: ({ minutes }: { minutes: number }) =>
      `चार्जर से अभी जवाब नहीं मिला। हम उसे रोकने की कोशिश करते रहेंगे; जवाब न मिलने पर ${minutes} मिनट में उसकी आख़िरी रीडिंग पर हिसाब कर दिया जाएगा।`,
  },
  stop_unconfirmed: {
    en: () => 'The charger has not confirmed the stop. We keep asking; you can also press stop on the charger.',
    hi: () => 'चार्जर ने रुकने की पुष्टि नहीं की है। हम कोशिश करते रहेंगे; आप चार्जर पर लगा स्टॉप बटन भी दबा सकते हैं।',
  },
  stop_rejected: {
    en: () => 'The charger refused to stop. Please press stop on the charger.',
    hi: () => 'चार्जर ने रुकने से मना कर दिया। कृपया चार्जर पर लगा स्टॉप बटन दबाएँ।',
  },
  start_cancelled: {
    en: () => 'You stopped the charge before it began. Nothing was charged.',
    hi: () => 'आपने चार्जिंग शुरू होने से पहले ही रोक दी। कोई रकम नहीं कटी।',
  },
  start_timed_out: {
    en: () => 'Charging did not begin in time. Nothing was charged.',
    hi: () => 'चार्जिंग समय पर शुरू नहीं हुई। कोई रकम नहीं कटी।',
  },
  start_interrupted: {
    en: () => 'Something went wrong on our side. Nothing was charged; please try again.',
    hi: () => 'चार्जर तक अनुरोध पहुँचने से पहले हमारी ओर से रुकावट आ गई। कोई रकम नहीं कटी; कृपया फिर कोशिश करें।',
  },
  start_link_lost: {
    en: () =>
      'The charger lost its connection before charging began. Nothing was charged. If your vehicle charges all the same, we tell you.',
    hi: () => 'चार्जिंग शुरू होने से पहले चार्जर का संपर्क टूट गया। कोई रकम नहीं कटी। फिर भी आपकी गाड़ी चार्ज हुई तो हम आपको बताएँगे।',
  },
  start_elsewhere: {
    en: () =>
      'The charger began at another connector, which is taken or costs more. Nothing was charged. To charge there, choose that connector.',
    hi: () =>
      'चार्जर ने दूसरे कनेक्टर पर शुरू किया, जो खाली नहीं है या महँगा है। कोई रकम नहीं कटी। वहाँ चार्ज करने के लिए वही कनेक्टर चुनें।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof sessionsRefusals> = refusing(sessionsRefusals);

const START_FAILURES = [
  'charger_offline',
  'charger_rejected',
  'charger_silent',
  'start_cancelled',
  'start_timed_out',
  'start_interrupted',
  'start_link_lost',
  'start_elsewhere',
] as const;

/** Why a start failed, as stored in the session. */
export type StartFailure = (typeof START_FAILURES)[number];

/**
 * The reason for a start that threw. Any error that is not a refusal means that the charge point's answer is unknown.
 */
export function startFailureOf(error: unknown): StartFailure {
  return (isRefusal(error) && START_FAILURES.find((code) => code === error.code)) || 'charger_silent';
}

/** The reason as a sentence for the driver. Undefined if it is not a reason of a failed start. */
export function startFailureIn(language: Language, reason: string): string | undefined {
  const code = START_FAILURES.find((known) => known === reason);
  return code && sessionsRefusals[code][language]();
}

/** Throws the refusal for the reason of a failed start. */
export function failedStart(reason: string): never {
  const code = START_FAILURES.find((known) => known === reason) ?? 'charger_silent';
  return refuse(code);
}
