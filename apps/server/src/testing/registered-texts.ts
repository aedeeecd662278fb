import { en } from '#kernel/words/en.ts';
import { hi } from '#kernel/words/hi.ts';
import { rupeesFor } from '#kernel/words/rupees.ts';
import type { SmsTemplate } from '#kernel/words/sms-templates.ts';

const PAISE = 123;
/** Facts in whose place a template has its variables. */
const facts = {
  name: '',
  product: '##product##',
  reference: '##order##',
  paise: PAISE,
  carrier: '##carrier##',
  docket: '##docket##',
  link: '##link##',
};

/** The texts that an operator registers, with `##name##` where something varies; `domain` is that of PUBLIC_URL. */
export function registeredTexts(language: 'en' | 'hi', domain: string): Record<SmsTemplate, string> {
  const words = language === 'hi' ? hi : en;
  const amount = rupeesFor(words.locale)(PAISE);
  const order = (kind: Exclude<keyof typeof words.orders, 'link'>) =>
    words.orders[kind].sms(facts).replaceAll(amount, '##amount##');
  return {
    code: words.sms.code('##code##', domain),
    order_paid: order('paid'),
    order_released: order('released'),
    order_dispatched: order('dispatched'),
    order_cancelled: order('cancelled'),
    order_refunded: order('refunded'),
  };
}
