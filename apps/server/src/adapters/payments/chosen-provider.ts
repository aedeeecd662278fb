import type { Config } from '#config.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import type { PaymentProvider } from '#modules/payments/payment-provider.ts';
import { payu } from './payu.ts';
import { phonepe } from './phonepe.ts';
import { razorpay } from './razorpay.ts';

/** The payment provider that the configuration chooses. */
export function chosenProvider(
  { payments, support }: Pick<Config, 'payments' | 'support'>,
  context: { clock: Clock; log: Log },
): PaymentProvider {
  const { provider } = payments;
  if (provider.name === 'razorpay') return razorpay({ ...provider, ...context });
  if (provider.name === 'payu') return payu({ ...provider, ...context, fallbackEmail: support.email });
  return phonepe({ ...provider, ...context });
}

/** Where our pages may load scripts from, open frames and send forms: Content-Security-Policy. */
export function providerOrigins({ payments: { provider } }: Pick<Config, 'payments'>): string[] {
  const origins = [provider.checkoutUrl, provider.apiUrl].map((url) => new URL(url).origin);
  // PayU passes the posted form on to other hosts of its own, and form-action holds along redirects; Razorpay's script calls on others, too.
  const siblings = ['.payu.in', '.razorpay.com']
    .filter((domain) => origins.some((origin) => origin.endsWith(domain)))
    .map((domain) => `https://*${domain}`);
  return [...new Set([...origins, ...siblings])];
}
