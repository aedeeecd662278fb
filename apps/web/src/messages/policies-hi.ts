import type { Messages } from './en.ts';

export const policies: Messages['policies'] = {
  privacy: 'निजता नीति',
  terms: 'नियम और शर्तें',
  refund: 'वापसी और रिफ़ंड नीति',
  cancellation: 'रद्द करने और वापसी की नीति',
  contents: 'इस पेज पर',
  inForceSince: (date) => `${date} से लागू`,
  contact: 'संपर्क',
  phone: 'फ़ोन',
  email: 'ई-मेल',
  contactFailed: 'फ़ोन और ई-मेल लोड नहीं हुए।',
  others: 'नीतियाँ',
};
