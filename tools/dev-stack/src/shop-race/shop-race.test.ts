import { expect, test } from 'vitest';
import { usedDataFolder } from '../testing.ts';
import { shopRace } from './shop-race.ts';

const rounds = Number(process.env['SHOP_RACE_ROUNDS'] ?? 1);
const buyers = Number(process.env['SHOP_RACE_BUYERS'] ?? 50);

test(
  `a few units, ${buyers} buyers of one to ten at two servers, ${rounds} rounds: every unit is sold once, every other payment is refunded, returned units are in stock, the ledger is right`,
  { timeout: rounds * 60_000 + 120_000 },
  async () => {
    const reports = await shopRace({
      dataDir: await usedDataFolder(),
      rounds,
      buyers,
      onRound: (round, report) => process.stdout.write(`   round ${round}: ${JSON.stringify(report)}\n`),
    });
    expect(reports).toHaveLength(rounds);
    for (const { sold, refunded, unitsBack, problems } of reports) {
      expect(problems).toEqual([]);
      expect(sold).toBeGreaterThan(0);
      expect(unitsBack).toBeGreaterThan(0);
      // At least the payment that arrives when everything is sold.
      expect(refunded).toBeGreaterThan(0);
    }
  },
);
