/** Commands to charge points, their messages and security events, and their certificates. */
export { askCommand, type CommandRequest } from './commands/ask-command.ts';
export { redactAddresses, SECRET_KEY } from './redaction.ts';
export type { CertificateAuthority, CertificateToSign } from './security/certificate-authority.ts';
export {
  findOrCreateRoot,
  listExpiringCertificates,
  createCertificates,
  type SeenCertificate,
} from './security/certificates.ts';
export { listCertificates, insertMissingRevocation } from './security/certificates.store.ts';
export type {
  ChargePointCalls,
  Effect,
  AppliedStateValue,
  AppliedStateKind,
  ChargePointTask,
  NumberSource,
  OperationRules,
  TagLists,
} from './charge-point-calls.ts';
export type { OperationReports } from './operation-reports.ts';
export { isUnanswered } from './commands/command-state.ts';
export { createCommands, type Commands } from './commands/commands.ts';
export { findCommand, listFollowUps, type Command } from './commands/commands.store.ts';
export { createProfileUpgrades } from './security/profile-upgrades.ts';
export {
  endReservation,
  isReservedFor,
  listReservations,
  lockReservations,
  endFreedReservations,
  type Reservation,
} from './reservations/reservations.ts';
export { createSecurityEvents } from './security/security-events.ts';
export { listSecurityEvents } from './security/security-events.store.ts';
export { createLinkRevocations, type RevokedSince } from './security/link-revocations.ts';
export { createMessageLog, type MessageLog } from './message-log/message-log.ts';
export { listMessages, type ChargePointMessage } from './message-log/message-log.store.ts';
