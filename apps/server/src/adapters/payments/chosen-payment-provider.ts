import type { Config } from '#config/config.ts';
import type { ForeignOrigins } from '#http/server/server.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import type { PaymentProvider } from '#modules/payments/index.ts';
import { payu } from './payu.ts';
import { phonepe } from './phonepe.ts';
import { razorpay } from './razorpay.ts';

/** The payment provider that the configuration chooses. */
export function chosenPaymentProvider(
  { payments, support }: Pick<Config, 'payments' | 'support'>,
  context: { clock: Clock; log: Log },
): PaymentProvider {
  const { provider } = payments;
  if (provider.name === 'razorpay') return razorpay({ ...provider, ...context });
  if (provider.name === 'payu') return payu({ ...provider, ...context, fallbackEmail: support.email });
  return phonepe({ ...provider, ...context });
}

/** The origins that pages need for the configured provider, for the Content-Security-Policy. */
export function providerOrigins({ payments: { provider } }: Pick<Config, 'payments'>): ForeignOrigins {
  const checkout = new URL(provider.checkoutUrl).origin;
  const pages = [...new Set([checkout, new URL(provider.apiUrl).origin])];
  if (provider.name === 'payu') {
    // PayU forwards the posted form to other hosts of its own, and form-action also applies to redirects.
    return { scripts: [], frames: [], calls: [], forms: [checkout, ...siblingOrigins(checkout, '.payu.in')] };
  }
  const family = provider.name === 'razorpay' ? '.razorpay.com' : '.phonepe.com';
  const frames = [...pages, ...siblingOrigins(checkout, family)];
  // Razorpay's script calls its own hosts. PhonePe's only opens a frame.
  return { scripts: [checkout], frames, calls: provider.name === 'razorpay' ? frames : [], forms: [] };
}

/** The other hosts of the provider, if it is the real one. */
function siblingOrigins(origin: string, family: string): string[] {
  return origin.endsWith(family) ? [`https://*${family}`] : [];
}
