import { api } from '@bijli/contract/api';
import type { SessionListItem } from '@bijli/contract/charging';
import { rupees } from '@bijli/contract/money';
import type { Http } from '#http/handle.ts';
import { refuse } from '#kernel/failure.ts';
import type { Words } from '#kernel/words/en.ts';
import type { Session } from './charging.store.ts';
import type { Charging } from './index.ts';
import { paymentDetails, totalOf, whyEnded } from './payment-details.ts';
import type { ConnectorDescription } from './ports.ts';

/** What the list of charges shows of other modules. */
export interface SessionFacts {
  /** A driver's own stars, by station. */
  ownRatings(driverId: number, stationIds: string[]): Promise<Map<string, number>>;
}

export function chargingRoutes({ serve }: Http, charging: Charging, facts: SessionFacts): void {
  serve(api.remoteStart, async ({ body, driverId, words }) => {
    const { charger_id: chargerId, oem_connector_number: connector, charging_value: units } = body;
    const { bookingId } = await charging.start({ driverId, chargerId, connector, units });
    return { message: words.done.chargeStarted(), invoice_number: bookingId };
  });

  serve(api.getOngoingCharging, async ({ body, driverId }) => {
    const running = await charging.runningOf(driverId);
    const asked = (session: Session) =>
      (!body.charger_id || body.charger_id === session.chargerId) &&
      (!body.oem_connector_number || body.oem_connector_number === session.connector);
    const session = running.find(asked) ?? refuse('no_charge_running');
    const [connector, vehicle] = await Promise.all([charging.connectorOf(session), charging.vehicleOf(session)]);
    return {
      transaction: {
        oem_connector_number: session.connector,
        charger_serial_number: session.chargerId,
        booking_id: session.bookingId,
        id: session.bookingId,
        user_vehicle_image: vehicle?.image ?? '',
        vehicle_name: vehicle?.name,
        property_id: session.stationId,
        property_name: connector.stationName,
        charger_name: connector.chargerName,
        connector_type: connector.connectorType,
        units_bought: session.limitWh / 1000,
        held: rupees(session.holdPaise),
      },
    };
  });

  serve(api.remoteStop, async ({ body, driverId, words }) => {
    await charging.stop(driverId, body.transaction_id);
    return { message: words.done.stopSent() };
  });

  serve(api.paymentDetails, async ({ query, driverId, words }) => ({
    data: await paymentDetails(charging, driverId, query.payment_id, words),
  }));

  serve(api.chargingSessionList, async ({ driverId, words }) => {
    const list = await charging.sessionsOf(driverId);
    const ratings = await facts.ownRatings(
      driverId,
      list.map(({ stationId }) => stationId),
    );
    return {
      data: await Promise.all(
        list.map(async (session) => ({
          ...listItem(session, await charging.connectorOf(session), words),
          ...(ratings.has(session.stationId) ? { own_rating: ratings.get(session.stationId) } : {}),
        })),
      ),
    };
  });
}

function listItem(session: Session, connector: ConnectorDescription, words: Words): SessionListItem {
  return {
    status: session.state,
    property_id: session.stationId,
    property_name: connector.stationName,
    address: connector.address,
    booking_id: session.bookingId,
    created_at: session.createdAt.toISOString(),
    connector_name: connector.connectorName,
    charger_name: connector.chargerName,
    payment_id: session.bookingId,
    soc_start: session.socStart,
    soc_end: session.socNow,
    units_consumed: session.energyWh / 1000,
    total_amount: rupees(totalOf(session)),
    stop_reason: whyEnded(session, words),
  };
}
