import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Socket } from 'socket.io-client';
import type { OngoingTransaction } from '@bijli/contract/charging';
import type { LiveMeterValue, StatusNotification, TransactionStop } from '@bijli/contract/realtime';
import { SOCKET_OPTIONS, socketEvent, socketRequest } from '@bijli/contract/socket';
import type { StationAvailability } from '@bijli/contract/stations';
import { whenIdle } from '#device/idle.ts';
import { noteRunningCharge } from '#device/last-running-charge.ts';
import { storedUser } from '#device/stored-user.ts';
import { currentMessages, onLanguageChange } from '#messages/messages.ts';
import { keepMeter, lastMeter } from './last-meter.ts';
import { patchAnswersInFlight, patchStations } from './patched-stations.ts';
import { refresh, refreshStale } from './query.ts';

let connection: Promise<Socket> | undefined;

/** The page's only socket. The first user opens it after the requests for the screen have ended. */
function connect(): Promise<Socket> {
  connection ??= new Promise<void>(whenIdle)
    .then(() => import('socket.io-client'))
    .then(({ io }) => {
      const socket = io({
        ...SOCKET_OPTIONS,
        auth: (give) => give({ token: storedUser()?.token ?? '', language: currentMessages().language }),
      });
      socket.on('connect_error', (error) => console.warn('The live connection failed', error.message));
      let isReplaced = false;
      socket.on(socketEvent.closing, () => {
        isReplaced = true;
      });
      // A restarting server disconnects the socket, and after that socket.io does not reconnect by itself.
      socket.on('disconnect', (reason) => {
        if (reason !== 'io server disconnect') return;
        if (isReplaced) onceVisible(() => socket.connect());
        else socket.connect();
        isReplaced = false;
      });
      // The server learns the language only at the handshake.
      onLanguageChange(() => socket.disconnect().connect());
      return socket;
    });
  return connection;
}

/**
 * The driver has too many pages open, and this one is the oldest. If it reconnected at once, it would close another
 * page, which would then reconnect too.
 */
function onceVisible(then: () => void): void {
  const looked = new AbortController();
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    looked.abort();
    then();
  };
  document.addEventListener('visibilitychange', look, looked);
  window.addEventListener('focus', look, looked);
  window.addEventListener('pointerdown', look, looked);
}

/** Hook: listens while the component is mounted. `listen` returns a function that stops it. */
function useSocket(listen: ((socket: Socket) => () => void) | undefined): void {
  useEffect(() => {
    if (!listen) return;
    let stop: (() => void) | undefined;
    let isWanted = true;
    connect().then(
      (socket) => {
        if (isWanted) stop = listen(socket);
      },
      (error: unknown) => {
        console.warn('The live connection did not load', error);
        connection = undefined;
      },
    );
    return () => {
      isWanted = false;
      stop?.();
    };
  }, [listen]);
}

/**
 * Hook: keeps the availability of all stations in the query cache up to date, from the time when the first ones are
 * loaded. The server sends recent changes to each new connection.
 */
export function useLiveAvailability(isHere = true): void {
  const queries = useQueryClient();
  const [isOn, setOn] = useState(isHere);
  if (isHere && !isOn) setOn(true);
  const listen = useCallback(
    (socket: Socket) => {
      const onTheirWay = patchAnswersInFlight(queries);
      const patch = (changes: StationAvailability[]) => {
        onTheirWay.note(changes);
        patchStations(queries, changes);
      };
      let hasBeenConnected = socket.connected;
      // A card has started a charge. It is shown as if the app had.
      const begun = () => void refresh(queries, 'getOngoingCharging', 'chargingSessionList', 'getWallet', 'getProfile');
      const catchUp = () => {
        // Changes during a lost connection were missed. At the first connection the server sends recent changes, so
        // only older data is fetched again. A charge may have begun since the page asked for one.
        if (hasBeenConnected) {
          void refresh(queries, 'chargingStation', 'getCharger');
          begun();
        } else {
          void refreshStale(queries, 'chargingStation', 'getCharger');
          void refresh(queries, 'getOngoingCharging');
        }
        hasBeenConnected = true;
      };
      socket.on(socketEvent.availability, patch);
      socket.on(socketEvent.begun, begun);
      socket.on('connect', catchUp);
      return () => {
        onTheirWay.stop();
        socket.off(socketEvent.availability, patch);
        socket.off(socketEvent.begun, begun);
        socket.off('connect', catchUp);
      };
    },
    [queries],
  );
  useSocket(isOn ? listen : undefined);
}

export interface ChargeEvents {
  /** The last reading and status of this booking. Undefined until the first. */
  meter: LiveMeterValue | undefined;
  status: StatusNotification | undefined;
  /** Set when the charge has ended. */
  stop: TransactionStop | undefined;
  /** False while disconnected: the figures may be old. */
  isConnected: boolean;
  /** Number of connections so far. After each but the first, an event may have been missed. */
  connectionCount: number;
}

const NO_EVENTS: ChargeEvents = {
  meter: undefined,
  status: undefined,
  stop: undefined,
  isConnected: false,
  connectionCount: 0,
};

/**
 * Hook: the events of a charge on the socket. It listens to its meter, status and stop events. At each (re)connection
 * it asks for the present state, and it asks for meter values whenever the charge is preparing or charging. It stops
 * with the component.
 */
export function useChargeEvents(charge: OngoingTransaction | null | undefined): ChargeEvents {
  const [events, setEvents] = useState<ChargeEvents & { booking?: string }>(NO_EVENTS);
  const queries = useQueryClient();
  const listen = useCallback(
    (socket: Socket) => {
      if (!charge) return () => {};
      const { booking_id: booking } = charge;
      const add = (change: Partial<ChargeEvents>) => {
        if (change.meter) {
          keepMeter(queries, change.meter);
          noteRunningCharge(charge);
        }
        setEvents((known) => ({ ...(known.booking === booking ? known : NO_EVENTS), ...change, booking }));
      };
      return listenToCharge(socket, charge, add);
    },
    [charge, queries],
  );
  useSocket(charge ? listen : undefined);
  const known = events.booking === charge?.booking_id ? events : NO_EVENTS;
  return known.meter ? known : { ...known, meter: lastMeter(queries, charge?.booking_id) };
}

/** Listens for one charge. Returns a function that stops it. */
function listenToCharge(
  socket: Socket,
  charge: OngoingTransaction,
  add: (change: Partial<ChargeEvents>) => void,
): () => void {
  const { charger_serial_number: serial, oem_connector_number: connector, booking_id: booking } = charge;
  const askMeter = () => socket.emit(socketRequest.meterValues, { connector, serial });
  let connectionCount = 0;
  const askAll = () => {
    connectionCount += 1;
    add({ isConnected: true, connectionCount });
    socket.emit(socketRequest.chargingStatus, { transaction: charge });
    socket.emit(socketRequest.transactionStop, { transaction: charge });
    askMeter();
  };
  const ends: (() => void)[] = [];
  const on = <T>(event: string, listener: (change: T) => void) => {
    socket.on(event, listener);
    ends.push(() => socket.off(event, listener));
  };
  on(socketEvent.meterValue(serial, connector), (meter: LiveMeterValue) => {
    if (meter.booking_id === booking) add({ meter });
  });
  on(socketEvent.status(serial, connector), (status: StatusNotification) => {
    if (status.booking_id !== booking) return;
    add({ status });
    if (status.status === 'Preparing' || status.status === 'Charging') askMeter();
  });
  on(socketEvent.stop(booking), (stop: TransactionStop) => add({ stop }));
  on('connect', askAll);
  on('disconnect', () => add({ isConnected: false }));
  if (socket.connected) askAll();
  return () => ends.forEach((end) => end());
}
