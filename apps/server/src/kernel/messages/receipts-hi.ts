import type { receipts as en } from './receipts-en.ts';

export const receipts: typeof en = {
  link: {
    subject: () => 'अपना ई-मेल पता पक्का करें',
    text: ({ link }) =>
      `नमस्ते,\n\nअपनी चार्जिंग की रसीदें इस पते पर पाने के लिए यह लिंक खोलें। यह दो दिन तक चलेगा, वहाँ जहाँ आप Bijli में साइन इन हैं:\n${link}\n\nअगर यह आपने नहीं माँगा, तो कुछ न करें।\n\nBijli\n`,
  },
  receipt: {
    subject: ({ station }) => `${station} पर आपकी चार्जिंग`,
    text: ({ station, energy, link }) =>
      `नमस्ते,\n\nआपने ${station} पर ${energy} चार्ज किया। टैक्स इनवॉइस साथ में है।\n\nऐप में आपकी चार्जिंग: ${link}\nई-मेल पर रसीदें प्रोफ़ाइल में बंद की जा सकती हैं।\n\nBijli\n`,
  },
};
