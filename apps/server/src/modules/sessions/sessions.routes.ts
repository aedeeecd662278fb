import { api } from '@bijli/contract/api';
import type { SessionListItem } from '@bijli/contract/charging';
import { rupees } from '@bijli/contract/money';
import type { Http } from '#http/handle.ts';
import { refuse } from './sessions.failures.ts';
import type { Words } from '#kernel/words/en.ts';
import type { Session } from './sessions.store.ts';
import type { Sessions } from './index.ts';
import { paymentDetails, totalOf, whyEnded } from './payment-details.ts';
import type { ConnectorDescription } from '#modules/network/index.ts';
import type { Supplier } from './ports.ts';

/** What lists and invoices of charges show that is not charging's own. */
export interface SessionFacts {
  /** A driver's own stars, by station. */
  ownRatings(driverId: number, stationIds: string[]): Promise<Map<string, number>>;
  supplier: Supplier;
}

/** The most moments of a charge that are told: as many as a phone can show. */
const MOST_SAMPLES = 200;

export function sessionsRoutes({ serve }: Http, sessions: Sessions, facts: SessionFacts): void {
  serve(api.remoteStart, async ({ body, driverId, words }) => {
    const { charger_id: chargerId, oem_connector_number: connector, charging_value: units } = body;
    const { bookingId } = await sessions.start({ driverId, chargerId, connector, units });
    return { message: words.done.chargeStarted(), invoice_number: bookingId };
  });

  serve(api.getOngoingCharging, async ({ body, driverId }) => {
    const running = await sessions.runningOf(driverId);
    const asked = (session: Session) =>
      (!body.charger_id || body.charger_id === session.chargerId) &&
      (!body.oem_connector_number || body.oem_connector_number === session.connector);
    const session = running.find(asked) ?? refuse('no_charge_running');
    const [connector, vehicle] = await Promise.all([sessions.connectorOf(session), sessions.vehicleOf(session)]);
    // The row follows the samples a little later.
    const socStart = sessions.liveOf(driverId, session.bookingId)?.socAtFirst ?? session.socStart;
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
        ...(socStart === null ? {} : { soc_start: socStart }),
        held: rupees(session.holdPaise),
      },
    };
  });

  serve(api.remoteStop, async ({ body, driverId, words }) => {
    await sessions.stop(driverId, body.transaction_id);
    return { message: words.done.stopSent() };
  });

  serve(api.chargingSamples, async ({ query, driverId }) => {
    const curve = await sessions.curveOf(driverId, query.booking_id, MOST_SAMPLES);
    return {
      samples: curve.map(({ sampledAt, powerW, soc }) => ({
        at: sampledAt.toISOString(),
        power_output: powerW === null ? null : powerW / 1000,
        soc,
      })),
    };
  });

  serve(api.paymentDetails, async ({ query, driverId, words }) => ({
    data: await paymentDetails(sessions, driverId, query.payment_id, facts.supplier, words),
  }));

  serve(api.chargingSessionList, async ({ driverId, words }) => {
    const list = await sessions.sessionsOf(driverId);
    const stationIds = list.map(({ stationId }) => stationId);
    const [ratings, connectors] = await Promise.all([
      facts.ownRatings(driverId, stationIds),
      sessions.connectorsOf(list),
    ]);
    return {
      data: list.flatMap((session, at) => {
        const connector = connectors[at];
        const rating = ratings.get(session.stationId);
        return connector ? { ...listItem(session, connector, words), ...(rating && { own_rating: rating }) } : [];
      }),
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
    connector_name: words.connector(connector.connector),
    charger_name: connector.chargerName,
    payment_id: session.bookingId,
    soc_start: session.socStart,
    soc_end: session.socNow,
    units_consumed: session.energyWh / 1000,
    total_amount: rupees(totalOf(session)),
    stop_reason: whyEnded(session, words),
    ...(session.provisional && { provisional: true }),
  };
}
