/** Names and options of the socket's events. They are apart from the schemas, which a browser does not need. */

export const socketEvent: {
  meterValue(serial: string, connector: number): string;
  status(serial: string, connector: number): string;
  stop(bookingId: string): string;
  /** Our addition: a card of the driver has started a charge. */
  begun: 'charge_begun';
  /** Our addition: an array of station availabilities. */
  availability: 'station_availability';
  /** Our addition: the server says why, then closes this connection. */
  closing: 'connection_closing';
} = {
  meterValue: (serial, connector) => `meter_value_${serial}_${connector}`,
  status: (serial, connector) => `status_notification_${serial}_${connector}`,
  stop: (bookingId) => `transaction_stop_${bookingId}`,
  begun: 'charge_begun',
  availability: 'station_availability',
  closing: 'connection_closing',
};

/** Names of the events with which a screen asks for something. */
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
