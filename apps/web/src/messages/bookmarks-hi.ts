import type { Messages } from './en.ts';

export const bookmarks: Messages['bookmarks'] = {
  title: 'सेव किए स्टेशन',
  emptyTitle: 'कोई सेव किया स्टेशन नहीं',
  empty: 'स्टेशन पर बुकमार्क दबाएँ, वह यहाँ मिलेगा।',
  find: 'स्टेशन खोजें',
  remove: (station) => `${station} को सेव सूची से हटाएँ`,
  forgotten: (station) => `${station} सेव सूची से हटा दिया गया।`,
  undo: 'वापस लाएँ',
  failedTitle: 'सेव किए स्टेशन लोड नहीं हुए',
};
