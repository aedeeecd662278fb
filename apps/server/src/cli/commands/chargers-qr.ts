import { writeFile } from 'node:fs/promises';
import { listStickers, stickersPdf } from '#modules/network/index.ts';
import { neededArgument, parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';

export const chargersQr: Command = {
  name: 'chargers qr',
  summary: 'Writes a PDF of stickers with QR codes',
  help: `npm run bijli -- chargers qr [--station ID | CHARGER …] --out FILE.pdf

Writes a PDF of A6 pages with a sticker for each connector, in English and Hindi. The QR code opens the connector in the driver's
app, at PUBLIC_URL. Drivers can also type the number below it. Without a station or chargers it includes every registered charger.

  --station   only stickers of one station
  --out       the file to write`,

  parse(args) {
    const { values, positionals } = parseArguments(args, { station: { type: 'string' }, out: { type: 'string' } });
    const out = neededArgument(values.out, 'out');
    if (values.station !== undefined && positionals.length > 0)
      throw new UsageError('Name a station or chargers, not both.');
    const which = { stationId: values.station, ...(positionals.length > 0 && { chargePointIds: positionals }) };
    return async ({ database, config, say }) => {
      const stickers = await listStickers(database, which, config.publicUrl);
      await writeFile(out, await stickersPdf(stickers, { phone: config.support.phone }));
      say(`${out}: ${stickers.length} stickers. Their codes lead to ${new URL(stickers[0]?.address ?? '').origin}.`);
      return 0;
    };
  },
};
