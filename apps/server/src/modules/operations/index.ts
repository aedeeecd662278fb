export { SECRET_KEY } from './blanked.ts';
export { createMessageLog, type MessageLog } from './message-log.ts';
export { listMessages, type ChargePointMessage } from './message-log.store.ts';
