import type { Socket } from 'node:net';
import { Client, type QueryResult } from 'pg';

/**
 * Statements that may be sent together with the beginning of a transaction, because without one they would write
 * nothing.
 */
const MAY_FOLLOW = /^\s*(select|commit|rollback)\b/i;
const BEGUN: QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A client that sends the BEGIN of a transaction together with its first statement, which saves each transaction one round trip to
 * PostgreSQL. Its options need `pipeline`.
 *
 * If PostgreSQL refuses to begin, the statement behind is a transaction of its own. So only one that reads goes along, and all
 * others wait until the transaction has begun. What comes behind one that waits goes after it: a ROLLBACK that overtook a write
 * would leave it outside of any transaction. A connection that could not begin one is cut.
 */
export class PipelinedClient extends Client {
  #isBeginning = false;
  #isHeldBack = false;
  #waiting: (() => void)[] = [];

  /** Has a statement sent, now or once it may be, after all that were asked for before it. */
  protected inOrder(text: string, send: () => Promise<unknown>): Promise<unknown> {
    const isWaiting = this.#waiting.length > 0 || (this.#isBeginning && !MAY_FOLLOW.test(text));
    if (!isWaiting && text === 'begin') return this.#begin(send);
    const answer = isWaiting ? this.#later(async () => this.inOrder(text, send)) : send();
    this.#sendOn();
    return answer;
  }

  #later(send: () => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve) => this.#waiting.push(() => resolve(send())));
  }

  #begin(send: () => Promise<unknown>): Promise<QueryResult> {
    const stream = this.connection.stream as Socket;
    stream.cork();
    this.#isHeldBack = true;
    this.#isBeginning = true;
    send().then(
      () => this.#sendWaiting(),
      (error: unknown) => {
        stream.destroy(error as Error);
        this.#sendWaiting();
      },
    );
    setImmediate(() => this.#sendOn());
    return Promise.resolve(BEGUN);
  }

  /** Nothing comes between these, since nothing else runs meanwhile; another BEGIN among them holds up those behind it. */
  #sendWaiting(): void {
    this.#isBeginning = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const send of waiting) send();
  }

  #sendOn(): void {
    if (!this.#isHeldBack) return;
    this.#isHeldBack = false;
    (this.connection.stream as Socket).uncork();
  }
}
