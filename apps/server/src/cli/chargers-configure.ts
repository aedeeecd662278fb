import { changeAdmission, type Admission } from '#modules/network/index.ts';
import { neededArgument, onlyArgument, readArguments, UsageError } from './arguments.ts';
import type { Command } from './command.ts';

const ADMISSIONS: readonly Admission[] = ['accepted', 'pending', 'rejected'];

export const chargersConfigure: Command = {
  name: 'chargers configure',
  action: 'charger.configure',
  summary: 'Sets how a charger is let in',
  help: `npm run bijli -- chargers configure ID --admission accepted|pending|rejected

Sets how the charger's next BootNotification is answered. One that is not accepted asks again each minute.

  --admission   pending: it may be asked for its settings and set, and starts and stops nothing from afar
                rejected: nothing is asked of it`,

  read(args) {
    const { values, positionals } = readArguments(args, { admission: { type: 'string' } });
    const id = onlyArgument(positionals, 'charger');
    const text = neededArgument(values.admission, 'admission');
    const admission = ADMISSIONS.find((one) => one === text);
    if (!admission) throw new UsageError(`--admission is one of ${ADMISSIONS.join(', ')}.`);
    return async ({ database, say }) => {
      if (!(await changeAdmission(database, id, admission))) throw new Error(`There is no charger ${id}.`);
      say(`${id} is ${admission} from its next boot on.`);
      return 0;
    };
  },
};
