import { SECOND_MS } from '#kernel/durations.ts';
import type { SimulatedChargePoint } from './charge-point.ts';
import type { SimulatedNode } from './node.ts';
import type { Random, Scheduler } from './scheduler.ts';

const MAX_OFFSET_MS = 60 * SECOND_MS;

/** The parts of the world that can fail. */
interface World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly nodes: readonly SimulatedNode[];
  readonly chargePoints: readonly SimulatedChargePoint[];
  isBroken: boolean;
  isDatabaseDown: boolean;
  databaseOffsetMs: number;
  say(what: () => string): void;
}

type Fault = (world: World, node: SimulatedNode) => void;

const FAULTS: Record<string, Fault> = {
  'stands still': (world, node) => {
    if (!node.isAlive) return;
    node.isPaused = true;
    later(world, 30, () => node.wake());
  },
  'is killed': (world, node) => {
    if (!node.isAlive) return;
    node.kill();
    later(world, 20, () => !node.isAlive && node.begin());
  },
  'is drained': (world, node) => {
    if (!node.isAlive || node.isPaused) return;
    node.drain();
    later(world, 5, () => !node.isAlive && node.begin());
  },
  'is cut from the database': (world, node) => {
    node.isCutFromDatabase = true;
    later(world, 20, () => (node.isCutFromDatabase = false));
  },
  'is cut from the bus': (world, node) => {
    node.isCutFromBus = true;
    later(world, 20, () => (node.isCutFromBus = false));
  },
  'has its clock set': (world, node) => (node.clockOffsetMs = offset(world)),
  'database away': (world) => {
    world.isDatabaseDown = true;
    later(world, 8, () => (world.isDatabaseDown = false));
  },
  'clock of the database set': (world) => (world.databaseOffsetMs = offset(world)),
  'clock of a charge point set': (world) => (world.random.pick(world.chargePoints).clockOffsetMs = offset(world)),
  'link lost': (world) => world.random.pick(world.chargePoints).dropLink(true),
  'link lost unnoticed': (world) => world.random.pick(world.chargePoints).dropLink(false),
  'charge point restarts': (world) => world.random.pick(world.chargePoints).reboot(),
};
const NAMES = Object.keys(FAULTS);

/** Causes a random fault, mostly for a while. */
export function breakSomething(world: World, chaosMs: number): void {
  const { random } = world;
  const node = random.pick(world.nodes);
  const name = random.pick(NAMES);
  world.say(() => `! ${node.id} ${name}`);
  FAULTS[name]?.(world, node);
  // Rarely, a charge point is off for so long that its session must end without it.
  if (random.chance(0.01)) random.pick(world.chargePoints).dieUntil(chaosMs + 240 * SECOND_MS);
}

export function healAll(world: World): void {
  world.say(() => '! all is well');
  world.isBroken = world.isDatabaseDown = false;
  for (const node of world.nodes) {
    node.isCutFromDatabase = node.isCutFromBus = false;
    if (node.isPaused) node.wake();
    if (!node.isAlive) node.begin();
  }
}

function later(world: World, maxSeconds: number, what: () => void): void {
  world.scheduler.after(world.random.between(500, maxSeconds * SECOND_MS), what);
}

function offset(world: World): number {
  return world.random.between(-MAX_OFFSET_MS, MAX_OFFSET_MS);
}
