import type { Socket } from 'node:net';
import { Client, DatabaseError, Query, type Connection, type QueryResult } from 'pg';

const BEGUN: QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

/** Members of `Query` of `pg` that its types leave out. */
interface SentQuery {
  name: string | undefined;
  text: string;
  callback: (error: Error | null, result: unknown) => void;
  /** Returns what is wrong with it, if nothing could be sent. */
  submit(connection: Connection): Error | null;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}
type SentQueryClass = new (config: unknown, values: unknown) => SentQuery;

/**
 * The first statement of a transaction, with the BEGIN before it. Both are sent as one series, of which PostgreSQL
 * skips the rest when a part fails. So the statement never runs without the transaction. Source: PostgreSQL's page on
 * the message flow, extended query.
 */
class FirstStatement extends (Query as unknown as SentQueryClass) {
  #name: string | undefined;
  #hasBegun = false;

  /**
   * Sent as one text, PostgreSQL would parse both before it runs BEGIN, so after a syntax error there would be no
   * transaction.
   */
  protected requiresPreparation(): boolean {
    return true;
  }

  override submit(connection: Connection): Error | null {
    const stream = connection.stream as Socket;
    stream.cork();
    try {
      sendBegin(connection);
      const problem = super.submit(connection);
      // BEGIN is parsed too, and what is parsed counts as the statement of this name.
      this.#name = this.name;
      this.name = undefined;
      if (problem) stream.destroy(problem);
      return problem;
    } finally {
      stream.uncork();
    }
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#hasBegun) return super.handleCommandComplete(message, connection);
    this.#hasBegun = true;
    this.name = this.#name;
  }

  /** A connection that could not begin a transaction is cut. */
  override handleError(error: Error, connection: Connection): void {
    if (!this.#hasBegun && error instanceof DatabaseError) (connection.stream as Socket).destroy(error);
    super.handleError(error, connection);
  }
}

function sendBegin(connection: Connection): void {
  connection.parse({ name: '', text: 'begin', types: [] }, true);
  connection.bind({}, true);
  connection.execute({}, true);
}

/**
 * A client that sends the BEGIN of a transaction together with its first statement, which saves each transaction one
 * round trip to PostgreSQL. Its options need `pipeline`.
 */
export class PipelinedClient extends Client {
  #isBeginning = false;

  /**
   * Like `query` of `Client`, for all six ways to call it. Only a transaction's first statement, with text, values and
   * a promise, is sent with BEGIN.
   */
  protected send(...args: unknown[]): unknown {
    const [query, values] = args;
    if (textOf(query) === 'begin' && !this.#isBeginning) {
      this.#isBeginning = true;
      return Promise.resolve(BEGUN);
    }
    if (!this.#isBeginning) return (super.query as (...all: unknown[]) => unknown)(...args);
    this.#isBeginning = false;
    return new Promise((resolve, reject) => {
      const first = new FirstStatement(query, values);
      first.callback = (error, result) => (error ? reject(error) : resolve(result));
      super.query(first as unknown as Query);
    });
  }
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '');
}
