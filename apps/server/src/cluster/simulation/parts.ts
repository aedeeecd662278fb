import type { Ownership } from '../protocol/ownership-step.ts';
import type { RequestOutcome } from '../protocol/requests.ts';
import type { Bug } from './rules.ts';
import type { Random, Scheduler } from './scheduler.ts';
import type { SimulatedDatabase } from './simulated-database.ts';

// What is said, and what each part of the simulation knows of the others.

export type Report =
  | { kind: 'heartbeat' }
  | { kind: 'started'; bookingId: string; at: Date; meterWh: number }
  | { kind: 'metered'; transactionId: number; meterWh: number }
  | { kind: 'stopped'; transactionId: number; at: Date; meterWh: number };

export type SimulatedRequest =
  | { kind: 'start'; bookingId: string }
  | { kind: 'stop'; transactionId: number }
  | { kind: 'unlock'; id: string };

export type FromChargePoint =
  | { kind: 'call'; id: number; report: Report }
  | { kind: 'answer'; id: number; isAccepted: boolean };

export type FromNode =
  | { kind: 'answer'; id: number; transactionId?: number; isAccepted?: boolean }
  | { kind: 'call'; id: number; request: SimulatedRequest };

/** A request to a charge point's owner, by the id of its row. */
export interface BusRequest {
  kind: 'start' | 'stop' | 'unlock';
  id: string;
  chargePoint: string;
  /** It was sent before. Only the planted bug does that. */
  isAgain?: boolean;
}

/** The energy that a charge point has really delivered. */
export interface DeliveredEnergy {
  bookingId: string;
  meterStartWh: number;
  meterStopWh: number | undefined;
  /** As the server has answered. */
  transactionId: number | undefined;
  isAccepted: boolean | undefined;
}

/** The outcome of a database transaction. Sometimes it is unknown. */
export type WriteOutcome<T> = { kind: 'done'; value: T } | { kind: 'fenced'; epoch: number } | { kind: 'unknown' };
export type OutcomeHandler<T> = (outcome: WriteOutcome<T>) => void;

export interface SimulatedLink {
  readonly link: number;
  readonly chargePoint: ChargePointPart;
  heardAtMs: number;
  toNode(frame: FromChargePoint): void;
  toChargePoint(frame: FromNode): void;
  /** `isNoticed`: the network tells the other end. */
  closeAtNode(isNoticed?: boolean): void;
  closeAtChargePoint(isNoticed?: boolean): void;
}

export interface ChargePointPart {
  readonly id: string;
  readonly deliveries: readonly DeliveredEnergy[];
  /** How often it was sent each call. */
  readonly asked: ReadonlyMap<string, number>;
  readonly deadUntilMs: number;
  hears(link: SimulatedLink, frame: FromNode): void;
  lost(link: SimulatedLink): void;
}

export interface NodePart {
  readonly id: string;
  readonly incarnation: number;
  readonly isAlive: boolean;
  readonly isCutFromBus: boolean;
  readonly grantedAtMs: number;
  run(incarnation: number, what: () => void): void;
  owns(chargePoint: string): boolean;
  dialled(link: SimulatedLink): void;
  linkEnded(link: SimulatedLink): void;
  hears(link: SimulatedLink, frame: FromChargePoint): void;
  outdated(chargePoint: string, epoch: number): void;
  asked(request: BusRequest, answer: (how: 'done' | 'declined') => void): void;
}

/** One run of the simulation, determined by its seed. */
export interface SimulationRun {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly bug: Bug | undefined;
  readonly isBroken: boolean;
  readonly database: SimulatedDatabase;
  readonly nodes: readonly NodePart[];
  readonly chargePoints: readonly ChargePointPart[];
  readonly bus: {
    announce(from: NodePart, chargePoint: string, epoch: number): void;
    request(from: NodePart, request: BusRequest, took: (outcome: RequestOutcome) => void): void;
  };
  readonly invariants: {
    owned(node: NodePart, chargePoint: string, ownership: Ownership): void;
    says(node: NodePart, chargePoint: string): void;
    asks(chargePoint: ChargePointPart, name: string): void;
    begins(chargePoint: ChargePointPart, bookingId: string): void;
  };
  say(what: () => string): void;
  dial(chargePoint: ChargePointPart): SimulatedLink | undefined;
  transact<T>(
    node: { isCutFromDatabase: boolean },
    what: (database: SimulatedDatabase) => T,
    took: OutcomeHandler<T>,
  ): void;
}
