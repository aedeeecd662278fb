import type { BareCommand, Command } from '../command.ts';
import { auditList } from './audit-list.ts';
import { backup } from './backup.ts';
import { chargersAdd } from './chargers-add.ts';
import { chargersCertificate } from './chargers-certificate.ts';
import { chargersCommand } from './chargers-command.ts';
import { chargersConfigure } from './chargers-configure.ts';
import { chargersEvents } from './chargers-events.ts';
import { chargersFetch } from './chargers-fetch.ts';
import { chargersList } from './chargers-list.ts';
import { chargersLog } from './chargers-log.ts';
import { chargersQr } from './chargers-qr.ts';
import { chargersRegister } from './chargers-register.ts';
import { chargersRetire } from './chargers-retire.ts';
import { chargersRevoke } from './chargers-revoke.ts';
import { chargersSecret } from './chargers-secret.ts';
import { chargersShow } from './chargers-show.ts';
import { chargersUpdate } from './chargers-update.ts';
import { complaintsList } from './complaints-list.ts';
import { deliveryImport } from './delivery-import.ts';
import { demoEvening } from './demo-evening.ts';
import { demoLiar } from './demo-liar.ts';
import { demoNormal } from './demo-normal.ts';
import { demoOutage } from './demo-outage.ts';
import { disputesList } from './disputes-list.ts';
import { disputesResolve } from './disputes-resolve.ts';
import { doctor } from './doctor.ts';
import { faultsEnd } from './faults-end.ts';
import { faultsList } from './faults-list.ts';
import { faultsRule } from './faults-rule.ts';
import { firmwareAdd } from './firmware-add.ts';
import { firmwareList } from './firmware-list.ts';
import { firmwareRetire } from './firmware-retire.ts';
import { jobsList } from './jobs-list.ts';
import { jobsRetry } from './jobs-retry.ts';
import { ledgerCheck } from './ledger-check.ts';
import { ordersList } from './orders-list.ts';
import { ordersRefund } from './orders-refund.ts';
import { ordersShip } from './orders-ship.ts';
import { ordersShow } from './orders-show.ts';
import { paymentsList } from './payments-list.ts';
import { productsImport } from './products-import.ts';
import { quarantineList } from './quarantine-list.ts';
import { quarantineResolve } from './quarantine-resolve.ts';
import { refundsList } from './refunds-list.ts';
import { restore } from './restore.ts';
import { reviewsList } from './reviews-list.ts';
import { reviewsPublish } from './reviews-publish.ts';
import { reviewsReject } from './reviews-reject.ts';
import { sessionsList } from './sessions-list.ts';
import { setup } from './setup.ts';
import { staffAdd } from './staff-add.ts';
import { staffDisable } from './staff-disable.ts';
import { staffList } from './staff-list.ts';
import { staffReset } from './staff-reset.ts';
import { stationsImport } from './stations-import.ts';
import { suppliersAdd } from './suppliers-add.ts';
import { suppliersList } from './suppliers-list.ts';
import { tokensAdd } from './tokens-add.ts';
import { tokensBlock } from './tokens-block.ts';
import { tokensList } from './tokens-list.ts';
import { tokensUnblock } from './tokens-unblock.ts';

/** All commands, in the order of the list that `bijli` prints. */
export const COMMANDS: readonly (Command | BareCommand)[] = [
  stationsImport,
  chargersAdd,
  chargersRegister,
  chargersList,
  chargersShow,
  chargersQr,
  chargersLog,
  chargersEvents,
  chargersCommand,
  chargersConfigure,
  chargersSecret,
  chargersCertificate,
  chargersRevoke,
  chargersRetire,
  chargersUpdate,
  chargersFetch,
  firmwareAdd,
  firmwareList,
  firmwareRetire,
  faultsList,
  faultsEnd,
  faultsRule,
  sessionsList,
  ledgerCheck,
  paymentsList,
  refundsList,
  complaintsList,
  disputesList,
  disputesResolve,
  quarantineList,
  quarantineResolve,
  productsImport,
  deliveryImport,
  ordersList,
  ordersShow,
  ordersShip,
  ordersRefund,
  reviewsList,
  reviewsPublish,
  reviewsReject,
  suppliersAdd,
  suppliersList,
  tokensAdd,
  tokensList,
  tokensBlock,
  tokensUnblock,
  staffAdd,
  staffList,
  staffDisable,
  staffReset,
  auditList,
  jobsList,
  jobsRetry,
  backup,
  restore,
  setup,
  doctor,
  demoEvening,
  demoOutage,
  demoLiar,
  demoNormal,
];
