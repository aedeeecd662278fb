import type { SandboxOptions } from './sandbox.ts';

/** The credentials of a server in demo mode at each provider. */
export const DEMO_CREDENTIALS: Pick<SandboxOptions, 'phonepe' | 'razorpay' | 'payu'> = {
  phonepe: {
    clientId: 'demo-client',
    clientSecret: 'demo-client-secret',
    clientVersion: '1',
    webhookUsername: 'demo_hook',
    webhookPassword: 'demohook1',
  },
  razorpay: { keyId: 'rzp_test_demo', keySecret: 'demo-key-secret', webhookSecret: 'demo-webhook-secret' },
  payu: { key: 'demoKey', salt: 'demo-salt' },
};

/** The environment of a server that uses the sandbox for every provider. */
export function providerAddresses(sandboxUrl: string): Record<string, string> {
  const names = ['PHONEPE_API_URL', 'PHONEPE_OAUTH_URL', 'PHONEPE_CHECKOUT_URL'];
  for (const provider of ['RAZORPAY', 'PAYU']) names.push(`${provider}_API_URL`, `${provider}_CHECKOUT_URL`);
  return Object.fromEntries(names.map((name) => [name, sandboxUrl]));
}
