/**
 * The short messages there are, each with what varies in its text. In India a text must be registered (TRAI's DLT)
 * before a provider may send it, and what is sent may differ from it in these places only: docs/sms-templates.md has
 * the texts.
 */
export const SMS_TEMPLATES = {
  code: ['code'],
  order_paid: ['order', 'product', 'link'],
  order_released: ['order', 'link'],
  order_dispatched: ['order', 'carrier', 'docket', 'link'],
  order_cancelled: ['order', 'amount', 'link'],
  order_refunded: ['order', 'amount', 'link'],
} as const;

export type SmsTemplate = keyof typeof SMS_TEMPLATES;
export type SmsValues = Record<string, string>;

/** The longest value that DLT lets stand for a variable; links, which have a kind of their own, are longer. */
export const MAX_SMS_VALUE_LENGTH = 30;
