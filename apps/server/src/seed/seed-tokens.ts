import type { Database } from '#db/database.ts';
import { insertMissingTokens } from '#modules/tokens/index.ts';
import { seed } from './seed.ts';

const DEMO_TOKENS = 200;

/** The tags that the demo's crowd charges with, DEMO-0001 to DEMO-0200: like all of the demo, known to everybody. */
export const demoTags = (): string[] =>
  Array.from({ length: DEMO_TOKENS }, (_, index) => `DEMO-${String(index + 1).padStart(4, '0')}`);

/** For demo mode only: what they take costs nobody anything. */
export async function seedTokens(database: Database, now: Date): Promise<void> {
  const rows = demoTags().map((idTag) => ({ idTag, label: 'Demo crowd', createdAt: now }));
  await seed(database, 'demo-tokens', [], () => insertMissingTokens(database, rows));
}
