import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import * as z from 'zod/mini';
import type { Invoice, OngoingTransaction } from '@bijli/contract/charging';
import { createClient, type Client } from '@bijli/contract/client';
import { SOCKET_OPTIONS, type clientEmits } from '@bijli/contract/realtime';

/** A connector where a car can charge. */
export interface Place {
  stationId: string;
  chargePointId: string;
  connector: number;
}

/**
 * A driver who does over the API what the app does. Answers are checked against the contract. A refusal throws its
 * code.
 */
export interface Driver {
  /** For calls without a method here. */
  client: Client;
  addVehicle(registration: string): Promise<void>;
  /** Pays on the provider's checkout page and returns from it, as a browser does. */
  topUp(rupees: number): Promise<void>;
  /** The transaction id of the last completed top-up. */
  paid(): string;
  /** Resolves with the booking id when the charge point has accepted. */
  start(place: Place, units: number): Promise<string>;
  stop(bookingId: string): Promise<void>;
  ongoing(): Promise<OngoingTransaction>;
  invoice(bookingId: string): Promise<Invoice>;
  wallet(): ReturnType<typeof walletOf>;
  /** Opens a screen on the live socket. */
  live(): Promise<LiveSocket>;
}

export interface LiveSocket {
  /** All events received, oldest first. */
  events: readonly { name: string; payload: unknown }[];
  /** Resolves with the first matching event of that name, whether received before or later. */
  saw<S extends z.ZodMiniType>(name: string, schema: S, fits?: (payload: z.output<S>) => boolean): Promise<z.output<S>>;
  say<E extends keyof typeof clientEmits>(event: E, message: z.output<(typeof clientEmits)[E]>): void;
  close(): void;
}

const MAX_LOOKS = 500;
const LOOK_AGAIN_MS = 20;

/** The code that the demo shows. If another node has sent it, it is here a moment later. */
async function codeFor(client: Client, mobile: string): Promise<string> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const [message] = await client.ask('demoMessages', { query: { mobile } });
    if (message?.code !== undefined) return message.code;
    await pause(LOOK_AGAIN_MS);
  }
  throw new Error(`The demo shows no code for ${mobile}.`);
}

/** Signs in with the code that the demo shows. */
export async function signIn(url: string, mobile: string): Promise<Driver> {
  const client = createClient(url);
  await client.ask('login', { body: { mobile_no: mobile } });
  const { user } = await client.ask('verifyOtp', {
    body: { mobile_no: mobile, req_otp: await codeFor(client, mobile) },
  });
  client.token = user.token;
  let paidTxnId = '';

  return {
    client,

    async addVehicle(registration) {
      const { vehicles } = await client.ask('getAllVehicles', {});
      const vehicle = Object.values(vehicles).flat()[0];
      await client.ask('addUserVehicle', { body: { regno: registration, vehicle_id: vehicle?.id ?? '' } });
    },

    async topUp(rupees) {
      const { pay_url, txnId } = await client.ask('initiatePayment', { body: { amount: rupees } });
      const page = await (await fetch(pay_url)).text();
      const action = /<form[^>]*action="([^"]*\/pay)"/.exec(page)?.[1];
      if (!action) throw new Error('The checkout page has no form to pay with.');
      const paid = await fetch(new URL(action, pay_url), { method: 'POST', redirect: 'manual' });
      await fetch(paid.headers.get('location') ?? '', { redirect: 'manual' });
      const { status } = await client.ask('paymentState', { params: { txnId } });
      if (status !== 'completed') throw new Error(`The top-up is ${status}.`);
      paidTxnId = txnId;
    },

    paid: () => paidTxnId,

    async start({ stationId, chargePointId, connector: number }, units) {
      const { chargers } = await client.ask('getCharger', { query: { property_id: stationId } });
      const chargePoint = chargers.find(({ charger_id: id }) => id === chargePointId);
      const connector = chargePoint?.connectors.find(({ oem_connector_number: oem }) => oem === number);
      const { invoice_number: bookingId } = await client.ask('remoteStart', {
        body: {
          charge_type: 'units',
          charging_value: units,
          charger_id: chargePointId,
          connector_id: connector?.connector_id ?? '',
          oem_connector_number: number,
        },
      });
      return bookingId;
    },

    async stop(bookingId) {
      await client.ask('remoteStop', { body: { transaction_id: bookingId } });
    },

    ongoing: async () => (await client.ask('getOngoingCharging', { body: {} })).transaction,
    invoice: async (bookingId) => (await client.ask('paymentDetails', { query: { payment_id: bookingId } })).data,
    wallet: () => walletOf(client),
    live: () => openLiveSocket(url, client.token),
  };
}

async function walletOf(client: Client) {
  return (await client.ask('getWallet', { query: { history: 'true' } })).wallet;
}

/** Opens the live socket with a token. */
export async function openLiveSocket(url: string, token: string): Promise<LiveSocket> {
  const socket = io(url, { ...SOCKET_OPTIONS, auth: { token }, forceNew: true });
  const events: { name: string; payload: unknown }[] = [];
  socket.onAny((name: string, payload: unknown) => events.push({ name, payload }));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    events,
    say: (event, message) => void socket.emit(event, message),
    close: () => void socket.disconnect(),

    saw(name, schema, fits = () => true) {
      return new Promise((resolve, reject) => {
        const checkOne = (): void => {
          try {
            const found = events
              .filter((event) => event.name === name)
              .map(({ payload }) => z.parse(schema, payload))
              .find(fits);
            if (found === undefined) return;
            resolve(found);
          } catch (error) {
            reject(error);
          }
          socket.offAny(checkOne);
        };
        socket.onAny(checkOne);
        checkOne();
      });
    },
  };
}
