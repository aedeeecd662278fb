import type { Connector } from './connector.ts';

/** The connectors of a charge point by number. */
export class Connectors {
  readonly #byNumber: Map<number, Connector>;

  constructor(connectors: Connector[]) {
    this.#byNumber = new Map(connectors.map((connector) => [connector.number, connector]));
  }

  /** Numbers from 1, in order. */
  get numbers(): number[] {
    return [...this.#byNumber.keys()];
  }

  get all(): Connector[] {
    return [...this.#byNumber.values()];
  }

  /** The first connector that can begin a session. Undefined if all are taken. */
  get free(): Connector | undefined {
    return this.all.find(({ isFree }) => isFree);
  }

  find(number: number): Connector | undefined {
    return this.#byNumber.get(number);
  }

  withTransaction(id: number): Connector | undefined {
    return this.all.find(({ transaction }) => transaction?.id === id);
  }

  /** The connectors that an OCPP number means: 0, or no number, means all. */
  meantBy(number = 0): Connector[] {
    return this.all.filter((connector) => number === 0 || connector.number === number);
  }
}
