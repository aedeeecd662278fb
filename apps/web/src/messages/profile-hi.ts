import type { Messages } from './en.ts';

export const profile: Messages['profile'] = {
  title: 'प्रोफ़ाइल',
  noName: 'अभी कोई नाम नहीं',
  held: (amount) => `${amount} चार्जिंग के लिए रोके गए`,
  edit: 'अपनी जानकारी बदलें',
  business: {
    title: 'कारोबार के बिल (GST)',
    about: 'GST में रजिस्टर्ड कारोबार के लिए। आगे की चार्जिंग का बिल उसी के नाम बनेगा। बंद करने के लिए GSTIN मिटा दें।',
    gstin: 'GSTIN',
    gstinWrong: 'यह GSTIN सही नहीं है। अपने GST सर्टिफ़िकेट पर इसके 15 अक्षर देखें।',
    name: 'कारोबार का नाम',
    address: 'कारोबार का पता',
    shown: (name) => `बिल ${name} के नाम बनते हैं`,
  },
  wallet: 'वॉलेट',
  vehicle: 'गाड़ी',
  addVehicle: 'गाड़ी जोड़ें',
  appearance: 'थीम',
  themes: { system: 'सिस्टम', light: 'लाइट', dark: 'डार्क' },
  receipts: {
    switch: 'ई-मेल पर रसीद',
    about: 'हर चार्जिंग के बाद, साथ में बिल की PDF',
    noEmail: 'पहले ऊपर अपना ई-मेल पता जोड़ें।',
    confirmed: (email) => `${email} पर`,
    link_sent: (email) => `${email} पर भेजा लिंक खोलने पर शुरू होगा।`,
    unconfirmed: (email) => `${email} पक्का करने पर शुरू होगा।`,
    send: 'लिंक भेजें',
    sendAgain: 'फिर भेजें',
  },
  failedTitle: 'प्रोफ़ाइल लोड नहीं हुई',
  save: 'जानकारी सेव करें',
};
