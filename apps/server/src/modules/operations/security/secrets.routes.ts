import { randomBytes } from 'node:crypto';
import { operatorApi } from '@bijli/contract/operator-api';
import type { Database, Tx } from '#db/database.ts';
import { askedByStaff, type OperatorHttp } from '#http/calls/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { hasChargePoint, restoreSecret, saveSecret } from '#modules/network/index.ts';
import { refuseMissingChargePoint } from '#modules/network/network.refusals.ts';
import type { OperationRules } from '../charge-point-calls.ts';
import type { Commands } from '../commands/commands.ts';
import { refuse } from '../operations.refusals.ts';

/** Length of a new secret: OCPP's security whitepaper (A01) asks for 16 to 20 bytes, written as hex. */
const KEY_BYTES = 20;

interface SecretPorts {
  commands: Pick<Commands, 'ask'>;
  operationRules: Pick<OperationRules, 'secretChange' | 'profileChange' | 'secretHash'>;
  database: Database;
  clock: Clock;
}

/** The operator's endpoints that change a charge point's secret and security profile. */
export function secretsRoutes(
  { serveOperator }: OperatorHttp,
  { commands, operationRules, database, clock }: SecretPorts,
): void {
  serveOperator(operatorApi.setChargerSecret, async ({ params, body, staff, record }) => {
    const { charger_id: chargePointId } = params;
    const after = { how: body.how };
    const secret = randomBytes(KEY_BYTES).toString('hex');
    if (body.how === 'send') {
      const { id } = await commands.ask({
        ...operationRules.secretChange(secret),
        chargePointId,
        deadlineAt: new Date(clock.now().getTime() + DAY_MS),
        askedBy: askedByStaff(staff),
        record: (tx, command) => record(tx, { after: { ...after, command: command.id } }),
      });
      return { command_id: id };
    }
    const isRestored = body.how === 'restore';
    const change = (tx: Tx) =>
      isRestored ? restoreSecret(tx, chargePointId) : saveSecret(tx, chargePointId, operationRules.secretHash(secret));
    const isDone = await database.transaction(async (tx) => {
      const isChanged = await change(tx);
      if (isChanged) await record(tx, { after });
      return isChanged;
    });
    if (!isDone) {
      if (isRestored && (await hasChargePoint(database, chargePointId))) refuse('earlier_secret_missing');
      refuseMissingChargePoint(chargePointId);
    }
    return isRestored ? {} : { secret };
  });

  serveOperator(operatorApi.raiseChargerProfile, async ({ params, body, staff, record }) => {
    const { id } = await commands.ask({
      ...operationRules.profileChange(body.security_profile),
      chargePointId: params.charger_id,
      deadlineAt: new Date(clock.now().getTime() + DAY_MS),
      isForced: body.force === true,
      askedBy: askedByStaff(staff),
      record: (tx, command) => record(tx, { after: { security_profile: body.security_profile, command: command.id } }),
    });
    return { command_id: id };
  });
}
