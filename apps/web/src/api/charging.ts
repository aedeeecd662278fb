import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type {
  ChargingSample,
  Invoice,
  OngoingTransaction,
  SessionListItem,
  StartParams,
} from '@bijli/contract/charging';
import type { LiveMeterValue } from '@bijli/contract/realtime';
import { MINUTE_MS } from '#device/durations.ts';
import { ask, askForFile, call, CallFailed, type InputOf, Refusal } from './client.ts';
import { lastMeter } from './last-meter.ts';
import { queryOf, pagedQueryOf, mutation, type Pages, refresh, SAYS_NO_NETWORK } from './query.ts';

const ongoing = queryOptions({
  queryKey: ['getOngoingCharging'] as const,
  queryFn: async ({ signal }): Promise<OngoingTransaction | null> => {
    const answer = await call('getOngoingCharging', { body: {} }, signal);
    if (!(answer instanceof CallFailed)) return answer.transaction;
    if (answer instanceof Refusal && answer.code === 'no_charge_running') return null;
    throw answer;
  },
  meta: { isQuiet: true },
});

/** Hook: the driver's running charge. Null when there is none. */
export function useRunningCharge() {
  return useQuery(ongoing);
}

/** Hook: the running charge with these start parameters. The screen shows a refusal. */
export function useChargeOf(params: Partial<StartParams>) {
  const queries = useQueryClient();
  return useQuery({
    ...queryOf('getOngoingCharging', { body: params }),
    queryFn: async ({ signal }) => {
      const answer = await ask('getOngoingCharging', { body: params }, signal);
      // Puts it into the cache of the other screens, in case the connection is lost before they ask.
      queries.setQueryData(ongoing.queryKey, answer.transaction);
      return answer;
    },
    meta: { isQuiet: true },
    select: (answer) => answer.transaction,
  });
}

/** Hook: the last charge of a vehicle. Undefined while it has none. */
export function useLastCharge(vehicleId: string | undefined) {
  return useQuery({
    ...queryOf('lastCharge', { query: { vehicle_id: vehicleId ?? '' } }),
    enabled: vehicleId !== undefined,
    meta: { isQuiet: true },
    select: (answer) => answer.last_charge,
  });
}

export function useStartCharge() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('remoteStart', { shouldAnnounce: true }),
    // Removes the cached answer of an earlier charge with the same parameters.
    onSuccess: () =>
      queries.removeQueries({ queryKey: ['getOngoingCharging'], predicate: ({ queryKey }) => queryKey.length > 1 }),
    onSettled: () => refresh(queries, 'getOngoingCharging', 'getWallet', 'getProfile'),
  });
}

/** Hook: asks for the stop. The screen says when it could not be sent. */
export function useStopCharge() {
  return useMutation(mutation('remoteStop', SAYS_NO_NETWORK));
}

/** Hook: cancels a start that is waiting. The result arrives on the socket, as for every failed start. */
export function useCancelStart() {
  return useMutation(mutation('remoteStop'));
}

/** Hook: power and battery over a charge, from the server. */
export function useChargeCurve(bookingId: string) {
  return useQuery({
    ...queryOf('chargingSamples', { query: { booking_id: bookingId } }),
    staleTime: Infinity,
    meta: { isQuiet: true },
    select: (answer) => answer.samples,
  });
}

/** `useChargeCurve` with every live reading added. It is fetched again after a lost connection. */
export function useLiveCurve(bookingId: string, meter: LiveMeterValue, connectionCount: number) {
  const queries = useQueryClient();
  const curve = useChargeCurve(bookingId);
  const { queryKey } = queryOf('chargingSamples', { query: { booking_id: bookingId } });
  const { refetch } = curve;
  const hasAnswer = curve.data !== undefined;

  useEffect(() => {
    if (connectionCount > 1) void refetch();
  }, [connectionCount, refetch]);

  useEffect(() => {
    const sample = { at: meter.at, power_output: meter.power_output, soc: meter.soc };
    queries.setQueryData(queryKey, (answer) => answer && { ...answer, samples: withSample(answer.samples, sample) });
    // Runs once for each reading, and once when the earlier readings have arrived.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [meter, hasAnswer]);
  return curve;
}

/** The most samples to draw: more than a screen can show, and twice the server's `MAX_CURVE_SAMPLES`. */
const MAX_LIVE_SAMPLES = 400;

/**
 * The samples with a live one added. When there are too many, every second older one is removed, so that drawing stays
 * fast.
 */
export function withSample(samples: ChargingSample[], sample: ChargingSample): ChargingSample[] {
  const last = samples.at(-1);
  const tellsNothing = sample.power_output === null && sample.soc === null;
  if (tellsNothing || (last && Date.parse(last.at) >= Date.parse(sample.at))) return samples;
  const earlier = samples.length < MAX_LIVE_SAMPLES ? samples : samples.filter((_, index) => index % 2 === 0);
  return [...earlier, sample];
}

/** Returns a function that refetches all that the end of a charge changes. */
export function useChargeEnded(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    queries.setQueryData(ongoing.queryKey, null);
    void refresh(
      queries,
      'getOngoingCharging',
      'chargingSessionList',
      'getWallet',
      'getProfile',
      'getCharger',
      'lastCharge',
    );
  }, [queries]);
}

/** How often, and at what interval, an invoice is asked for while it is being settled. */
const MAX_INVOICE_ANSWERS = 20;
const INVOICE_AGAIN_MS = 2000;

/** Not billed yet: `pending`, or a state of a charge that is not over. */
const UNSETTLED = new Set(['pending', 'held', 'sent', 'accepted', 'charging', 'suspended', 'stopping']);

export function isUnsettled({ status = '' }: Pick<Invoice, 'status'>): boolean {
  return UNSETTLED.has(status);
}

/** What is known of a charge that has ended before its invoice is there. */
export interface LastFigures {
  meter: LiveMeterValue;
  /** From the first reading to the last. Undefined when only one is known. */
  minutes: number | undefined;
  /** Percent. Undefined when the car did not report its battery. */
  socAtStart: number | undefined;
}

/** Hook: the last reading of a charge that this page has followed. */
export function useLastFigures(bookingId: string | undefined): LastFigures | undefined {
  const queries = useQueryClient();
  const meter = lastMeter(queries, bookingId);
  const { queryKey } = queryOf('chargingSamples', { query: { booking_id: bookingId ?? '' } });
  if (!meter) return undefined;
  const samples = queries.getQueryData(queryKey)?.samples ?? [];
  const [first] = samples;
  const minutes = first && Math.round((Date.parse(meter.at) - Date.parse(first.at)) / MINUTE_MS);
  return {
    meter,
    minutes: minutes !== undefined && minutes > 0 ? minutes : undefined,
    socAtStart: samples.find(({ soc }) => soc !== null)?.soc ?? undefined,
  };
}

/** Hook: the invoice of a charge, by booking id or payment id. It is asked for again while it is being settled. */
export function useInvoice(paymentId: string | undefined) {
  return useQuery({
    ...queryOf('paymentDetails', { query: { payment_id: paymentId ?? '' } }),
    enabled: paymentId !== undefined,
    // The screen shows a refusal.
    meta: { isQuiet: true },
    select: (answer) => answer.data,
    refetchInterval: ({ state }) =>
      state.data && isUnsettled(state.data.data) && state.dataUpdateCount < MAX_INVOICE_ANSWERS
        ? INVOICE_AGAIN_MS
        : false,
  });
}

/** Hook: the driver's charges: running ones first, then the newest. */
export function useCharges() {
  return useInfiniteQuery({
    ...pagedQueryOf('chargingSessionList', {}, { rows: 30, nextOf: ({ next }) => next }),
    staleTime: 0,
    meta: SAYS_NO_NETWORK,
    select: chargesOf,
  });
}

function chargesOf({ pages }: Pages<'chargingSessionList'>): SessionListItem[] {
  // A charge that ended between two pages may be on both.
  return [...new Map(pages.flatMap(({ data }) => data.map((charge) => [charge.booking_id, charge]))).values()];
}

/** Hook: fetches the tax documents of a charge as a PDF. `isQuiet`: shows no error. */
export function useInvoicePdf({ isQuiet = false } = {}) {
  return useMutation({
    mutationKey: ['invoicePdf'],
    mutationFn: async ({ invoice_number: number, booking_id }: Pick<Invoice, 'invoice_number' | 'booking_id'>) => {
      const query = { payment_id: booking_id };
      const pdf = await askForFile('invoicePdf', { query } satisfies InputOf<'invoicePdf'>);
      return new File([pdf], `${number.replaceAll('/', '-')}.pdf`, { type: 'application/pdf' });
    },
    networkMode: 'always',
    meta: { isQuiet },
  });
}
