import { refusing, type Failures, type Refuse } from '#kernel/failure.ts';

export const notificationsFailures = {
  push_address_refused: {
    en: () => 'This browser’s push service is not one that notifications can be sent to.',
    hi: () => 'इस ब्राउज़र की पुश सेवा पर सूचनाएँ नहीं भेजी जा सकतीं।',
  },
  push_keys_invalid: {
    en: () => 'This browser did not give what is needed for notifications.',
    hi: () => 'सूचनाओं के लिए ज़रूरी जानकारी इस ब्राउज़र से नहीं मिली।',
  },
  station_free_now: {
    en: () => 'A charger is free there right now.',
    hi: () => 'वहाँ अभी एक चार्जर खाली है।',
  },
  watch_limit: {
    en: ({ max }: { max: number }) => `You already wait for ${max} stations. Call one off first.`,
    hi: ({ max }: { max: number }) => `आप पहले से ${max} स्टेशनों के खाली होने की सूचना माँग चुके हैं। पहले किसी एक को हटाएँ।`,
  },
} satisfies Failures;

export const refuse: Refuse<typeof notificationsFailures> = refusing(notificationsFailures);
