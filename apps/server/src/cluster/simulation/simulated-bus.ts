import type { RequestOutcome } from '../protocol/requests.ts';
import type { BusRequest, SimulationRun, NodePart } from './parts.ts';

/** Carries notices and requests between nodes: late, twice, in another order, or not at all. */
export class SimulatedBus {
  readonly simulation: SimulationRun;

  constructor(simulation: SimulationRun) {
    this.simulation = simulation;
  }

  announce(from: NodePart, chargePoint: string, epoch: number): void {
    for (const node of this.simulation.nodes)
      if (node !== from) this.#carry(from, node, () => node.outdated(chargePoint, epoch));
  }

  request(from: NodePart, request: BusRequest, took: (outcome: RequestOutcome) => void): void {
    const { scheduler, random } = this.simulation;
    const { incarnation } = from;
    let isOver = false;
    const end = (outcome: RequestOutcome): void => {
      if (isOver) return;
      isOver = true;
      this.simulation.say(() => `${request.kind} of ${request.id}: ${outcome}`);
      from.run(incarnation, () => took(outcome));
    };
    const owners = this.simulation.nodes.filter(
      (node) => node.isAlive && node.owns(request.chargePoint) && (node === from || !node.isCutFromBus),
    );
    if (from.isCutFromBus ? !owners.includes(from) : owners.length === 0)
      return scheduler.after(random.between(1, 5), () => end(from.isCutFromBus ? 'lost' : 'no-responder'));
    scheduler.after(random.between(1_000, 18_000), () => end('lost'));
    for (const owner of owners) {
      const answer = (how: 'done' | 'declined'): void =>
        this.#carry(owner, from, () => end(how === 'done' ? 'answered' : 'no-responder'));
      this.#carry(from, owner, () => owner.asked(request, answer));
    }
  }

  #carry(from: NodePart, to: NodePart, what: () => void): void {
    const { scheduler, random } = this.simulation;
    const { incarnation } = to;
    const isHere = from === to;
    if (!isHere && (from.isCutFromBus || random.chance(0.04))) return;
    const times = !isHere && random.chance(0.05) ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const delayMs = isHere ? 0 : random.chance(0.05) ? random.between(100, 8_000) : random.between(1, 20);
      scheduler.after(delayMs, () => (isHere || !to.isCutFromBus) && to.run(incarnation, what));
    }
  }
}
