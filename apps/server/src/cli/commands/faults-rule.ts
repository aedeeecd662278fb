import { FIX_KINDS, type FixKind } from '@bijli/contract/operator-faults';
import { changeFaultRule, readFaultRule, type FaultRule } from '#modules/faults/index.ts';
import { parseOptions, UsageError } from '../arguments.ts';
import { recorder } from '../audit-recorder.ts';
import type { Command } from '../command.ts';

export const faultsRule: Command = {
  name: 'faults rule',
  summary: 'Shows or changes when a connector counts as broken, and what is tried then',
  help: `npm run bijli -- faults rule [--drivers N] [--hours N] [--fixes unlock,soft_reset|none] [--again-hours N]

Without options it shows the rule.

  --drivers       how many drivers in a row must fail to start because of the charger
  --hours         within how many hours
  --fixes         which fixes are then tried, in this order; a reset waits until nobody charges there
  --again-hours   after how many hours a connector that stays out is fixed and offered again`,

  parse(args) {
    const values = parseOptions(args, {
      drivers: { type: 'string' },
      hours: { type: 'string' },
      fixes: { type: 'string' },
      'again-hours': { type: 'string' },
    });
    const change: Partial<FaultRule> = {
      ...(values.drivers !== undefined && { drivers: parseNumber('drivers', values.drivers, 10) }),
      ...(values.hours !== undefined && { withinHours: parseNumber('hours', values.hours, 720) }),
      ...(values.fixes !== undefined && { fixes: parseFixes(values.fixes) }),
      ...(values['again-hours'] !== undefined && {
        tryAgainHours: parseNumber('again-hours', values['again-hours'], 720),
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

function parseNumber(name: string, text: string, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= max) return number;
  throw new UsageError(`--${name} must be a number from 1 to ${max}, not ${text}.`);
}

function parseFixes(text: string): FixKind[] {
  return text === 'none'
    ? []
    : text.split(',').map((word) => {
        const kind = FIX_KINDS.find((one) => one === word.trim());
        if (!kind) throw new UsageError(`--fixes must be a list of ${FIX_KINDS.join(', ')}, or none, not ${text}.`);
        return kind;
      });
}
