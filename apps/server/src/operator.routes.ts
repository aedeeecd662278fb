import type { FastifyInstance } from 'fastify';
import { createOperatorHttp } from '#http/serve-operator.ts';
import type { Clock } from '#kernel/clock.ts';
import { createSampledLog } from '#kernel/log-sampler.ts';
import type { Log } from '#kernel/log.ts';
import { complaintsForStaffRoutes } from '#modules/complaints/complaints.routes.ts';
import type { Complaints } from '#modules/complaints/index.ts';
import type { Network } from '#modules/network/index.ts';
import { networkRoutes } from '#modules/network/network.routes.ts';
import { casesRoutes } from '#modules/sessions/cases.routes.ts';
import type { Sessions } from '#modules/sessions/index.ts';
import type { Staff } from '#modules/staff/index.ts';
import { staffRoutes } from '#modules/staff/staff.routes.ts';

interface OperatorModules {
  staff: Staff;
  network: Network;
  sessions: Sessions;
  complaints: Complaints;
}

/** What staff and their programs call, behind its guard. */
export function operatorRoutes(
  app: FastifyInstance,
  { staff, network, sessions, complaints }: OperatorModules,
  { clock, log, ...http }: { clock: Clock; log: Log; served: string[]; checksReplies: boolean },
): void {
  const operator = createOperatorHttp(app, http, {
    clock,
    logSampled: createSampledLog(log, clock),
    authenticate: staff.authenticate,
    stationOf: async (chargePointId) => (await network.chargePoint(chargePointId))?.stationId,
    writeAudit: staff.writeAudit,
  });
  staffRoutes(operator, staff);
  networkRoutes(operator, network);
  casesRoutes(operator, sessions);
  complaintsForStaffRoutes(operator, complaints);
}
