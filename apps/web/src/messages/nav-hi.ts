import type { Messages } from './en.ts';

export const nav: Messages['nav'] = {
  map: 'मैप',
  listChargers: 'स्टेशनों की सूची',
  wallet: 'वॉलेट',
  chargingSessions: 'चार्जिंग सेशन',
  manageVehicles: 'मेरी गाड़ियाँ',
  cards: 'मेरे चार्जिंग कार्ड',
  search: 'खोजें',
  bookmarks: 'सेव किए स्टेशन',
  shop: 'चार्जर ख़रीदें',
  helpCenter: 'सहायता केंद्र',
  shopBrief: 'शॉप',
  helpBrief: 'सहायता',
  scan: 'स्कैन',
  notifications: 'सूचनाएँ',
  privacy: 'निजता नीति',
  terms: 'नियम और शर्तें',
  refund: 'रिफ़ंड नीति',
  cancellation: 'रद्द करने की नीति',
  profile: 'प्रोफ़ाइल',
};
