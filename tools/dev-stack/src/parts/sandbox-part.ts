import { fileURLToPath } from 'node:url';
import { DEMO_CREDENTIALS, providerAddresses } from '@bijli/payment-sandbox/demo';
import { startChild } from './child.ts';
import type { Parts } from './stack-parts.ts';

const SANDBOX = fileURLToPath(import.meta.resolve('@bijli/payment-sandbox/main'));

/** Starts the payment sandbox of a stack whose server is at `url`. */
export async function startSandbox(
  parts: Parts,
  url: string,
): Promise<{ url: string; /** What servers need to know of it. */ env: Record<string, string> }> {
  const input = { ...DEMO_CREDENTIALS, webhookUrl: `${url}/webhooks/:provider` };
  const { answer } = await parts.run('The payment sandbox', startChild<{ url: string }>(SANDBOX, { input }));
  return { url: answer.url, env: providerAddresses(answer.url) };
}
