import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const notificationsRefusals = {
  push_address_refused: {
    en: () => 'Notifications are not supported in this browser.',
    hi: () => 'इस ब्राउज़र की पुश सेवा पर सूचनाएँ नहीं भेजी जा सकतीं।',
  },
  push_keys_invalid: {
    en: () => 'Notifications could not be set up in this browser.',
    hi: () => 'सूचनाओं के लिए ज़रूरी जानकारी इस ब्राउज़र से नहीं मिली।',
  },
  station_free_now: {
    en: () => 'A charger is free there right now.',
    hi: () => 'वहाँ अभी एक चार्जर खाली है।',
  },
  watch_limit: {
    en: ({ max }: { max: number }) => `You’re watching ${max} ${max === 1 ? 'station' : 'stations'}. Remove one first.`,
    hi: ({ max }: { max: number }) =>
      `आप पहले से ${max} ${max === 1 ? 'स्टेशन' : 'स्टेशनों'} पर नज़र रख रहे हैं। पहले किसी एक को हटाएँ।`,
  },
} satisfies Refusals;

export const refuse: Refuse<typeof notificationsRefusals> = refusing(notificationsRefusals);
