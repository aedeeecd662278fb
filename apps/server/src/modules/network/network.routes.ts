import { paiseOf, rupees } from '@bijli/contract/money';
import { operatorApi } from '@bijli/contract/operator-api';
import { MAX_ROWS_LISTED } from '@bijli/contract/pages';
import { refuse as refuseHttp } from '#http/http.failures.ts';
import { stationsToList, type OperatorHttp, type StaffCaller } from '#http/operator.ts';
import type { Network } from './index.ts';

/** Stations, charge points and prices, as staff see and change them. */
export function networkRoutes({ serveOperator }: OperatorHttp, network: Network): void {
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
    await network.setStationInUse(params.station_id, body.is_in_use, call);
    return {};
  });

  serveOperator(operatorApi.stationTariff, async ({ params }) => {
    await network.station(params.station_id);
    const bands = await network.tariff(params.station_id);
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
    await network.setStationPrice(params.station_id, { current, pricePaisePerKwh }, call);
    return {};
  });

  serveOperator(operatorApi.listChargers, async ({ query, staff }) => {
    const page = pageOf(query, staff);
    const rows = await network.listChargePoints(page);
    const chargers = rows.map(
      ({ stationId, hasSecret, securityProfile, seenProfile, heardAt, connectors, ...row }) => ({
        ...row,
        station_id: stationId,
        connectors: connectors.map(({ type, ratedW }) => (ratedW > 0 ? `${type} ${ratedW / 1000} kW` : type)),
        is_registered: hasSecret,
        security_profile: securityProfile,
        seen_security_profile: seenProfile,
        heard_at: heardAt?.toISOString() ?? null,
      }),
    );
    return { chargers, ...nextOf(rows, page) };
  });
}

/** Only what the caller may see. */
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

/** `22:00` of minutes after midnight. */
function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
