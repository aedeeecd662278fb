import type { Connector } from './connector.ts';

/** The connectors of a charge point, by their numbers. */
export class Connectors {
  readonly #byNumber: Map<number, Connector>;

  constructor(connectors: Connector[]) {
    this.#byNumber = new Map(connectors.map((connector) => [connector.number, connector]));
  }

  /** From 1, in their order. */
  get numbers(): number[] {
    return [...this.#byNumber.keys()];
  }

  get all(): Connector[] {
    return [...this.#byNumber.values()];
  }

  /** The first that a session can begin on; undefined when all are taken. */
  get free(): Connector | undefined {
    return this.all.find(({ isFree }) => isFree);
  }

  find(number: number): Connector | undefined {
    return this.#byNumber.get(number);
  }

  withTransaction(id: number): Connector | undefined {
    return this.all.find(({ transaction }) => transaction?.id === id);
  }

  /** As OCPP 1.6 numbers them: 0, or none, means all. */
  meantBy(number = 0): Connector[] {
    return this.all.filter((connector) => number === 0 || connector.number === number);
  }
}
