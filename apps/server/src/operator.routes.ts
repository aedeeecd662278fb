import type { FastifyInstance } from 'fastify';
import { operationRules } from '#adapters/ocpp/calls/operation-rules.ts';
import type { Database } from '#db/database.ts';
import { createOperatorHttp } from '#http/calls/serve-operator.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import type { Availability } from '#modules/availability/index.ts';
import { complaintsForStaffRoutes } from '#modules/complaints/complaints.routes.ts';
import type { Complaints } from '#modules/complaints/index.ts';
import { faultsRoutes } from '#modules/faults/faults.routes.ts';
import type { Faults } from '#modules/faults/index.ts';
import { filesForStaffRoutes } from '#modules/files/files.routes.ts';
import type { Files } from '#modules/files/index.ts';
import type { LocalLists } from '#modules/local-lists/index.ts';
import { localListsRoutes } from '#modules/local-lists/local-lists.routes.ts';
import type { Network } from '#modules/network/index.ts';
import { networkRoutes } from '#modules/network/network.routes.ts';
import { commandStreamRoutes } from '#modules/operations/commands/command-stream.routes.ts';
import type { Commands } from '#modules/operations/index.ts';
import { operationsRoutes } from '#modules/operations/operations.routes.ts';
import { secretsRoutes } from '#modules/operations/security/secrets.routes.ts';
import type { Payments } from '#modules/payments/index.ts';
import { refundsRoutes } from '#modules/payments/refunds/refunds.routes.ts';
import { casesRoutes } from '#modules/sessions/cases.routes.ts';
import type { Sessions } from '#modules/sessions/index.ts';
import type { Staff } from '#modules/staff/index.ts';
import { staffRoutes } from '#modules/staff/staff.routes.ts';
import type { Storefront } from '#modules/storefront/index.ts';
import { ordersForStaffRoutes } from '#modules/storefront/orders/orders-for-staff.routes.ts';
import { tokensRoutes } from '#modules/tokens/tokens.routes.ts';

interface OperatorModules {
  staff: Staff;
  network: Network;
  availability: Pick<Availability, 'hasLink'>;
  sessions: Sessions;
  complaints: Complaints;
  payments: Payments;
  storefront: Storefront;
  commands: Commands;
  faults: Faults;
  files: Files;
  localLists: Pick<LocalLists, 'changed' | 'sendWhole'>;
}

interface OperatorRoutesOptions {
  clock: Clock;
  log: Log;
  database: Database;
  served: string[];
  checksReplies: boolean;
}

/** The API of staff and their programs, behind its guard. */
export function operatorRoutes(
  app: FastifyInstance,
  modules: OperatorModules,
  { clock, log, database, ...http }: OperatorRoutesOptions,
): void {
  const { staff, network, availability, commands, faults, files, localLists } = modules;
  const { sessions, complaints, payments, storefront } = modules;
  const operator = createOperatorHttp(app, http, {
    clock,
    logSampled: createSampledLog(log, clock),
    authenticate: staff.authenticate,
    authenticateAgain: staff.authenticateAgain,
    stationOf: async (chargePointId) => (await network.findChargePoint(chargePointId))?.stationId,
    writeAudit: staff.writeAudit,
  });
  staffRoutes(operator, staff);
  networkRoutes(operator, network, { hasLink: availability.hasLink, listsChanged: localLists.changed });
  casesRoutes(operator, sessions);
  faultsRoutes(operator, faults);
  filesForStaffRoutes(operator, files);
  complaintsForStaffRoutes(operator, complaints);
  operationsRoutes(operator, commands, database);
  commandStreamRoutes(operator, commands, clock);
  secretsRoutes(operator, { commands, operationRules, database, clock });
  localListsRoutes(operator, localLists);
  tokensRoutes(operator, { database, clock, changed: localLists.changed });
  refundsRoutes(operator, payments);
  ordersForStaffRoutes(operator, storefront);
}
