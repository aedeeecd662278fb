import type { Messages } from './en.ts';

export const help: Messages['help'] = {
  title: 'सहायता केंद्र',
  intro: 'चार्जर पर अटक गए, या भुगतान में गड़बड़ लगती है? हमसे बात करें।',
  ways: 'हमसे संपर्क करें',
  chat: 'WhatsApp पर चैट करें',
  chatHint: 'आपका संदेश पहले से लिखा मिलेगा',
  call: 'सहायता को कॉल करें',
  email: 'ई-मेल लिखें',
  greeting: (brand) => `नमस्ते ${brand}, मुझे चार्जिंग में मदद चाहिए।`,
  greetingWithCharge: (brand, booking) => `नमस्ते ${brand}, मुझे अपनी चार्जिंग ${booking} में मदद चाहिए।`,
  lastCharge: 'आपकी पिछली चार्जिंग',
  runningCharge: 'आपकी अभी की चार्जिंग',
  haveReady: 'कॉल करते समय बुकिंग आईडी पास रखें।',
  questions: 'सवाल-जवाब',
  failedTitle: 'संपर्क की जानकारी लोड नहीं हुई',
};
