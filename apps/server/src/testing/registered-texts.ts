import { en } from '#kernel/messages/en.ts';
import { hi } from '#kernel/messages/hi.ts';
import { rupeesFor } from '#kernel/messages/rupees.ts';
import type { SmsTemplate } from '#kernel/messages/sms-templates.ts';

const PAISE = 123;
/** Facts that put a template's variables into the text. */
const facts = {
  name: '',
  product: '##product##',
  reference: '##order##',
  paise: PAISE,
  carrier: '##carrier##',
  docket: '##docket##',
  delivery: null,
  link: '##link##',
  isService: false,
  isInstalled: false,
  reviewLink: '',
};

/**
 * The texts that an operator registers, with `##name##` in place of what varies. `domain` is the domain of PUBLIC_URL.
 */
export function registeredTexts(language: 'en' | 'hi', domain: string): Record<SmsTemplate, string> {
  const messages = language === 'hi' ? hi : en;
  const amount = rupeesFor(messages.locale)(PAISE);
  const order = (kind: Exclude<keyof typeof messages.orders, 'link' | 'delivered' | 'units_refunded'>) =>
    messages.orders[kind].sms(facts).replaceAll(amount, '##amount##');
  return {
    code: messages.sms.code('##code##', domain),
    order_paid: order('paid'),
    order_released: order('released'),
    order_dispatched: order('dispatched'),
    order_cancelled: order('cancelled'),
    order_refunded: order('refunded'),
  };
}
