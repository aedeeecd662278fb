import type { ChargePointStatus } from '@bijli/ocpp/messages';
import type { Clock } from './clock.ts';
import type { ConnectorSpec, Sample, Transaction } from './connector.ts';
import type { Quirks } from './quirks.ts';

export interface ChargePointOptions {
  id: string;
  /** Where the central system listens, without the id: ws://host:port/ocpp */
  url: string;
  /** Its secret; none where its certificate alone proves it (security profile 3). */
  password: string | undefined;
  /** PEM: the roots by which it knows the central system, where not those of the machine, over wss://. */
  authorities?: string | undefined;
  /** PEM: what it proves itself by over wss://, until the central system has signed it another (security profile 3). */
  certificate?: { chain: string; key: string } | undefined;
  vendor: string;
  model: string;
  connectors: ConnectorSpec[];
  clock?: Clock;
  /** What it does other than OCPP 1.6 says; it keeps to it when missing. */
  quirks?: Quirks;
  /** Keeps no log of its samples: as one of thousands that charge for days. */
  isForgetful?: boolean;
  /** A number from 0 to 1, for what charge points do apart from one another. */
  random?: () => number;
  /** How often a refused start, sample or stop is sent again; for ever when missing. */
  attempts?: number;
  retryMs?: number;
  /** The longest wait between two tries to reach the central system; 10 s when missing. */
  maxReconnectMs?: number;
}

export interface SimulatorEvents {
  online: [];
  offline: [];
  status: [connector: number, status: ChargePointStatus];
  /** A remote start was accepted. */
  remoteStart: [connector: number, idTag: string];
  /** The central system has given the transaction its id. */
  transactionStarted: [transaction: Transaction, isAccepted: boolean];
  sample: [sample: Sample];
  /** No more energy flows; the stop is on its way. */
  transactionStopped: [transaction: Transaction];
  /** The central system has taken the stop. */
  transactionClosed: [transaction: Transaction];
  /** Something went wrong that a real charge point would keep to itself. */
  trouble: [message: string];
}
