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
  isBroken: boolean;
  isDatabaseDown: boolean;
  databaseOffsetMs: number;
  say(what: () => string): void;
}

type Fault = (simulation: Simulation, node: SimulatedNode) => void;

const FAULTS: Record<string, Fault> = {
  'stands still': (simulation, node) => {
    if (!node.isAlive) return;
    node.isPaused = true;
    later(simulation, 30, () => node.wake());
  },
  'is killed': (simulation, node) => {
    if (!node.isAlive) return;
    node.kill();
    later(simulation, 20, () => !node.isAlive && node.begin());
  },
  'is drained': (simulation, node) => {
    if (!node.isAlive || node.isPaused) return;
    node.drain();
    later(simulation, 5, () => !node.isAlive && node.begin());
  },
  'is cut from the database': (simulation, node) => {
    node.isCutFromDatabase = true;
    later(simulation, 20, () => (node.isCutFromDatabase = false));
  },
  'is cut from the bus': (simulation, node) => {
    node.isCutFromBus = true;
    later(simulation, 20, () => (node.isCutFromBus = false));
  },
  'has its clock set': (simulation, node) => (node.clockOffsetMs = offset(simulation)),
  'database away': (simulation) => {
    simulation.isDatabaseDown = true;
    later(simulation, 8, () => (simulation.isDatabaseDown = false));
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
  simulation.say(() => `! ${node.id} ${name}`);
  FAULTS[name]?.(simulation, node);
  // Rarely, a charge point is off for so long that its session must end without it.
  if (random.chance(0.01)) random.pick(simulation.chargePoints).dieUntil(faultsMs + 240 * SECOND_MS);
}

export function clearFaults(simulation: Simulation): void {
  simulation.say(() => '! all is well');
  simulation.isBroken = simulation.isDatabaseDown = false;
  for (const node of simulation.nodes) {
    node.isCutFromDatabase = node.isCutFromBus = false;
    if (node.isPaused) node.wake();
    if (!node.isAlive) node.begin();
  }
}

function later(simulation: Simulation, maxSeconds: number, what: () => void): void {
  simulation.scheduler.after(simulation.random.between(500, maxSeconds * SECOND_MS), what);
}

function offset(simulation: Simulation): number {
  return simulation.random.between(-MAX_OFFSET_MS, MAX_OFFSET_MS);
}
