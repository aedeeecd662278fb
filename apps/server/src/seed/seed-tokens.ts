import type { Database } from '#db/database.ts';
import { insertMissingTokens } from '#modules/tokens/index.ts';
import { seed } from './seed.ts';

const DEMO_TOKENS = 200;

/** The RFID tags of simulated drivers, DEMO-0001 to DEMO-0200. Like everything in the demo, they are public. */
export const demoTags = (): string[] =>
  Array.from({ length: DEMO_TOKENS }, (_, index) => `DEMO-${String(index + 1).padStart(4, '0')}`);

/** Adds the tags, in demo mode only, because nobody pays for what they charge. */
export async function seedTokens(database: Database, now: Date): Promise<void> {
  const rows = demoTags().map((idTag) => ({ idTag, label: 'Demo crowd', createdAt: now }));
  await seed(database, 'demo-tokens', [], () => insertMissingTokens(database, rows));
}
