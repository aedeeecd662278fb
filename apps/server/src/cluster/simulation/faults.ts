import { SECOND_MS } from '#kernel/durations.ts';
import type { SimulatedChargePoint } from './charge-point.ts';
import type { SimulatedNode } from './node.ts';
import type { Random, Scheduler } from './scheduler.ts';

const MAX_OFFSET_MS = 60 * SECOND_MS;

/** The parts of the simulation that can fail. */
interface Simulation {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly nodes: readonly SimulatedNode[];
  readonly chargePoints: readonly SimulatedChargePoint[];
  hasFaults: boolean;
  isDatabaseDown: boolean;
  databaseOffsetMs: number;
  log(line: () => string): void;
}

type Fault = (simulation: Simulation, node: SimulatedNode) => void;

const FAULTS: Record<string, Fault> = {
  'stands still': (simulation, node) => {
    if (!node.process.isAlive) return;
    node.process.isPaused = true;
    afterSomeTime(simulation, 30, () => node.process.resume());
  },
  'is killed': (simulation, node) => {
    if (!node.process.isAlive) return;
    node.kill();
    afterSomeTime(simulation, 20, () => !node.process.isAlive && node.start());
  },
  'is drained': (simulation, node) => {
    if (!node.process.isAlive || node.process.isPaused) return;
    node.drain();
    afterSomeTime(simulation, 5, () => !node.process.isAlive && node.start());
  },
  'is cut from the database': (simulation, node) => {
    node.process.isCutFromDatabase = true;
    afterSomeTime(simulation, 20, () => (node.process.isCutFromDatabase = false));
  },
  'is cut from the bus': (simulation, node) => {
    node.process.isCutFromBus = true;
    afterSomeTime(simulation, 20, () => (node.process.isCutFromBus = false));
  },
  'has its clock set': (simulation, node) => (node.process.clockOffsetMs = offset(simulation)),
  'database away': (simulation) => {
    simulation.isDatabaseDown = true;
    afterSomeTime(simulation, 8, () => (simulation.isDatabaseDown = false));
  },
  'clock of the database set': (simulation) => (simulation.databaseOffsetMs = offset(simulation)),
  'clock of a charge point set': (simulation) =>
    (simulation.random.pick(simulation.chargePoints).clockOffsetMs = offset(simulation)),
  'link lost': (simulation) => simulation.random.pick(simulation.chargePoints).dropLink(true),
  'link lost unnoticed': (simulation) => simulation.random.pick(simulation.chargePoints).dropLink(false),
  'charge point restarts': (simulation) => simulation.random.pick(simulation.chargePoints).reboot(),
};
const NAMES = Object.keys(FAULTS);

/** Causes a random fault, mostly for a while. */
export function injectFault(simulation: Simulation, faultsMs: number): void {
  const { random } = simulation;
  const node = random.pick(simulation.nodes);
  const name = random.pick(NAMES);
  simulation.log(() => `! ${node.process.id} ${name}`);
  FAULTS[name]?.(simulation, node);
  // Rarely, a charge point is off for so long that its session must end without it.
  if (random.chance(0.01)) random.pick(simulation.chargePoints).dieUntil(faultsMs + 240 * SECOND_MS);
}

export function clearFaults(simulation: Simulation): void {
  simulation.log(() => '! all is well');
  simulation.hasFaults = simulation.isDatabaseDown = false;
  for (const node of simulation.nodes) {
    node.process.isCutFromDatabase = node.process.isCutFromBus = false;
    if (node.process.isPaused) node.process.resume();
    if (!node.process.isAlive) node.start();
  }
}

function afterSomeTime(simulation: Simulation, maxSeconds: number, action: () => void): void {
  simulation.scheduler.after(simulation.random.between(500, maxSeconds * SECOND_MS), action);
}

function offset(simulation: Simulation): number {
  return simulation.random.between(-MAX_OFFSET_MS, MAX_OFFSET_MS);
}
