import { neededArgument, parseOptions } from '../arguments.ts';
import { recorder } from '../audit-recorder.ts';
import type { Command } from '../command.ts';
import { openPeople, sayInvitation } from '../open-people.ts';

export const staffReset: Command = {
  name: 'staff reset',
  summary: 'Removes a lost second factor, or the password as well',
  help: `npm run bijli -- staff reset --email EMAIL [--password]

Ends every sign-in of the person. The next sign-in sets up an authenticator app.

  --password   also removes the password: prints a new invitation, and enables a disabled person again`,

  parse(args) {
    const values = parseOptions(args, { email: { type: 'string' }, password: { type: 'boolean' } });
    const email = neededArgument(values.email, 'email');
    return async (context) => {
      const people = openPeople(context);
      const { id } = await people.getStaffOfEmail(email);
      const renewed = await people.resetStaff(id, values.password === true, recorder(context, 'staff.reset'));
      context.say(`${email} sets up an authenticator app at the next sign-in.`);
      if (renewed) sayInvitation(context, renewed.invitation, renewed.invitedUntil);
      return 0;
    };
  },
};
