import type { RequestOutcome } from '../protocol/requests.ts';
import type { AnswerRequest, BusRequest, SimulationRun, NodePart } from './parts.ts';

/** Carries notices and requests between nodes: late, twice, in another order, or not at all. */
export class SimulatedBus {
  readonly simulation: SimulationRun;

  constructor(simulation: SimulationRun) {
    this.simulation = simulation;
  }

  announce(from: NodePart, chargePointId: string, epoch: number): void {
    for (const node of this.simulation.nodes)
      if (node !== from) this.#carry(from, node, () => node.noteTaken(chargePointId, epoch));
  }

  request(from: NodePart, request: BusRequest, onOutcome: (outcome: RequestOutcome) => void): void {
    const { scheduler, random } = this.simulation;
    const { incarnation } = from.process;
    let isOver = false;
    const end = (outcome: RequestOutcome): void => {
      if (isOver) return;
      isOver = true;
      this.simulation.log(() => `${request.kind} of ${request.id}: ${outcome}`);
      from.process.run(incarnation, () => onOutcome(outcome));
    };
    const owners = this.simulation.nodes.filter(
      (node) =>
        node.process.isAlive && node.owns(request.chargePointId) && (node === from || !node.process.isCutFromBus),
    );
    if (from.process.isCutFromBus ? !owners.includes(from) : owners.length === 0)
      return scheduler.after(random.between(1, 5), () => end(from.process.isCutFromBus ? 'lost' : 'no-responder'));
    scheduler.after(random.between(1_000, 18_000), () => end('lost'));
    for (const owner of owners) {
      const answer: AnswerRequest = (how) =>
        this.#carry(owner, from, () => end(how === 'done' ? 'answered' : 'no-responder'));
      this.#carry(from, owner, () => owner.handleRequest(request, answer));
    }
  }

  #carry(from: NodePart, to: NodePart, action: () => void): void {
    const { scheduler, random } = this.simulation;
    const { incarnation } = to.process;
    const isHere = from === to;
    if (!isHere && (from.process.isCutFromBus || random.chance(0.04))) return;
    const times = !isHere && random.chance(0.05) ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const delayMs = isHere ? 0 : random.chance(0.05) ? random.between(100, 8_000) : random.between(1, 20);
      scheduler.after(delayMs, () => (isHere || !to.process.isCutFromBus) && to.process.run(incarnation, action));
    }
  }
}
