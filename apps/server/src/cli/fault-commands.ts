import { FIX_KINDS, type FixKind } from '@bijli/contract/operator-faults';
import { pageOf } from '#db/pagination.ts';
import { changeFaultRule, endFault, listFaults, readFaultRule, type FaultRule } from '#modules/faults/index.ts';
import { neededArgument, readArguments, readOptions, UsageError } from './arguments.ts';
import { recorder } from './audit-recorder.ts';
import type { Command } from './command.ts';
import { checkStation } from './known.ts';
import { belowNewest, limitFrom } from './newest.ts';
import { utcSecond } from './utc-times.ts';

const FAULTS_LISTED = 50;

export const faultsList: Command = {
  name: 'faults list',
  summary: 'Lists connectors that are out of service because starts fail there',
  help: `npm run bijli -- faults list [--all] [--station ID] [--limit N]

Lists faults, newest first (UTC): since when, charger and connector, how the last start failed, the state, and the last command.

  fixing     the server tries to fix it remotely, by "faults rule"
  out        that did not help; the server tries again later
  on_trial   it was fixed and is offered; the next start ends the fault or takes the connector out again

  --all       also faults that have ended
  --station   only faults of one station
  --limit     how many, ${FAULTS_LISTED} by default`,

  read(args) {
    const values = readOptions(args, {
      all: { type: 'boolean' },
      station: { type: 'string' },
      limit: { type: 'string' },
    });
    const limit = limitFrom(values.limit, FAULTS_LISTED);
    const stationIds = values.station === undefined ? undefined : [values.station];
    return async ({ database, say }) => {
      await checkStation(database, values.station);
      const filter = { stationIds, isAll: values.all === true };
      const { rows } = await listFaults(database, filter, pageOf({ limit: String(limit) }));
      for (const { openedAt, chargePointId, connector, cause, state, tries, commandId, endedBy, changedAt } of rows) {
        const stands = `${state} since ${utcSecond(changedAt)}${endedBy ? ` (${endedBy})` : ''}`;
        const asked = commandId === null ? '' : `, command ${commandId}`;
        say(
          `${utcSecond(openedAt)}  ${chargePointId} connector ${connector}  ${cause}  ${stands}, try ${tries}${asked}`,
        );
      }
      say(belowNewest(rows.length, limit, 'faults'));
      return 0;
    };
  },
};

export const faultsEnd: Command = {
  name: 'faults end',
  summary: 'Puts such a connector back into service',
  help: `npm run bijli -- faults end CHARGER CONNECTOR

The connector is offered to drivers again. Earlier failed starts no longer count.`,

  read(args) {
    const { positionals } = readArguments(args, {});
    const [chargePointId, connector = '', ...more] = positionals;
    if (more.length > 0 || !/^[1-9]\d{0,5}$/.test(connector))
      throw new UsageError('Name the charger and the number of its connector, such as FAST-1 2.');
    const place = { chargePointId: neededArgument(chargePointId, 'charger'), connector: Number(connector) };
    return async (context) => {
      await endFault(context.database, place, context.now, recorder(context, 'fault.end'));
      context.say(`Connector ${connector} of ${place.chargePointId} is offered again.`);
      return 0;
    };
  },
};

export const faultsRule: Command = {
  name: 'faults rule',
  summary: 'Shows or changes when a connector counts as broken, and what is tried then',
  help: `npm run bijli -- faults rule [--drivers N] [--hours N] [--fixes unlock,soft_reset|none] [--again-hours N]

Without options it shows the rule.

  --drivers       how many drivers in a row must fail to start because of the charger
  --hours         within how many hours
  --fixes         which fixes are then tried, in this order; a reset waits until nobody charges there
  --again-hours   after how many hours a connector that stays out is fixed and offered again`,

  read(args) {
    const values = readOptions(args, {
      drivers: { type: 'string' },
      hours: { type: 'string' },
      fixes: { type: 'string' },
      'again-hours': { type: 'string' },
    });
    const change: Partial<FaultRule> = {
      ...(values.drivers !== undefined && { drivers: readNumber('drivers', values.drivers, 10) }),
      ...(values.hours !== undefined && { withinHours: readNumber('hours', values.hours, 720) }),
      ...(values.fixes !== undefined && { fixes: readFixes(values.fixes) }),
      ...(values['again-hours'] !== undefined && {
        tryAgainHours: readNumber('again-hours', values['again-hours'], 720),
      }),
    };
    return async (context) => {
      const { database, say } = context;
      const rule = { ...(await readFaultRule(database)), ...change };
      if (Object.keys(change).length > 0) await changeFaultRule(database, rule, recorder(context, 'fault.rule'));
      const { drivers, withinHours, fixes, tryAgainHours } = rule;
      say(`A connector is taken out of service when ${drivers} drivers in ${withinHours} hours cannot start there.`);
      say(
        `Fixes: ${fixes.join(', ') || 'none'}. A connector that stays out is tried again after ${tryAgainHours} hours.`,
      );
      return 0;
    };
  },
};

function readNumber(name: string, text: string, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= max) return number;
  throw new UsageError(`--${name} must be a number from 1 to ${max}, not ${text}.`);
}

function readFixes(text: string): FixKind[] {
  return text === 'none'
    ? []
    : text.split(',').map((word) => {
        const kind = FIX_KINDS.find((one) => one === word.trim());
        if (!kind) throw new UsageError(`--fixes must be a list of ${FIX_KINDS.join(', ')}, or none, not ${text}.`);
        return kind;
      });
}
