import type { Tx } from '#db/database.ts';
import type { ConnectorDescription, Network } from '#modules/network/index.ts';
import type { Session } from './sessions.store.ts';

/** The connector of a session, with the names of its charge point and station. */
export async function connectorOf(
  network: Pick<Network, 'describeConnectors'>,
  session: Session,
  tx?: Tx,
): Promise<ConnectorDescription> {
  const [connector] = await network.describeConnectors([session], tx);
  if (!connector) throw new Error(`The session ${session.bookingId} has no connector.`);
  return connector;
}

/** A text that identifies a connector. */
export function connectorKey({ chargePointId, connector }: Pick<Session, 'chargePointId' | 'connector'>): string {
  return `${chargePointId} ${connector}`;
}
