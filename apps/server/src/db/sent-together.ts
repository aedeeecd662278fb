import type { Socket } from 'node:net';
import { Client, type QueryResult } from 'pg';

/** What may stand behind the beginning of a transaction: if there were none, this would write nothing. */
const MAY_FOLLOW = /^\s*(select|commit|rollback)\b/i;
const BEGUN: QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A client that sends the BEGIN of a transaction together with its first statement, which saves each transaction one round trip to
 * PostgreSQL. Its options need `pipeline`.
 *
 * If PostgreSQL refuses to begin, the statement behind is a transaction of its own. So only one that reads goes along, and all
 * others wait until the transaction has begun. A connection that could not begin one is cut.
 */
export class SendingTogetherClient extends Client {
  #beginning: Promise<void> | undefined;
  #isHeldBack = false;

  /** Has a statement sent, now or once it may be. */
  protected inOrder(text: string, send: () => Promise<unknown>): Promise<unknown> {
    if (text === 'begin') return this.#begin(send);
    if (this.#beginning && !MAY_FOLLOW.test(text)) {
      this.#sendOn();
      return this.#beginning.then(send);
    }
    const answer = send();
    this.#sendOn();
    return answer;
  }

  #begin(send: () => Promise<unknown>): Promise<QueryResult> {
    const stream = this.connection.stream as Socket;
    stream.cork();
    this.#isHeldBack = true;
    const beginning = send().then(
      () => {
        if (this.#beginning === beginning) this.#beginning = undefined;
      },
      (error: unknown) => void stream.destroy(error as Error),
    );
    this.#beginning = beginning;
    setImmediate(() => this.#sendOn());
    return Promise.resolve(BEGUN);
  }

  #sendOn(): void {
    if (!this.#isHeldBack) return;
    this.#isHeldBack = false;
    (this.connection.stream as Socket).uncork();
  }
}
