import { parseOptions, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { LASTS, playDemo } from '../play-demo.ts';

const EVENING_PERCENT = 75;

export const demoEvening: Command = {
  name: 'demo evening',
  summary: 'Demo: a busy evening with few free plugs',
  help: `npm run bijli -- demo evening [--percent N]

Cars arrive until this share of connectors is busy. ${LASTS} It needs the whole fleet (DEMO_FLEET=whole).

  --percent   how many of a hundred connectors are busy, ${EVENING_PERCENT} by default`,

  parse(args) {
    const values = parseOptions(args, { percent: { type: 'string' } });
    const percent = Number(values.percent ?? EVENING_PERCENT);
    if (!Number.isInteger(percent) || percent < 0 || percent > 100)
      throw new UsageError('--percent must be a whole number from 0 to 100.');
    return playDemo({ busyShare: percent / 100 }, `Cars arrive until ${percent} of 100 connectors are busy.`);
  },
};
