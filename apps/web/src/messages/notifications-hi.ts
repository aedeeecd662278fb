import type { Messages } from './en.ts';

export const notifications: Messages['notifications'] = {
  title: 'सूचनाएँ',
  unread: 'नई',
  emptyTitle: 'अभी कोई सूचना नहीं',
  empty: 'आपकी चार्जिंग और भुगतान की सूचनाएँ यहाँ दिखेंगी।',
  failedTitle: 'सूचनाएँ लोड नहीं हुईं',
};
