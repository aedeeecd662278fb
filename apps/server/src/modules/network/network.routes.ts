import { paiseOf, rupees } from '@bijli/contract/money';
import { operatorApi } from '@bijli/contract/operator-api';
import { MAX_ROWS_LISTED } from '@bijli/contract/paging';
import { stationsToList, type OperatorHttp, type StaffCaller } from '#http/calls/operator.ts';
import { refuse as refuseHttp } from '#http/http.refusals.ts';
import { newSecret } from '#kernel/ids.ts';
import type { Network } from './index.ts';
import { SECURITY_PROFILES } from './network.tables.ts';

interface NetworkRoutesOptions {
  hasLink: (chargePointId: string) => boolean;
  /** Called after keeping a local list was switched on or off. */
  listsChanged: () => void;
}

/** The operator's endpoints for stations, charge points and prices. */
export function networkRoutes(
  { serveOperator }: OperatorHttp,
  network: Network,
  { hasLink: isOnline, listsChanged }: NetworkRoutesOptions,
): void {
  serveOperator(operatorApi.listStations, async ({ query, staff }) => {
    const { is_in_use: isInUse } = query;
    const page = pageOf(query, staff);
    const rows = await network.listStations(page, isInUse === undefined ? undefined : isInUse === 'true');
    const stations = rows.map(({ isInUse: is_in_use, chargePoints: chargers, ...row }) => ({
      ...row,
      is_in_use,
      chargers,
    }));
    return { stations, ...nextOf(rows, page) };
  });

  serveOperator(operatorApi.setStationInUse, async ({ params, body, ...call }) => {
    await network.changeStationInUse(params.station_id, body.is_in_use, call);
    return {};
  });

  serveOperator(operatorApi.stationTariff, async ({ params }) => {
    await network.getStation(params.station_id);
    const bands = await network.listTariffBands(params.station_id);
    return {
      bands: bands.map(({ current, fromMinute, toMinute, pricePaisePerKwh, validFrom }) => ({
        current,
        from: timeOf(fromMinute),
        to: timeOf(toMinute),
        price_per_kwh: rupees(pricePaisePerKwh),
        valid_from: validFrom.toISOString(),
      })),
    };
  });

  serveOperator(operatorApi.setStationPrice, async ({ params, body, ...call }) => {
    const { current, price_per_kwh: price } = body;
    const pricePaisePerKwh =
      paiseOf(price) ?? refuseHttp('bad_request', { problem: 'price_per_kwh has more than two decimals' });
    await network.changeStationPrice(params.station_id, { current, pricePaisePerKwh }, call);
    return {};
  });

  serveOperator(operatorApi.listChargers, async ({ query, staff }) => {
    const page = pageOf(query, staff);
    const rows = await network.listChargePoints(page);
    const chargers = rows.map(
      ({ stationId, hasSecret, securityProfile, seenProfile, heardAt, retiredAt, connectors, ...row }) => ({
        ...row,
        station_id: stationId,
        connectors: connectors.map(({ type, ratedW }) => (ratedW > 0 ? `${type} ${ratedW / 1000} kW` : type)),
        is_registered: hasSecret,
        security_profile: securityProfile,
        seen_security_profile: seenProfile,
        heard_at: heardAt?.toISOString() ?? null,
        retired_at: retiredAt?.toISOString() ?? null,
      }),
    );
    return { chargers, ...nextOf(rows, page) };
  });

  serveOperator(operatorApi.chargerDetails, async ({ params }) => {
    const one = await network.getChargePointOfNetwork(params.charger_id);
    return {
      charger: {
        id: one.id,
        station_id: one.stationId,
        name: one.name,
        vendor: one.vendor,
        model: one.model,
        firmware: one.firmware,
        serial_number: one.serialNumber,
        confirmed_serial_number: one.confirmedSerialNumber,
        is_online: isOnline(one.id),
        is_registered: one.passwordHash !== null,
        admission: one.admission,
        security_profile: one.securityProfile,
        seen_security_profile: one.seenProfile,
        local_list: one.keepsLocalList,
        status: one.status,
        heard_at: one.heardAt?.toISOString() ?? null,
        retired_at: one.retiredAt?.toISOString() ?? null,
        connectors: one.connectors.map(({ number, type, ratedW, status, errorCode, withheldSince }) => ({
          number,
          type,
          power: ratedW / 1000,
          status,
          error_code: errorCode,
          withheld_since: withheldSince?.toISOString() ?? null,
        })),
      },
    };
  });

  serveOperator(operatorApi.addCharger, async ({ body, ...call }) => {
    const { id: chargePointId, station_id: stationId, name = chargePointId } = body;
    const connectors = body.connectors.map(({ type, power }) => ({ type, ratedW: Math.round(power * 1000) }));
    // OCPP 1.6 allows a key of 40 hex digits, and many charge points have no room for a longer password.
    const secret = newSecret().slice(0, 40);
    await network.registerByStaff({ chargePointId, stationId, name, connectors, secret }, call);
    return { secret };
  });

  serveOperator(operatorApi.changeCharger, async ({ params, body, ...call }) => {
    const { name, admission, serial_number: serialNumber, local_list: keepsLocalList } = body;
    const securityProfile = SECURITY_PROFILES.find((one) => one === body.security_profile);
    const settings = { name, admission, securityProfile, serialNumber, keepsLocalList };
    await network.changeByStaff(params.charger_id, settings, call);
    if (keepsLocalList !== undefined) listsChanged();
    return {};
  });

  serveOperator(operatorApi.retireCharger, async ({ params, ...call }) => {
    await network.retireByStaff(params.charger_id, call);
    return {};
  });
}

/** Leaves out what the caller may not see. */
function pageOf(
  { after, limit, station_id: stationId }: Partial<Record<'after' | 'limit' | 'station_id', string | undefined>>,
  staff: StaffCaller,
) {
  const stationIds = stationsToList(staff, stationId);
  return { after, limit: limit === undefined ? MAX_ROWS_LISTED : Number(limit), stationIds };
}

function nextOf(rows: readonly { id: string }[], { limit }: { limit: number }): { next?: string } {
  const last = rows.at(-1);
  return last && rows.length === limit ? { next: last.id } : {};
}

/** Formats minutes after midnight as `22:00`. */
function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
