import type { Ownership } from '../protocol/ownership-step.ts';
import type { RequestOutcome } from '../protocol/requests.ts';
import type { Bug } from './rules.ts';
import type { Random, Scheduler } from './scheduler.ts';
import type { SimulatedDatabase } from './simulated-database.ts';

// The messages of the simulation, and what each of its parts knows of the others.

/** A message of a charge point. */
export type Report =
  | { kind: 'heartbeat' }
  | { kind: 'started'; bookingId: string; at: Date; meterWh: number }
  | { kind: 'metered'; transactionId: number; meterWh: number }
  | { kind: 'stopped'; transactionId: number; at: Date; meterWh: number };

/** A call to a charge point. */
export type SimulatedCall =
  | { kind: 'start'; bookingId: string }
  | { kind: 'stop'; transactionId: number }
  | { kind: 'unlock'; id: string };

export type FromChargePoint =
  | { kind: 'call'; id: number; report: Report }
  | { kind: 'answer'; id: number; isAccepted: boolean };

export type FromNode =
  | { kind: 'answer'; id: number; transactionId?: number; isAccepted?: boolean }
  | { kind: 'call'; id: number; call: SimulatedCall };

/** A request to a charge point's owner, by the id of its row. */
export interface BusRequest {
  kind: 'start' | 'stop' | 'unlock';
  id: string;
  chargePointId: string;
  /** It was sent before. Only the planted bug does that. */
  isRepeated?: boolean;
}

/** How an owner answers a request over the bus. */
export type AnswerRequest = (how: 'done' | 'declined') => void;

/** The energy that a charge point has really delivered. */
export interface DeliveredEnergy {
  bookingId: string;
  meterStartWh: number;
  meterStopWh: number | undefined;
  /** As the server has answered. */
  transactionId: number | undefined;
  isAccepted: boolean | undefined;
}

/** Runs as one transaction. */
export type Transaction<T> = (database: SimulatedDatabase) => T;
/** The outcome of a database transaction. Sometimes it is unknown. */
export type WriteOutcome<T> = { kind: 'done'; value: T } | { kind: 'fenced'; epoch: number } | { kind: 'unknown' };
export type OnOutcome<T> = (outcome: WriteOutcome<T>) => void;

export interface SimulatedLink {
  readonly number: number;
  readonly chargePoint: ChargePointPart;
  heardAtMs: number;
  sendToNode(frame: FromChargePoint): void;
  sendToChargePoint(frame: FromNode): void;
  /** `isNoticed`: the network tells the other end. */
  closeAtNode(isNoticed?: boolean): void;
  closeAtChargePoint(isNoticed?: boolean): void;
}

export interface ChargePointPart {
  readonly id: string;
  readonly deliveries: readonly DeliveredEnergy[];
  /** How often it was sent each call. */
  readonly callCounts: ReadonlyMap<string, number>;
  readonly deadUntilMs: number;
  receive(link: SimulatedLink, frame: FromNode): void;
  linkEnded(link: SimulatedLink): void;
}

/** The process that a node runs in. */
export interface ProcessPart {
  /** Each start of the process is a new node. */
  readonly id: string;
  readonly incarnation: number;
  readonly isAlive: boolean;
  readonly isCutFromBus: boolean;
  /** When the last granted renewal of the lease was requested. */
  readonly grantedAtMs: number;
  run(incarnation: number, action: () => void): void;
}

export interface NodePart {
  readonly process: ProcessPart;
  owns(chargePointId: string): boolean;
  linkOpened(link: SimulatedLink): void;
  linkEnded(link: SimulatedLink): void;
  receive(link: SimulatedLink, frame: FromChargePoint): void;
  /** Another node says that it has taken the charge point. */
  noteTaken(chargePointId: string, epoch: number): void;
  /** A request that another node, or this one, sends to the owner. */
  handleRequest(request: BusRequest, answer: AnswerRequest): void;
}

/** One run of the simulation, determined by its seed. */
export interface SimulationRun {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly bug: Bug | undefined;
  readonly hasFaults: boolean;
  readonly database: SimulatedDatabase;
  readonly nodes: readonly NodePart[];
  readonly chargePoints: readonly ChargePointPart[];
  readonly bus: {
    announce(from: NodePart, chargePointId: string, epoch: number): void;
    request(from: NodePart, request: BusRequest, onOutcome: (outcome: RequestOutcome) => void): void;
  };
  readonly invariants: {
    noteOwned(process: ProcessPart, chargePointId: string, ownership: Ownership): void;
    noteSent(process: ProcessPart, chargePointId: string): void;
    noteCalled(chargePoint: ChargePointPart, name: string): void;
    noteStarted(chargePoint: ChargePointPart, bookingId: string): void;
  };
  /** Adds a line to the trace, if there is one. */
  log(line: () => string): void;
  openLink(chargePoint: ChargePointPart): SimulatedLink | undefined;
  transact<T>(process: { isCutFromDatabase: boolean }, transaction: Transaction<T>, onOutcome: OnOutcome<T>): void;
}
