import type { LiveSession } from './live-sessions.ts';

const MS_PER_HOUR = 3_600_000;

/**
 * When a running session will have what was bought, at the power it draws now; undefined while that is not known. The battery
 * may be full before, and the driver may stop it at any moment: an estimate for those who wait for the connector.
 */
export function expectedEnd({ session, delivered, powerW, receivedAt }: LiveSession): Date | undefined {
  if (session.transactionId === null || !powerW) return undefined;
  const leftWh = session.boughtWh - delivered.energyWh;
  if (leftWh <= 0) return undefined;
  return new Date(receivedAt.getTime() + (leftWh / powerW) * MS_PER_HOUR);
}
