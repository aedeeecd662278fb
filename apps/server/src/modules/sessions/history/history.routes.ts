import { api } from '@bijli/contract/api';
import type { SessionListItem } from '@bijli/contract/charging';
import { rupees } from '@bijli/contract/money';
import { pageOf } from '#db/pagination.ts';
import type { Http } from '#http/calls/serve.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { Driver } from '#modules/accounts/index.ts';
import type { ConnectorDescription } from '#modules/network/index.ts';
import { sessionPriceOf } from '../session-price.ts';
import type { BoughtSession } from '../sessions.store.ts';
import type { SessionHistory } from './index.ts';
import { paymentDetails, endReasonText } from './payment-details.ts';
import { sessionInvoicePdf } from './session-invoice-pdf.ts';

/** What lists and invoices of sessions show from other modules. */
export interface HistoryPorts {
  /** A driver's own ratings, by station id. */
  ownRatings(driverId: number, stationIds: string[]): Promise<Map<string, number>>;
  /** The driver to whom an invoice is made out when it is not to a business. */
  payer(driverId: number): Promise<Driver>;
}

/** Maximum number of points in a curve. The app appends live points, up to its `MAX_LIVE_SAMPLES`. */
const MAX_CURVE_SAMPLES = 200;

export function historyRoutes({ serve }: Http, history: SessionHistory, ports: HistoryPorts): void {
  serve(api.chargingSamples, async ({ query, driverId }) => {
    const curve = await history.listCurve(driverId, query.booking_id, MAX_CURVE_SAMPLES);
    return {
      samples: curve.map(({ sampledAt, powerW, soc }) => ({
        at: sampledAt.toISOString(),
        power_output: powerW === null ? null : powerW / 1000,
        soc,
      })),
    };
  });

  serve(api.lastCharge, async ({ query, driverId }) => {
    const vehicleId = Number(query.vehicle_id);
    const last = Number.isSafeInteger(vehicleId) ? await history.findLastOfVehicle(driverId, vehicleId) : undefined;
    if (!last?.endedAt) return { last_charge: null };
    return {
      last_charge: { units: last.energyWh / 1000, soc_end: last.lastSoc, ended_at: last.endedAt.toISOString() },
    };
  });

  serve(api.paymentDetails, async ({ query, driverId, messages }) => ({
    data: await paymentDetails(history, driverId, query.payment_id, messages),
  }));

  serve(api.invoicePdf, async ({ query, driverId, messages, reply }) => {
    const payer = await ports.payer(driverId);
    const { name, type, content } = await sessionInvoicePdf(history, payer, query.payment_id, messages);
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });

  serve(api.chargingSessionList, async ({ driverId, query, messages }) => {
    const { rows: list, next } = await history.listOfDriver(driverId, pageOf(query));
    const stationIds = list.map(({ stationId }) => stationId);
    const [ratings, connectors] = await Promise.all([
      ports.ownRatings(driverId, stationIds),
      history.describeConnectors(list),
    ]);
    return {
      data: list.flatMap((session, index) => {
        const connector = connectors[index];
        const rating = ratings.get(session.stationId);
        return connector ? { ...listItem(session, connector, messages), ...(rating && { own_rating: rating }) } : [];
      }),
      ...(next && { next }),
    };
  });
}

function listItem(session: BoughtSession, connector: ConnectorDescription, messages: Messages): SessionListItem {
  return {
    status: session.state,
    property_id: session.stationId,
    property_name: connector.stationName,
    address: connector.address,
    booking_id: session.bookingId,
    created_at: session.createdAt.toISOString(),
    connector_name: messages.connector(connector.connector),
    charger_name: connector.chargePointName,
    payment_id: session.bookingId,
    soc_start: session.socStart,
    soc_end: session.lastSoc,
    units_consumed: session.energyWh / 1000,
    total_amount: rupees(sessionPriceOf(session, session.energyWh).totalPaise),
    stop_reason: endReasonText(session, messages),
    ...(session.isProvisional && { provisional: true }),
  };
}
