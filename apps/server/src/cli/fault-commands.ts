import { FIX_KINDS, type FixKind } from '@bijli/contract/operator-faults';
import { pageOf } from '#db/pagination.ts';
import { changeFaultRule, endFault, listFaults, readFaultRule, type FaultRule } from '#modules/faults/index.ts';
import { neededArgument, readArguments, UsageError } from './arguments.ts';
import { recorder } from './audit-recorder.ts';
import type { Command } from './command.ts';
import { belowNewest, limitFrom } from './newest.ts';
import { utcSecond } from './utc-times.ts';

const FAULTS_LISTED = 50;

export const faultsList: Command = {
  name: 'faults list',
  summary: 'Shows plugs that are offered to nobody because starts fail there',
  help: `npm run bijli -- faults list [--all] [--station ID] [--limit N]

Newest first (UTC): since when, charger and connector, how the last start failed, where it stands, and what was asked for last.

  fixing     it is mended from afar, by "faults rule"
  out        that did not help; it is tried again later
  on_trial   it was mended and is offered: the next start ends the fault, or takes the plug out again

  --all       also those that are over
  --station   only those of one station
  --limit     how many, ${FAULTS_LISTED} by default`,

  read(args) {
    const { values } = readArguments(args, {
      all: { type: 'boolean' },
      station: { type: 'string' },
      limit: { type: 'string' },
    });
    const limit = limitFrom(values.limit, FAULTS_LISTED);
    const stationIds = values.station === undefined ? undefined : [values.station];
    return async ({ database, say }) => {
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
  summary: 'Offers a plug again that works by your word',
  help: `npm run bijli -- faults end CHARGER CONNECTOR

The plug is offered to drivers from now on; starts that failed before count no more.`,

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
  summary: 'Shows or changes when a plug is taken for broken, and what is tried then',
  help: `npm run bijli -- faults rule [--drivers N] [--hours N] [--fixes unlock,soft_reset|none] [--again-hours N]

Without any of them it shows the rule.

  --drivers       so many drivers must have failed to start, one after the other, by the charger's fault
  --hours         within so many hours
  --fixes         what is asked of the charger then, in this order; a reset waits until nobody charges there
  --again-hours   a plug that stays out is mended and offered once more after so many hours`,

  read(args) {
    const { values } = readArguments(args, {
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
      say(`A plug is offered to nobody once ${drivers} drivers in ${withinHours} hours could not start there.`);
      say(
        `Then is tried: ${fixes.join(', ') || 'nothing'}. One that stays out is tried again after ${tryAgainHours} hours.`,
      );
      return 0;
    };
  },
};

function readNumber(name: string, text: string, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= max) return number;
  throw new UsageError(`--${name} ${text}: a number from 1 to ${max}.`);
}

function readFixes(text: string): FixKind[] {
  return text === 'none'
    ? []
    : text.split(',').map((word) => {
        const kind = FIX_KINDS.find((one) => one === word.trim());
        if (!kind) throw new UsageError(`--fixes ${text}: of ${FIX_KINDS.join(' and ')}, or none.`);
        return kind;
      });
}
