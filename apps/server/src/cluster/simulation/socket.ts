import type { ChargePointPart, SimulationRun, FromChargePoint, FromNode, SimulatedLink, NodePart } from './parts.ts';

/**
 * A link between a charge point and a node. Messages arrive in order, or not at all once one end is closed. One end may
 * not notice that the other is gone.
 */
export class Socket implements SimulatedLink {
  isOpenAtChargePoint = true;
  isOpenAtNode = true;
  heardAtMs: number;
  readonly #incarnation: number;
  #toNodeAtMs = 0;
  #toChargePointAtMs = 0;

  readonly simulation: SimulationRun;
  readonly chargePoint: ChargePointPart;
  readonly node: NodePart;
  readonly number: number;

  constructor(simulation: SimulationRun, chargePoint: ChargePointPart, node: NodePart, number: number) {
    this.simulation = simulation;
    this.chargePoint = chargePoint;
    this.node = node;
    this.number = number;
    this.#incarnation = node.process.incarnation;
    this.heardAtMs = simulation.scheduler.nowMs;
  }

  sendToNode(frame: FromChargePoint): void {
    this.#atNode(() => {
      if (this.isOpenAtNode) this.node.receive(this, frame);
    });
  }

  sendToChargePoint(frame: FromNode): void {
    if (!this.isOpenAtNode) return;
    this.#atChargePoint(() => {
      if (this.isOpenAtChargePoint) this.chargePoint.receive(this, frame);
    });
  }

  closeAtNode(isNoticed = true): void {
    if (!this.isOpenAtNode) return;
    this.isOpenAtNode = false;
    if (isNoticed) this.#atChargePoint(() => this.closeAtChargePoint(false));
  }

  closeAtChargePoint(isNoticed = true): void {
    if (!this.isOpenAtChargePoint) return;
    this.isOpenAtChargePoint = false;
    this.chargePoint.linkEnded(this);
    if (!isNoticed) return;
    this.#atNode(() => {
      if (this.isOpenAtNode) this.node.linkEnded(this);
    });
  }

  #atNode(action: () => void): void {
    const { scheduler, random } = this.simulation;
    this.#toNodeAtMs = Math.max(this.#toNodeAtMs, scheduler.nowMs + random.between(5, 300));
    scheduler.after(this.#toNodeAtMs - scheduler.nowMs, () => this.node.process.run(this.#incarnation, action));
  }

  #atChargePoint(action: () => void): void {
    const { scheduler, random } = this.simulation;
    this.#toChargePointAtMs = Math.max(this.#toChargePointAtMs, scheduler.nowMs + random.between(5, 300));
    scheduler.after(this.#toChargePointAtMs - scheduler.nowMs, action);
  }
}
