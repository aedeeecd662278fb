import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { DOCTOR_CHECKS } from '../doctor-checks.ts';
import { onOneLine } from '../listing.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Says what is wrong with this installation',
  help: `npm run bijli -- doctor

Checks the database and its settings, the disk, the backups, the public address and its certificate, whether payment provider and mail
server answer, whether a server runs and its ledger is proven, and the clocks of chargers. It changes nothing. It reads settings as the
server does, so run it with the same environment.

Exit code: 0 if everything is in order, 1 if there is something to do.`,

  parse(args) {
    parseOptions(args, {});
    return async ({ say, progress, ...context }) => {
      let problemCount = 0;
      for (const { name, look } of DOCTOR_CHECKS) {
        progress(`Checking ${name}`);
        const findings = await look(context).catch((error: unknown) => [
          { what: name, problem: `It could not be checked: ${String(error)}` },
        ]);
        for (const { what, problem } of findings) {
          if (problem !== undefined) problemCount += 1;
          say(
            onOneLine(problem === undefined ? `ok    ${what}` : `look  ${what}: ${problem}`).replace(
              /^(ok|look) /,
              (word) => word.padEnd(6),
            ),
          );
        }
      }
      say(problemCount === 0 ? 'All is well.' : `${problemCount} problems.`);
      return problemCount === 0 ? 0 : 1;
    };
  },
};
