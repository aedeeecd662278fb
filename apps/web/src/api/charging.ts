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
import { ask, askForFile, call, type InputOf, isRefused, Refusal } from './client.ts';
import { queryOf, pagedQueryOf, mutation, type Pages, refresh } from './query.ts';

const ongoing = queryOptions({
  queryKey: ['getOngoingCharging'] as const,
  queryFn: async ({ signal }): Promise<OngoingTransaction | null> => {
    const answer = await call('getOngoingCharging', { body: {} }, signal);
    if (!isRefused(answer)) return answer.transaction;
    if (answer.code === 'no_charge_running') return null;
    throw new Refusal(answer);
  },
  meta: { isQuiet: true },
});

/** The driver's running charge; null when there is none. */
export function useRunningCharge() {
  return useQuery(ongoing);
}

/** The running charge that the start parameters name; its refusal is shown by the screen. */
export function useChargeOf(params: Partial<StartParams>) {
  const queries = useQueryClient();
  return useQuery({
    ...queryOf('getOngoingCharging', { body: params }),
    queryFn: async ({ signal }) => {
      const answer = await ask('getOngoingCharging', { body: params }, signal);
      // The other screens know it then, also when the line goes down before they could ask.
      queries.setQueryData(ongoing.queryKey, answer.transaction);
      return answer;
    },
    meta: { isQuiet: true },
    select: (answer) => answer.transaction,
  });
}

/** What a vehicle was charged last; nothing while there is none. */
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
    // What is kept of an earlier charge with the same parameters is not this one.
    onSuccess: () =>
      queries.removeQueries({ queryKey: ['getOngoingCharging'], predicate: ({ queryKey }) => queryKey.length > 1 }),
    onSettled: () => refresh(queries, 'getOngoingCharging', 'getWallet', 'getProfile'),
  });
}

export function useStopCharge() {
  return useMutation(mutation('remoteStop', { shouldAnnounce: true }));
}

/** Calls off a start that waits: what comes of it is told on the socket, as of every start that comes to nothing. */
export function useCancelStart() {
  return useMutation(mutation('remoteStop'));
}

/** Power and battery over a charge, as far as the server has them. */
export function useChargeCurve(bookingId: string) {
  return useQuery({
    ...queryOf('chargingSamples', { query: { booking_id: bookingId } }),
    staleTime: Infinity,
    meta: { isQuiet: true },
    select: (answer) => answer.samples,
  });
}

/** `useChargeCurve`, with every live reading added; read anew after the line was down. */
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
    // Once for each reading, and once the readings before it are there.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [meter, hasAnswer]);
  return curve;
}

/** What is drawn at most: more than a screen can show, and twice what the server begins it with (its `MAX_CURVE_SAMPLES`). */
const MAX_LIVE_SAMPLES = 400;

/** The samples with one that came live. Over hours every second of the older ones goes, so that drawing stays light. */
export function withSample(samples: ChargingSample[], sample: ChargingSample): ChargingSample[] {
  const last = samples.at(-1);
  const tellsNothing = sample.power_output === null && sample.soc === null;
  if (tellsNothing || (last && Date.parse(last.at) >= Date.parse(sample.at))) return samples;
  const earlier = samples.length < MAX_LIVE_SAMPLES ? samples : samples.filter((_, index) => index % 2 === 0);
  return [...earlier, sample];
}

/** Asks again for all that the end of a charge changes. */
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

/** How often an invoice is asked for that is still being settled, and how soon again. */
const MAX_INVOICE_ANSWERS = 20;
const INVOICE_AGAIN_MS = 2000;

/** The invoice of a charge, by booking id or payment id. Asked again while it is being settled. */
export function useInvoice(paymentId: string | undefined) {
  return useQuery({
    ...queryOf('paymentDetails', { query: { payment_id: paymentId ?? '' } }),
    enabled: paymentId !== undefined,
    select: (answer) => answer.data,
    refetchInterval: ({ state }) =>
      state.data?.data.status === 'pending' && state.dataUpdateCount < MAX_INVOICE_ANSWERS ? INVOICE_AGAIN_MS : false,
  });
}

/** The driver's charges: those that are on, then the newest first. */
export function useCharges() {
  return useInfiniteQuery({
    ...pagedQueryOf('chargingSessionList', {}, { rows: 30, nextOf: ({ next }) => next }),
    staleTime: 0,
    select: chargesOf,
  });
}

function chargesOf({ pages }: Pages<'chargingSessionList'>): SessionListItem[] {
  // One that ended between two pages may be on both.
  return [...new Map(pages.flatMap(({ data }) => data.map((charge) => [charge.booking_id, charge]))).values()];
}

/** Fetches the tax documents of a charge as a PDF. `isQuiet`: what went wrong is not shown. */
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
