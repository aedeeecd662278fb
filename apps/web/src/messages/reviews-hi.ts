import type { Messages } from './en.ts';

export const reviews: Messages['reviews'] = {
  title: 'रिव्यू',
  button: 'रिव्यू',
  count: (_count, shown) => `${shown} रिव्यू`,
  stars: (rate) => `5 में से ${rate} स्टार`,
  average: (rate) => `औसतन 5 में से ${rate}`,
  histogram: 'कितनों ने कितने स्टार दिए',
  bar: (stars, count, share) => `${stars} स्टार: ${count}, ${share}%`,
  tags: 'ड्राइवरों को क्या पसंद आया',
  tag: (tag, count) => `${tag} ${count}`,
  chargedHere: 'यहाँ चार्ज किया',
  yours: 'आपका',
  write: 'रिव्यू लिखें',
  edit: 'अपना रिव्यू बदलें',
  more: (count) => `${count} और दिखाएँ`,
  emptyTitle: 'अभी कोई रिव्यू नहीं',
  empty: 'इस स्टेशन का पहला रिव्यू आप लिखें।',
  failedTitle: 'रिव्यू लोड नहीं हुए',
  noneTitle: 'कोई स्टेशन नहीं चुना गया',
  none: 'रिव्यू किसी स्टेशन से खोलें।',
};
