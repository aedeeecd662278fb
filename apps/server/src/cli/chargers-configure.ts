import { changeByStaff, SECURITY_PROFILES, type Admission } from '#modules/network/index.ts';
import { onlyArgument, readArguments, UsageError } from './arguments.ts';
import type { Command } from './command.ts';

const ADMISSIONS: readonly Admission[] = ['accepted', 'pending', 'rejected'];

export const chargersConfigure: Command = {
  name: 'chargers configure',
  action: 'charger.configure',
  summary: 'Sets how a charger is let in',
  help: `npm run bijli -- chargers configure ID [--admission accepted|pending|rejected] [--profile 0|1|2|3] [--serial NUMBER]
                                    [--local-list on|off]

Sets how the charger's next BootNotification is answered, and what it must prove to come in at all. One that is not accepted
asks again each minute.

  --admission   pending: it may be asked for its settings and set, and starts and stops nothing from afar
                rejected: nothing is asked of it
  --profile     the least security profile that it may come with: 0 nothing (only from OCPP_OPEN_NETWORKS), 1 its secret,
                2 its secret over TLS, 3 a certificate of its own. Counts from its next link on, and is how one is let in again
                that was reset and comes with less. To have a charger raise its own, send it SecurityProfile: chargers
                command ID ChangeConfiguration '{"key":"SecurityProfile","value":"2"}'
  --serial      the serial number that is written on the charger: a certificate of its maker's may name it in place of ID. What the
                charger tells of itself is not believed for that
  --local-list  on: its list of tags is kept in step with ours, so that cards charge there without a link too`,

  read(args) {
    const { values, positionals } = readArguments(args, {
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
    if (serial === '') throw new UsageError('--serial is what is written on the charger.');
    if (Object.keys(values).length === 0) throw new UsageError('Say --admission, --profile, --serial or --local-list.');
    return async ({ database, say, record }) => {
      await database.transaction(async (tx) => {
        await changeByStaff(tx, id, { admission, securityProfile: profile, serialNumber: serial, keepsLocalList });
        await record(tx);
      });
      if (admission !== undefined) say(`${id} is ${admission} from its next boot on.`);
      if (profile !== undefined) say(`${id} may come with security profile ${profile} or more from its next link on.`);
      if (serial !== undefined) say(`A certificate of its maker's that names ${serial} proves ${id}.`);
      if (list !== undefined)
        say(`The list of tags of ${id} is ${list === 'on' ? 'kept in step from now on' : 'left as it is'}.`);
      return 0;
    };
  },
};

function oneOf<T extends string | number>(all: readonly T[], written: string | undefined, name: string): T | undefined {
  if (written === undefined) return undefined;
  const found = all.find((one) => String(one) === written);
  if (found === undefined) throw new UsageError(`--${name} is one of ${all.join(', ')}.`);
  return found;
}
