import * as z from 'zod/mini';
import { staffRole } from '@bijli/contract/staff';
import { neededArgument, parseOptions, UsageError } from '../arguments.ts';
import { recorder } from '../audit-recorder.ts';
import type { Command } from '../command.ts';
import { openPeople, sayInvitation } from '../open-people.ts';

export const staffAdd: Command = {
  name: 'staff add',
  summary: 'Invites a person to the operator’s API, such as the first owner',
  help: `npm run bijli -- staff add --email EMAIL --role ROLE [--name TEXT] [--station ID …]

Prints an invitation once. It sets the password, within 48 hours. The first sign-in sets up an authenticator app. See docs/operating.md.

  --email     the person's e-mail at work
  --role      ${staffRole.options.join(', ')}
  --name      by default the e-mail
  --station   only these stations; by default all`,

  parse(args) {
    const values = parseOptions(args, {
      email: { type: 'string' },
      role: { type: 'string' },
      name: { type: 'string' },
      station: { type: 'string', multiple: true },
    });
    const email = neededArgument(values.email, 'email');
    const role = z.safeParse(staffRole, neededArgument(values.role, 'role'));
    if (!role.success) throw new UsageError(`There is no role "${values.role}".`);
    const about = { email, name: values.name || email, role: role.data, stationIds: values.station ?? null };
    return async (context) => {
      const { invitation, invitedUntil } = await openPeople(context).inviteStaff(
        about,
        recorder(context, 'staff.invite'),
      );
      context.say(`${email} is invited as ${about.role}.`);
      sayInvitation(context, invitation, invitedUntil);
      return 0;
    };
  },
};
