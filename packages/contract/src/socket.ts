/** Names of the socket's events and its options, apart from its schemas, which a browser has no need of. */

export const socketEvent: {
  meterValue(serial: string, connector: number): string;
  status(serial: string, connector: number): string;
  stop(bookingId: string): string;
  /** Ours: a card of the driver has begun a charge. */
  begun: 'charge_begun';
  /** Ours: an array of station availabilities. */
  availability: 'station_availability';
  /** Ours: the server ends this connection, and says why before it does. */
  closing: 'connection_closing';
} = {
  meterValue: (serial, connector) => `meter_value_${serial}_${connector}`,
  status: (serial, connector) => `status_notification_${serial}_${connector}`,
  stop: (bookingId) => `transaction_stop_${bookingId}`,
  begun: 'charge_begun',
  availability: 'station_availability',
  closing: 'connection_closing',
};

/** What a screen asks over the socket. */
export const socketRequest: {
  meterValues: 'meter_values';
  chargingStatus: 'charging_status';
  transactionStop: 'transaction_stop';
} = {
  meterValues: 'meter_values',
  chargingStatus: 'charging_status',
  transactionStop: 'transaction_stop',
};

export const SOCKET_OPTIONS = {
  transports: ['websocket'] as 'websocket'[],
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  timeout: 20_000,
};
