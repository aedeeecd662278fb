import type { Connector } from './connector.ts';
import { padWithNul, type Quirks } from './quirks.ts';
import type { ReconnectingLink } from './reconnecting-link.ts';

/** Tells the central system the status of connectors. */
export class StatusReports {
  readonly #link: ReconnectingLink;
  readonly #quirks: Quirks;

  constructor(link: ReconnectingLink, quirks: Quirks) {
    this.#link = link;
    this.#quirks = quirks;
  }

  /** Sends the status of a connector. Does nothing without a link: `sendAll` makes up for it. */
  async send(connector: Connector): Promise<void> {
    if (!this.#link.isOnline) return;
    connector.reported = connector.status;
    const { number: connectorId, status, changedAt } = connector;
    const errorCode = padWithNul(connector.errorCode, connector.errorCode.length, this.#quirks);
    const timestamp = changedAt.toISOString();
    await this.#link.tell('StatusNotification', { connectorId, status, errorCode, timestamp });
  }

  /** Sends all after a boot, and those that have changed after another reconnection. */
  sendAll(connectors: Connector[], isAfterBoot: boolean): Promise<unknown> {
    const due = connectors.filter((connector) => isAfterBoot || connector.reported !== connector.status);
    return Promise.all(due.map((connector) => this.send(connector)));
  }
}
