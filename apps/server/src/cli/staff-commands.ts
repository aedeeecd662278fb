import * as z from 'zod/mini';
import { staffRole } from '@bijli/contract/staff';
import { createNetwork } from '#modules/network/index.ts';
import { createPeople } from '#modules/staff/index.ts';
import { neededArgument, readOptions, UsageError } from './arguments.ts';
import { recorder } from './audit-recorder.ts';
import type { Command, CommandContext } from './command.ts';
import { utcDay, utcMinute } from './utc-times.ts';

export const staffAdd: Command = {
  name: 'staff add',
  summary: 'Invites a person to the operator’s API, such as the first owner',
  help: `npm run bijli -- staff add --email EMAIL --role ROLE [--name TEXT] [--station ID …]

Prints an invitation once. It sets the password, within 48 hours. The first sign-in sets up an authenticator app. See docs/operating.md.

  --email     the person's e-mail at work
  --role      ${staffRole.options.join(', ')}
  --name      by default the e-mail
  --station   only these stations; by default all`,

  read(args) {
    const values = readOptions(args, {
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
      const { invitation, invitedUntil } = await peopleOf(context).inviteStaff(
        about,
        recorder(context, 'staff.invite'),
      );
      context.say(`${email} is invited as ${about.role}.`);
      sayInvitation(context, invitation, invitedUntil);
      return 0;
    };
  },
};

export const staffList: Command = {
  name: 'staff list',
  summary: 'Lists the people who may use the operator’s API',
  help: 'npm run bijli -- staff list',

  read(args) {
    readOptions(args, {});
    return async (context) => {
      const people = await peopleOf(context).listStaff();
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

export const staffDisable: Command = {
  name: 'staff disable',
  summary: 'Disables a person: ends all sign-ins and the person’s API tokens',
  help: `npm run bijli -- staff disable --email EMAIL

The last owner cannot be disabled. "staff reset --password" enables a person again.`,

  read(args) {
    const values = readOptions(args, { email: { type: 'string' } });
    const email = neededArgument(values.email, 'email');
    return async (context) => {
      const people = peopleOf(context);
      const { id } = await people.staffOfEmail(email);
      const { revokedTokens } = await people.disableStaff(id, recorder(context, 'staff.disable'));
      context.say(`${email} is disabled; API tokens revoked: ${revokedTokens}.`);
      return 0;
    };
  },
};

export const staffReset: Command = {
  name: 'staff reset',
  summary: 'Removes a lost second factor, or the password as well',
  help: `npm run bijli -- staff reset --email EMAIL [--password]

Ends every sign-in of the person. The next sign-in sets up an authenticator app.

  --password   also removes the password: prints a new invitation, and enables a disabled person again`,

  read(args) {
    const values = readOptions(args, { email: { type: 'string' }, password: { type: 'boolean' } });
    const email = neededArgument(values.email, 'email');
    return async (context) => {
      const people = peopleOf(context);
      const { id } = await people.staffOfEmail(email);
      const renewed = await people.resetStaff(id, values.password === true, recorder(context, 'staff.reset'));
      context.say(`${email} sets up an authenticator app at the next sign-in.`);
      if (renewed) sayInvitation(context, renewed.invitation, renewed.invitedUntil);
      return 0;
    };
  },
};

function peopleOf({ database, now }: CommandContext) {
  const clock = { now: () => now, after: () => () => undefined };
  const network = createNetwork({ database, clock });
  return createPeople({ database, now: () => now, hasStations: network.hasStations });
}

function sayInvitation({ say, config }: CommandContext, invitation: string, until: Date): void {
  say(`  invitation   ${invitation}   (kept as a hash; it is not shown again)`);
  say(`  until        ${utcMinute(until)}`);
  say(`  accepted at  ${new URL('/api-v1/operator/sign-in/invitation', config.publicUrl).href}`);
}
