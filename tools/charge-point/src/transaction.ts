import type { StopReason } from '@bijli/ocpp/messages';
import type { Supply } from './car.ts';

export interface ConnectorSpec extends Supply {
  /** From 1. */
  number: number;
  /** CCS2, Type2, CHAdeMO … */
  type: string;
}

export interface Transaction {
  connector: number;
  idTag: string;
  /** Sampled this often, whatever the configuration says. */
  sampleSeconds?: number | undefined;
  /** Given by the central system. */
  id?: number | undefined;
  startedAt: Date;
  meterStartWh: number;
  /** What has flowed, as of the last reading; the registers may say otherwise. */
  deliveredWh: number;
  stopped?: { at: Date; meterStopWh: number; reason: StopReason };
}

/** How a session begins. */
export interface BeginOptions {
  /** Sampled this often, whatever the configuration says. */
  sampleSeconds?: number | undefined;
  /** Of the reservation that it uses up. */
  reservationId?: number | undefined;
}
