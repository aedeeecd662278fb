import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { DOCTOR_CHECKS } from './doctor-checks.ts';
import { onOneLine } from './newest.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Looks for what is wrong with this installation',
  help: `npm run bijli -- doctor

Looks at the database and its settings, the disk, the backups, the public address and its certificate, whether payment provider and mail server
answer, whether a server runs and its books are proven, and at the clocks of chargers. Changes nothing. Settings are read as the
server reads them: run it with the same environment.

Exit code: 0 when all is well, 1 when something is to be done.`,

  read(args) {
    readArguments(args, {});
    return async ({ say, progress, ...context }) => {
      let problemCount = 0;
      for (const { name, look } of DOCTOR_CHECKS) {
        progress(`Looking at ${name}`);
        const findings = await look(context).catch((error: unknown) => [
          { what: name, problem: `It could not be looked at: ${String(error)}` },
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
      say(problemCount === 0 ? 'All is well.' : `${problemCount} to look at.`);
      return problemCount === 0 ? 0 : 1;
    };
  },
};
