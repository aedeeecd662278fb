import { findChargePoint } from '#modules/network/index.ts';
import { refuse } from '#modules/network/network.refusals.ts';
import { onlyArgument, parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { onOneLine } from '../listing.ts';
import { utcSecond } from '../utc-times.ts';

export const chargersShow: Command = {
  name: 'chargers show',
  summary: 'Shows what is known of a charger',
  help: `npm run bijli -- chargers show ID

Shows its station, what it reports about itself, how it is admitted, and each connector with its last status (UTC).`,

  parse(args) {
    const id = onlyArgument(parseArguments(args, {}).positionals, 'charger');
    return async ({ database, say }) => {
      const found = await findChargePoint(database, id);
      const one = found ?? refuse('charger_not_there', { id });
      const { serialNumber, confirmedSerialNumber, heardAt, retiredAt } = one;
      const lines: [string, string | null | false][] = [
        ['station', one.stationId],
        ['name', one.name],
        ['device', [one.vendor, one.model, one.firmware].filter(Boolean).join(' ')],
        ['serial number', serialNumber],
        ['confirmed serial number', confirmedSerialNumber],
        ['heard', heardAt ? utcSecond(heardAt) : 'never'],
        ['retired', retiredAt && utcSecond(retiredAt)],
        ['secret', one.passwordHash === null ? 'none: it cannot connect' : 'kept as a hash'],
        ['admission', one.admission],
        ['security profile', `at least ${one.securityProfile}, connected with ${one.seenProfile}`],
        ['local list', one.keepsLocalList && 'kept up to date'],
        ['status', one.errorCode === 'NoError' ? one.status : `${one.status}, ${one.errorCode}`],
      ];
      say(one.id);
      for (const [name, value] of lines) if (value) say(`  ${name.padEnd(24)}${onOneLine(value)}`);
      for (const { number, type, ratedW, status, errorCode, statusAt, withheldSince } of one.connectors) {
        const power = ratedW > 0 ? ` ${ratedW / 1000} kW` : '';
        const error = errorCode === 'NoError' ? '' : `, ${onOneLine(errorCode)}`;
        const since = statusAt ? ` since ${utcSecond(statusAt)}` : '';
        const withheld = withheldSince ? `, out of service since ${utcSecond(withheldSince)} (faults list)` : '';
        say(`  ${`connector ${number}`.padEnd(24)}${type}${power}, ${status}${error}${since}${withheld}`);
      }
      return 0;
    };
  },
};
