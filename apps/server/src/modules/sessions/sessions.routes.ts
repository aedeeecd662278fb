import { api } from '@bijli/contract/api';
import { currentOfPlug } from '@bijli/contract/charge-time';
import { rupees } from '@bijli/contract/money';
import type { Http } from '#http/calls/serve.ts';
import type { ConnectorDescription } from '#modules/network/index.ts';
import type { ChargingVehicle } from './charging-vehicles.ts';
import { ratedWOf } from './context.ts';
import type { SessionHistory } from './history/index.ts';
import type { Sessions } from './index.ts';
import { refuse } from './sessions.refusals.ts';
import type { BoughtSession } from './sessions.store.ts';
import { whFromUnits } from './starting/create-session.ts';

export function sessionsRoutes({ serve }: Http, sessions: Sessions, history: SessionHistory): void {
  serve(api.remoteStart, async ({ body, driverId, messages }) => {
    const { charger_id: chargePointId, oem_connector_number: connector, charging_value: units } = body;
    const purchase = { boughtWh: whFromUnits(units), targetSoc: body.target_soc };
    const { bookingId } = await sessions.start({ driverId, chargePointId, connector, ...purchase });
    return { message: messages.done.chargeStarted(), invoice_number: bookingId };
  });

  serve(api.getOngoingCharging, async ({ body, driverId }) => {
    const running = await sessions.listOpenOfDriver(driverId);
    const isAskedFor = (session: BoughtSession) =>
      (!body.charger_id || body.charger_id === session.chargePointId) &&
      (!body.oem_connector_number || body.oem_connector_number === session.connector);
    const session = running.find(isAskedFor) ?? refuse('no_charge_running');
    const [connector, vehicle] = await Promise.all([
      history.describeConnector(session),
      history.findVehicleOf(session),
    ]);
    // The row is updated a little after the samples, so memory is read first.
    const socStart = sessions.findLive(driverId, session.bookingId)?.meter.socAtFirst ?? session.socStart;
    return {
      transaction: {
        oem_connector_number: session.connector,
        charger_serial_number: session.chargePointId,
        booking_id: session.bookingId,
        id: session.bookingId,
        user_vehicle_image: vehicle?.image ?? '',
        vehicle_id: vehicle?.modelId,
        vehicle_name: vehicle?.name,
        property_id: session.stationId,
        property_name: connector.stationName,
        charger_name: connector.chargePointName,
        connector_type: connector.connectorType,
        units_bought: session.boughtWh / 1000,
        ...(session.targetSoc === null ? {} : { target_soc: session.targetSoc }),
        ...(vehicle?.batteryWh ? { battery_capacity: vehicle.batteryWh / 1000 } : {}),
        ...powersOf(session, connector, vehicle),
        ...(socStart === null ? {} : { soc_start: socStart }),
        held: rupees(session.holdPaise),
      },
    };
  });

  serve(api.remoteStop, async ({ body, driverId, messages }) => {
    await sessions.stop(driverId, body.transaction_id);
    return { message: messages.done.stopSent() };
  });
}

/** The known power limits from which the charging time is estimated. */
function powersOf(session: BoughtSession, connector: ConnectorDescription, vehicle: ChargingVehicle | undefined) {
  const ratedW = ratedWOf(session, connector);
  const isDc = connector.connectorType !== undefined && currentOfPlug(connector.connectorType) === 'DC';
  const carW = isDc ? vehicle?.dcMaxW : vehicle?.acMaxW;
  return { ...(ratedW > 0 && { connector_power: ratedW / 1000 }), ...(carW && { car_power: carW / 1000 }) };
}
