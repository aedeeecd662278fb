import { paiseOf, rupees } from '@bijli/contract/money';
import { newSecret } from '#kernel/ids.ts';
import { registerChargePoint } from '#modules/network/index.ts';
import { neededArgument, parseOptions, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';

export const chargersAdd: Command = {
  name: 'chargers add',
  action: 'charger.add',
  summary: 'Adds a charger and prints the address and secret to connect with',
  help: `npm run bijli -- chargers add --station ID --id CHARGER --connector TYPE:KW [--connector TYPE:KW …]
                              [--price RUPEES] [--name TEXT] [--secret TEXT]

Allows a charger to connect by OCPP 1.6J with security profile 1 (HTTP Basic), also a retired one. The secret is printed once and kept as a hash.

  --station     the station where it stands
  --id          its charge box identity, as set in the charger
  --connector   a connector's type and power, such as CCS2:120 or "Type 2:22"; numbered from 1 in this order
  --price       rupees per kWh before GST, such as 18.50: the station's new price for this charger's current (AC or DC),
                at every hour; without it the station's price stays
  --name        what drivers see; by default the identity
  --secret      16 to 40 characters; by default one is created`,

  parse(args) {
    const values = parseOptions(args, {
      station: { type: 'string' },
      id: { type: 'string' },
      connector: { type: 'string', multiple: true },
      price: { type: 'string' },
      name: { type: 'string' },
      secret: { type: 'string' },
    });
    const chargePointId = neededArgument(values.id, 'id');
    const registration = {
      stationId: neededArgument(values.station, 'station'),
      chargePointId,
      name: values.name || chargePointId,
      connectors: (values.connector ?? []).map(parseConnector),
      pricePaisePerKwh: values.price === undefined ? undefined : parsePrice(values.price),
      // Many charge points have no room for a longer password: OCPP 1.6 allows a key of 40 hex digits.
      secret: parseSecret(values.secret ?? newSecret().slice(0, 40)),
    };
    if (registration.connectors.length === 0)
      throw new UsageError('--connector is missing: name at least one, such as CCS2:120.');
    return async ({ database, config, now, say }) => {
      const { current } = await registerChargePoint(database, now, registration);
      const address = new URL(`/ocpp/${encodeURIComponent(chargePointId)}`, config.publicUrl);
      address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
      say(`${chargePointId} is registered at ${registration.stationId}.`);
      say(`  address   ${address.href}`);
      say(`  user      ${chargePointId}`);
      say(`  secret    ${registration.secret}   (kept as a hash; it is not shown again)`);
      if (registration.pricePaisePerKwh !== undefined) {
        say(
          `  price     ₹${rupees(registration.pricePaisePerKwh).toFixed(2)} per kWh before GST for ${current} at this station`,
        );
      }
      return 0;
    };
  },
};

function parseConnector(text: string): { type: string; ratedW: number } {
  const [, type, kilowatts] = /^(.+):(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const ratedW = Math.round(Number(kilowatts) * 1000);
  if (!type?.trim() || !(ratedW > 0 && ratedW <= 4_000_000))
    throw new UsageError(`--connector ${text}: write it as CCS2:120.`);
  return { type, ratedW };
}

function parsePrice(text: string): number {
  const paise = /^\d+(\.\d{1,2})?$/.test(text) ? paiseOf(Number(text)) : undefined;
  if (paise === undefined || paise > 100_000)
    throw new UsageError(`--price ${text}: write it in rupees, such as 18.50.`);
  return paise;
}

function parseSecret(text: string): string {
  if (!/^[\x21-\x7e]{16,40}$/.test(text))
    throw new UsageError('--secret must have 16 to 40 characters without spaces.');
  return text;
}
