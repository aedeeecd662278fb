import type { Config } from '#config/config.ts';
import { rupeesFor } from '#kernel/messages/rupees.ts';
import { utcSecond } from './utc-times.ts';

export const rupees = rupeesFor('en-IN');

/** When the server asks about a payment or refund next, or why it does not. */
export function nextStep({ payments }: Pick<Config, 'payments'>, provider: string, at: Date | null): string {
  if (!at) return '';
  const configured = payments.provider.name;
  if (provider !== configured) return `  cannot be asked: PAYMENT_OPTION is ${configured}`;
  return `  asked again at ${utcSecond(at)}`;
}
