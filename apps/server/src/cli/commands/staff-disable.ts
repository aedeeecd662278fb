import { neededArgument, parseOptions } from '../arguments.ts';
import { recorder } from '../audit-recorder.ts';
import type { Command } from '../command.ts';
import { openPeople } from '../open-people.ts';

export const staffDisable: Command = {
  name: 'staff disable',
  summary: 'Disables a person: ends all sign-ins and the person’s API tokens',
  help: `npm run bijli -- staff disable --email EMAIL

The last owner cannot be disabled. "staff reset --password" enables a person again.`,

  parse(args) {
    const values = parseOptions(args, { email: { type: 'string' } });
    const email = neededArgument(values.email, 'email');
    return async (context) => {
      const people = openPeople(context);
      const { id } = await people.getStaffOfEmail(email);
      const { revokedTokens } = await people.disableStaff(id, recorder(context, 'staff.disable'));
      context.say(`${email} is disabled; API tokens revoked: ${revokedTokens}.`);
      return 0;
    };
  },
};
