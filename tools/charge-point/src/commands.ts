import { createRPCError } from 'ocpp-rpc';
import type { CentralSystemActions } from '@bijli/ocpp/messages';
import type { Configuration } from './configuration.ts';

/** What a charge point can be made to do from afar. */
interface Commanded {
  configuration: Pick<Configuration, 'get'>;
  changeAvailability(
    connectorId: number,
    isOperative: boolean,
  ): CentralSystemActions['ChangeAvailability']['answer']['status'];
  changeConfiguration(key: string, value: string): CentralSystemActions['ChangeConfiguration']['answer']['status'];
  remoteStart(connectorId: number | undefined, idTag: string): boolean;
  remoteStop(transactionId: number): boolean;
  resetSoon(reason: 'HardReset' | 'SoftReset'): void;
  trigger(
    requestedMessage: string,
    connectorId: number | undefined,
  ): CentralSystemActions['TriggerMessage']['answer']['status'];
  unlock(connectorId: number): boolean;
}

type Obeyed =
  | 'ChangeAvailability'
  | 'ChangeConfiguration'
  | 'GetConfiguration'
  | 'RemoteStartTransaction'
  | 'RemoteStopTransaction'
  | 'Reset'
  | 'TriggerMessage'
  | 'UnlockConnector';

type Commands = {
  [A in Obeyed]: (
    request: CentralSystemActions[A]['request'],
    chargePoint: Commanded,
  ) => CentralSystemActions[A]['answer'];
};

/** What the central system may ask of a charge point, OCPP 1.6 section 5. Requests were validated by the link. */
const COMMANDS: Commands = {
  ChangeAvailability: ({ connectorId, type }, chargePoint) => ({
    status: chargePoint.changeAvailability(connectorId, type === 'Operative'),
  }),
  ChangeConfiguration: ({ key, value }, chargePoint) => ({ status: chargePoint.changeConfiguration(key, value) }),
  GetConfiguration: ({ key }, chargePoint) => chargePoint.configuration.get(key),
  RemoteStartTransaction: ({ connectorId, idTag }, chargePoint) => ({
    status: chargePoint.remoteStart(connectorId, idTag) ? 'Accepted' : 'Rejected',
  }),
  RemoteStopTransaction: ({ transactionId }, chargePoint) => ({
    status: chargePoint.remoteStop(transactionId) ? 'Accepted' : 'Rejected',
  }),
  Reset: ({ type }, chargePoint) => {
    chargePoint.resetSoon(type === 'Hard' ? 'HardReset' : 'SoftReset');
    return { status: 'Accepted' };
  },
  TriggerMessage: ({ requestedMessage, connectorId }, chargePoint) => ({
    status: chargePoint.trigger(requestedMessage, connectorId),
  }),
  UnlockConnector: ({ connectorId }, chargePoint) => ({
    status: chargePoint.unlock(connectorId) ? 'Unlocked' : 'NotSupported',
  }),
};

/** Answers a call; throws the RPC error NotImplemented for an action that this charge point does not know. */
export function obey(action: string, request: object, chargePoint: Commanded): object {
  if (!Object.hasOwn(COMMANDS, action)) throw createRPCError('NotImplemented', `${action} is not implemented`);
  const command = COMMANDS[action as Obeyed] as (request: object, chargePoint: Commanded) => object;
  return command(request, chargePoint);
}
