import type { OrderFacts, OrderFieldName, OrderMessages } from './orders-en.ts';
import { rupeesFor } from './rupees.ts';

const rupees = rupeesFor('hi-IN-u-nu-latn');

export const orderFields: Record<OrderFieldName, string> = {
  name: 'अपना नाम लिखें, ज़्यादा से ज़्यादा 80 अक्षर, < और > के बिना।',
  email: 'सही ई-मेल पता लिखें, जैसे asha@example.com.',
  mobile: 'मोबाइल नंबर के ठीक 10 अंक लिखें।',
  city: 'शहर का नाम लिखें, < और > के बिना।',
  pincode: 'पिनकोड के 4 से 10 अंक लिखें।',
  address: 'पूरा पता लिखें, ज़्यादा से ज़्यादा 400 अक्षर, < और > के बिना।',
  price: 'कीमत पढ़ी नहीं जा सकी। कृपया पेज फिर से खोलें।',
  colour: 'यह रंग उपलब्ध नहीं है।',
  quantity: '1 से 10 नग चुनें।',
  gstin: 'यह GSTIN सही नहीं है। इसके 15 अक्षर जाँचें।',
  state: 'वही राज्य चुनें जिसका यह पिनकोड है।',
  key: 'ऑर्डर पढ़ा नहीं जा सका। कृपया पेज फिर से खोलें।',
};

const daysIn = (from: number, to: number): string => (from === to ? `${to} दिन` : `${from} से ${to} दिन`);

const deliveryNext = (delivery: OrderFacts['delivery']): string =>
  `${delivery ? `यह ${daysIn(delivery.days_from, delivery.days_to)} में आप तक पहुँच जाना चाहिए। ` : ''}ऑर्डर भेजते समय हम फिर लिखेंगे।`;
const visitNext = (delivery: OrderFacts['delivery']): string =>
  `आने का दिन तय करने के लिए हम आपको फ़ोन करेंगे।${delivery ? ` हमें ${daysIn(delivery.days_from, delivery.days_to)} में आना चाहिए।` : ''}`;

const documents = (isInstalled: boolean, one: string): string =>
  isInstalled ? `चार्जर और इंस्टॉलेशन, दोनों का ${one} साथ में है।` : `${one} साथ में है।`;

/** To buyers of the shop, by e-mail and short message. */
export const orders: OrderMessages = {
  paid: {
    subject: ({ reference }) => `ऑर्डर ${reference}: धन्यवाद`,
    mail: ({ name, product, reference, paise, delivery, isService, isInstalled, link }) =>
      `नमस्ते ${name},\n\n${product} के लिए ${rupees(paise)} मिल गए हैं। ${documents(isInstalled, 'टैक्स इनवॉइस')} ${isService ? visitNext(delivery) : deliveryNext(delivery)}${isInstalled ? ' पहुँचने पर हम इंस्टॉलेशन का दिन तय करने के लिए फ़ोन करेंगे।' : ''}\n\nऑर्डर ${reference}: ${link}\n\nBijli\n`,
    sms: ({ reference, product, link }) => `Bijli: ऑर्डर ${reference} (${product}) का भुगतान हो गया। ${link}`,
  },
  released: {
    subject: ({ reference }) => `ऑर्डर ${reference} का भुगतान नहीं हुआ`,
    mail: ({ product, reference, link }) =>
      `नमस्ते,\n\n${product} का भुगतान नहीं मिला, इसलिए कोई रकम नहीं कटी और माल वापस रख दिया गया। स्टॉक रहने तक आप फिर कोशिश कर सकते हैं।\n\nऑर्डर ${reference}: ${link}\n\nBijli\n`,
    sms: ({ reference, link }) => `Bijli: ऑर्डर ${reference} का भुगतान नहीं हुआ; कोई रकम नहीं कटी। फिर कोशिश करें: ${link}`,
  },
  dispatched: {
    subject: ({ reference }) => `ऑर्डर ${reference} रवाना हो गया`,
    mail: ({ name, product, reference, carrier, docket, link }) =>
      `नमस्ते ${name},\n\n${product} हमारे यहाँ से ${carrier} के साथ रवाना हो गया है, डॉकेट ${docket}.\n\nऑर्डर ${reference}: ${link}\n\nBijli\n`,
    sms: ({ reference, carrier, docket, link }) =>
      `Bijli: ऑर्डर ${reference} ${carrier} के साथ रवाना हो गया, डॉकेट ${docket}. ${link}`,
  },
  delivered: {
    subject: ({ reference, isService }) =>
      isService ? `ऑर्डर ${reference} का काम पूरा हुआ: कैसा लगा?` : `ऑर्डर ${reference} पहुँच गया: कैसा लगा?`,
    mail: ({ name, product, reference, isService, isInstalled, link, reviewLink }) =>
      `नमस्ते ${name},\n\n${product} ${isService ? 'का काम पूरा हो गया है' : 'पहुँच गया है'}।${isInstalled ? ' इंस्टॉलेशन का दिन तय करने के लिए हम फ़ोन करेंगे।' : ''} दूसरे खरीदार जानना चाहेंगे कि यह कैसा है: तारे दें और चाहें तो कुछ शब्द लिखें। हम पढ़कर ही उसे आपके पहले नाम के साथ दिखाते हैं।\n\nआपकी राय: ${reviewLink}\n\nऑर्डर ${reference}, इनवॉइस के साथ: ${link}\n\nBijli\n`,
  },
  cancelled: {
    subject: ({ reference }) => `ऑर्डर ${reference} रद्द हो गया`,
    mail: ({ name, product, reference, paise, isInstalled, link }) =>
      `नमस्ते ${name},\n\n${product} का आपका ऑर्डर रद्द हो गया है। ${rupees(paise)} उसी रास्ते से वापस भेजे जा रहे हैं। ${documents(isInstalled, 'क्रेडिट नोट')}\n\nऑर्डर ${reference}: ${link}\n\nBijli\n`,
    sms: ({ reference, paise, link }) =>
      `Bijli: ऑर्डर ${reference} रद्द हो गया; ${rupees(paise)} वापस भेजे जा रहे हैं। ${link}`,
  },
  units_refunded: {
    subject: ({ reference }) => `ऑर्डर ${reference}: कुछ रकम वापस भेजी जा रही है`,
    mail: ({ name, product, reference, paise, isInstalled, link }) =>
      `नमस्ते ${name},\n\nआपके ऑर्डर में से ${product} के ${rupees(paise)} उसी रास्ते से वापस भेजे जा रहे हैं। ${documents(isInstalled, 'क्रेडिट नोट')} बाकी ऑर्डर वैसा ही रहेगा।\n\nऑर्डर ${reference}: ${link}\n\nBijli\n`,
  },
  refunded: {
    subject: ({ reference }) => `ऑर्डर ${reference}: आपकी रकम वापस भेजी जा रही है`,
    mail: ({ name, product, reference, paise, link }) =>
      `नमस्ते ${name},\n\n${product} के लिए आपका ${rupees(paise)} का भुगतान काम नहीं आ सका: माल बिक चुका था, ऑर्डर का भुगतान पहले हो चुका था, या रकम उतनी नहीं थी जितनी माँगी गई थी। पूरी रकम अपने आप उसी रास्ते से वापस भेजी जा रही है।\n\nऑर्डर ${reference}: ${link}\n\nBijli\n`,
    sms: ({ reference, paise, link }) =>
      `Bijli: ऑर्डर ${reference} का ${rupees(paise)} का भुगतान काम नहीं आ सका और वापस भेजा जा रहा है। ${link}`,
  },
  link: {
    subject: ({ reference }) => `ऑर्डर ${reference}: नया लिंक`,
    mail: ({ product, reference, link }) =>
      `नमस्ते,\n\n${product} के आपके ऑर्डर का नया लिंक यह रहा। यह 180 दिन चलेगा। जिसके पास यह लिंक है वह ऑर्डर देख सकता है, इसलिए इसे अपने पास ही रखें। अगर आपने इसे नहीं माँगा था तो कुछ करने की ज़रूरत नहीं है।\n\nऑर्डर ${reference}: ${link}\n\nBijli\n`,
  },
};
