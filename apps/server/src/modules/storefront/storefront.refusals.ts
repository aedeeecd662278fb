import { orderFields, type OrderFieldName } from '#kernel/messages/orders-en.ts';
import { orderFields as hindiFields } from '#kernel/messages/orders-hi.ts';
import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const storefrontRefusals = {
  product_unknown: {
    status: 404,
    en: () => 'This product is not in the shop.',
    hi: () => 'यह चीज़ दुकान में नहीं है।',
  },
  out_of_stock: {
    status: 409,
    en: ({ left }: { left: number }) =>
      left === 0 ? 'The last unit has just been sold.' : `Only ${left} left. Choose fewer.`,
    hi: ({ left }: { left: number }) => (left === 0 ? 'आख़िरी नग अभी-अभी बिक गया।' : `केवल ${left} नग बचे हैं। कम चुनें।`),
  },
  installation_unavailable: {
    status: 409,
    en: () => 'Installation cannot be booked with this order now. Order without it, or ask us.',
    hi: () => 'इस ऑर्डर के साथ अभी इंस्टॉलेशन बुक नहीं हो सकता। उसके बिना ऑर्डर करें, या हमसे पूछें।',
  },
  order_changed: {
    status: 409,
    tellsFacts: true,
    en: (_figures: object) => 'The price or the stock has changed. Please look at the new figures and order again.',
    hi: () => 'कीमत या स्टॉक बदल गया है। कृपया नई रकम देखकर फिर से ऑर्डर करें।',
  },
  order_unknown: {
    status: 404,
    en: () => 'We couldn’t find this order.',
    hi: () => 'यह ऑर्डर हमारे पास नहीं है।',
  },
  order_link_expired: {
    status: 410,
    en: () => 'This link is too old. Open it in a browser to get a new one by e-mail.',
    hi: () => 'यह लिंक बहुत पुराना हो गया है। ई-मेल से नया लिंक मँगाने के लिए इसे ब्राउज़र में खोलें।',
  },
  order_closed: {
    status: 409,
    en: () => 'This order can no longer be changed.',
    hi: () => 'इस ऑर्डर को अब बदला नहीं जा सकता।',
  },
  order_key_used: {
    status: 409,
    en: () => 'This order was already sent with other details. Please load the page again.',
    hi: () => 'यह ऑर्डर पहले दूसरी जानकारी के साथ भेजा जा चुका है। कृपया पेज फिर से खोलें।',
  },
  order_field_invalid: {
    en: (facts: { field: OrderFieldName }) => orderFields[facts.field],
    hi: ({ field }: { field: OrderFieldName }) => hindiFields[field],
  },
  shipping_invalid: {
    en: () => 'Enter shipping charges from ₹0 to ₹1,00,000.',
    hi: () => 'डिलीवरी शुल्क ₹0 से ₹1,00,000 तक लिखें।',
  },
  refund_units_invalid: {
    en: ({ left }: { left: number }) => `Between 1 and ${left} units of this order can be refunded.`,
    hi: ({ left }: { left: number }) => `इस ऑर्डर के 1 से ${left} नग का रिफ़ंड हो सकता है।`,
  },
  review_invalid: {
    en: () => 'Choose one to five stars. The text can have 1,000 characters.',
    hi: () => 'एक से पाँच तारे चुनें। लिखने के लिए 1,000 अक्षर तक हैं।',
  },
  review_written: {
    status: 409,
    en: () => 'This order has a review already.',
    hi: () => 'इस ऑर्डर पर राय लिखी जा चुकी है।',
  },
  review_unknown: {
    status: 404,
    en: () => 'There is no such review.',
    hi: () => 'ऐसी कोई राय नहीं है।',
  },
  too_many_orders: {
    status: 429,
    en: () => 'Too many orders came from this connection. Please pay or cancel the unpaid ones, or try later.',
    hi: () => 'इस इंटरनेट कनेक्शन से बहुत सारे ऑर्डर आए हैं। खुले ऑर्डर का भुगतान करें या रद्द करें, या बाद में कोशिश करें।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof storefrontRefusals> = refusing(storefrontRefusals);
