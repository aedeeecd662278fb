import { changeSettings, SECURITY_PROFILES, type Admission } from '#modules/network/index.ts';
import { onlyArgument, parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';

const ADMISSIONS: readonly Admission[] = ['accepted', 'pending', 'rejected'];

export const chargersConfigure: Command = {
  name: 'chargers configure',
  action: 'charger.configure',
  summary: 'Sets how a charger is admitted',
  help: `npm run bijli -- chargers configure ID [--admission accepted|pending|rejected] [--profile 0|1|2|3] [--serial NUMBER]
                                    [--local-list on|off]

Sets the answer to the charger's next BootNotification, and what it must prove to connect. A charger that is not accepted asks
again every minute.

  --admission   pending: the server may read and change its configuration, but starts and stops nothing
                rejected: the server sends it nothing
  --profile     the lowest security profile with which it may connect, from its next link on: 0 nothing (only from
                OCPP_OPEN_NETWORKS), 1 its secret, 2 its secret over TLS, 3 its own certificate. Lower it to let a charger
                in again that was reset. To raise the charger's own profile, send it SecurityProfile: chargers command ID
                ChangeConfiguration '{"key":"SecurityProfile","value":"2"}'. That changes neither its secret nor a certificate
  --serial      the serial number printed on the charger. A manufacturer's certificate may name it instead of ID. The server
                does not trust the number that the charger reports
  --local-list  on: the server keeps the charger's list of tags up to date, so that cards also work without a link`,

  parse(args) {
    const { values, positionals } = parseArguments(args, {
      admission: { type: 'string' },
      profile: { type: 'string' },
      serial: { type: 'string' },
      'local-list': { type: 'string' },
    });
    const list = oneOf(['on', 'off'], values['local-list'], 'local-list');
    const keepsLocalList = list === undefined ? undefined : list === 'on';
    const id = onlyArgument(positionals, 'charger');
    const admission = oneOf(ADMISSIONS, values.admission, 'admission');
    const profile = oneOf(SECURITY_PROFILES, values.profile, 'profile');
    const serial = values.serial?.trim();
    if (serial === '') throw new UsageError('--serial is the number printed on the charger.');
    if (Object.keys(values).length === 0)
      throw new UsageError('Give --admission, --profile, --serial or --local-list.');
    return async ({ database, say, record }) => {
      await database.transaction(async (tx) => {
        await changeSettings(tx, id, { admission, securityProfile: profile, serialNumber: serial, keepsLocalList });
        await record(tx);
      });
      if (admission !== undefined) say(`${id} is ${admission} from its next boot on.`);
      if (profile !== undefined)
        say(`${id} may connect with security profile ${profile} or higher from its next link on.`);
      if (serial !== undefined) say(`A manufacturer's certificate that names ${serial} identifies ${id}.`);
      if (list !== undefined)
        say(
          `The list of tags of ${id} is ${list === 'on' ? 'kept up to date from now on' : 'emptied and no longer kept'}.`,
        );
      return 0;
    };
  },
};

function oneOf<T extends string | number>(all: readonly T[], written: string | undefined, name: string): T | undefined {
  if (written === undefined) return undefined;
  const found = all.find((one) => String(one) === written);
  if (found === undefined) throw new UsageError(`--${name} must be one of ${all.join(', ')}.`);
  return found;
}
