export { createMessageLog, type MessageLog } from './message-log.ts';
export { listMessages, type ChargePointMessage } from './message-log.store.ts';
