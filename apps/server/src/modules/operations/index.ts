/** Commands to charge points, their messages and security events, and their certificates. */
export { askCommand, type CommandRequest } from './ask-command.ts';
export { redactAddresses, SECRET_KEY } from './redaction.ts';
export type { CertificateAuthority, CertificateToSign } from './certificate-authority.ts';
export { certificateRoot, listExpiringCertificates, createCertificates, type SeenCertificate } from './certificates.ts';
export { listCertificates, saveRevoked } from './certificates.store.ts';
export type {
  ChargePointCalls,
  OperationReports,
  Effect,
  AppliedStateValue,
  AppliedStateKind,
  ChargePointTask,
  NumberSource,
  OperationRules,
  TagLists,
} from './charge-point-calls.ts';
export { isUnanswered } from './command-state.ts';
export { createCommands, type Commands } from './commands.ts';
export { findCommand, listFollowUps, type Command } from './commands.store.ts';
export { createProfileUpgrades } from './profile-upgrades.ts';
export {
  endReservation,
  isReservedFor,
  listReservations,
  lockReservations,
  reservedConnectorFreed,
  type Reservation,
} from './reservations.ts';
export { createSecurityEvents } from './security-events.ts';
export { listSecurityEvents } from './security-events.store.ts';
export { createLinkRevocations, type RevokedSince } from './link-revocations.ts';
export { createMessageLog, type MessageLog } from './message-log.ts';
export { listMessages, type ChargePointMessage } from './message-log.store.ts';
