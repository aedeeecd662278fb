import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providerName, type ProviderName } from '@bijli/contract/wallet';
import { normalised } from './client-answers.ts';
import { withClientFixture } from './client-fixture.ts';
import { clientSteps } from './client-steps.ts';
import { runClientSteps } from './run-client-steps.ts';

/**
 * Records the answers that a client of the specification gets. It starts one server for each provider. With an address
 * it uses the server there: that server's provider is asked for, and a car must be at one free charger.
 *
 *   npm run release:client -- FOLDER [URL]
 */
const [folder = '', url] = process.argv.slice(2);
if (!folder) throw new Error('Say where to: npm run release:client -- FOLDER [URL]');
mkdirSync(folder, { recursive: true });

async function record(provider: ProviderName, address: string): Promise<void> {
  const played = await runClientSteps(address, clientSteps(provider));
  const kept = played.map((one) => ({
    ...one,
    ...('answer' in one && { answer: normalised(one.answer, one.step.varies) }),
  }));
  writeFileSync(join(folder, `${provider}.json`), `${JSON.stringify(kept, undefined, 2)}\n`);
}

if (url) {
  const config = (await (await fetch(`${url}/client-config`)).json()) as { payment_option: ProviderName };
  await record(config.payment_option, url);
} else {
  const dataDir = mkdtempSync(join(tmpdir(), 'bijli-client-'));
  chmodSync(dataDir, 0o711);
  try {
    for (const provider of providerName.options)
      await withClientFixture(provider, dataDir, (address) => record(provider, address));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
process.exit(0);
