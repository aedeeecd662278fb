import type { ChargePointStatus } from '@bijli/ocpp/messages';
import type { Clock } from './clock.ts';
import type { ConnectorSpec, Sample, Transaction } from './connector.ts';
import type { Quirks } from './quirks.ts';

export interface ChargePointOptions {
  id: string;
  /** Address of the central system without the id: ws://host:port/ocpp */
  url: string;
  /** Its secret. Undefined if its certificate alone proves its identity (security profile 3). */
  password: string | undefined;
  /** PEM: roots to verify the central system with over wss://. The machine's own roots when missing. */
  authorities?: string | undefined;
  /** PEM: its client certificate over wss://, until the central system signs another (security profile 3). */
  certificate?: { chain: string; key: string } | undefined;
  vendor: string;
  model: string;
  connectors: ConnectorSpec[];
  clock?: Clock;
  /** How it differs from OCPP 1.6. It follows OCPP 1.6 when missing. */
  quirks?: Quirks;
  /** Keeps no log of its samples, for fleets of thousands that charge for days. */
  isForgetful?: boolean;
  /** Returns a number from 0 to 1. Charge points use it to do things at different times. */
  random?: () => number;
  /** How often a refused start, sample or stop is sent again. Without limit when missing. */
  attempts?: number;
  retryMs?: number;
  /** Longest wait between two attempts to connect. 10 s when missing. */
  maxReconnectMs?: number;
}

export interface SimulatorEvents {
  online: [];
  offline: [];
  status: [connector: number, status: ChargePointStatus];
  /** A remote start was accepted. */
  remoteStart: [connector: number, idTag: string];
  /** The central system has given the transaction an id. */
  transactionStarted: [transaction: Transaction, isAccepted: boolean];
  sample: [sample: Sample];
  /** No energy flows any more, and the stop will be sent. */
  transactionStopped: [transaction: Transaction];
  /** The central system has acknowledged the stop. */
  transactionClosed: [transaction: Transaction];
  /** A problem that a real charge point would not report. */
  trouble: [message: string];
}
