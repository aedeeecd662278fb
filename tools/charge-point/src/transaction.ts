import type { StopReason } from '@bijli/ocpp/messages';
import type { ConnectorOutput } from './car.ts';

export interface ConnectorSpec extends ConnectorOutput {
  /** From 1. */
  number: number;
  /** CCS2, Type2, CHAdeMO … */
  type: string;
}

export interface Transaction {
  connector: number;
  idTag: string;
  /** Sample interval of this session. The configured one when missing. */
  sampleSeconds?: number | undefined;
  /** Given by the central system. */
  id?: number | undefined;
  startedAt: Date;
  meterStartWh: number;
  /** Energy up to the last reading, whatever the registers show. */
  deliveredWh: number;
  stopped?: { at: Date; meterStopWh: number; reason: StopReason };
}

/** Options for the start of a session. */
export interface BeginOptions {
  /** Sample interval of this session. The configured one when missing. */
  sampleSeconds?: number | undefined;
  /** Id of the reservation that the session uses up. */
  reservationId?: number | undefined;
}
