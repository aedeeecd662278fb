import type { SummaryMessages } from './summary-en.ts';

export const summaryHi: SummaryMessages = {
  title: 'ऑर्डर में क्या है',
  units: (count) => (count === 1 ? 'एक नग' : `${count} नग`),
  price: (count) => (count === 1 ? 'कीमत' : `कीमत, ${count} नग`),
  installation: (count) => (count === 1 ? 'इंस्टॉलेशन' : `इंस्टॉलेशन, ${count} नग`),
  shipping: 'डिलीवरी',
  total: 'कुल रकम',
  notInstalled: 'लगवाने का खर्च शामिल नहीं।',
  gstin: (number) => `GSTIN ${number}`,
};
