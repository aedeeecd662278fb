import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { openPeople } from '../open-people.ts';
import { utcDay } from '../utc-times.ts';

export const staffList: Command = {
  name: 'staff list',
  summary: 'Lists the people who may use the operator’s API',
  help: 'npm run bijli -- staff list',

  parse(args) {
    parseOptions(args, {});
    return async (context) => {
      const people = await openPeople(context).listStaff();
      for (const { email, name, role, stationIds, passwordHash, codeSecret, lastHereAt, disabledAt } of people) {
        const state = disabledAt
          ? `disabled ${utcDay(disabledAt)}`
          : passwordHash === null
            ? 'invited'
            : codeSecret === null
              ? 'no second factor yet'
              : `last here ${lastHereAt ? utcDay(lastHereAt) : 'never'}`;
        const where = stationIds ? `at ${stationIds.join(', ')}` : 'everywhere';
        context.say(`${email.padEnd(32)}  ${role.padEnd(10)}  ${where}  ${state}  ${name}`);
      }
      context.say(
        people.length === 0 ? 'Nobody yet: "staff add" invites the first owner.' : `${people.length} people.`,
      );
      return 0;
    };
  },
};
