import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Socket } from 'socket.io-client';
import type { OngoingTransaction } from '@bijli/contract/charging';
import type { LiveMeterValue, StatusNotification, TransactionStop } from '@bijli/contract/realtime';
import { SOCKET_OPTIONS, socketEvent, socketRequest } from '@bijli/contract/socket';
import type { StationAvailability } from '@bijli/contract/stations';
import { noteFlowing } from '#device/flowing-charge.ts';
import { whenIdle } from '#device/idle.ts';
import { storedUser } from '#device/stored-user.ts';
import { currentMessages, onLanguageChange } from '#messages/messages.ts';
import { keepMeter, lastMeter } from './last-meter.ts';
import { patchAnswersInFlight, patchStations } from './patched-stations.ts';
import { refresh, refreshStale } from './query.ts';

let connection: Promise<Socket> | undefined;

/** The one socket of the page, opened by the first who needs it, once what is on its way to the screen is there. */
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
      // A server that restarts says goodbye, and to a goodbye the library does not call back by itself.
      socket.on('disconnect', (reason) => {
        if (reason !== 'io server disconnect') return;
        if (isReplaced) onceVisible(() => socket.connect());
        else socket.connect();
        isReplaced = false;
      });
      // The server has learnt the language at the handshake.
      onLanguageChange(() => socket.disconnect().connect());
      return socket;
    });
  return connection;
}

/**
 * The driver has opened more pages than may be connected at a time, and this one is the oldest. Were it to come back at once,
 * it would end another, which would come back in its turn.
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

/** Listens while the component is there; `listen` returns how to stop. */
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
 * Keeps the availability of all stations in the query cache as the server tells it, from when the first of them are here:
 * what changed just before, the server tells whoever comes.
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
      // A card has begun a charge: it is shown as if the app had.
      const begun = () => void refresh(queries, 'getOngoingCharging', 'chargingSessionList', 'getWallet', 'getProfile');
      const catchUp = () => {
        // What changed while the line was down was not heard. At first the server tells which stations changed of late, and
        // only what is older than that is asked for again; a charge may have begun since the page asked for one.
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

export interface FollowedCharge {
  /** The last reading and status of this booking; undefined until the first. */
  meter: LiveMeterValue | undefined;
  status: StatusNotification | undefined;
  /** Set once the charge has ended. */
  stop: TransactionStop | undefined;
  /** False while the line is down: what is shown is old. */
  isConnected: boolean;
  /** How often the line was opened; each time after the first, something may have been missed. */
  connectionCount: number;
}

const nothingYet: FollowedCharge = {
  meter: undefined,
  status: undefined,
  stop: undefined,
  isConnected: false,
  connectionCount: 0,
};

/**
 * Follows a charge on the socket: listens to its meter, status and stop events, asks for the current state at every
 * (re)connection and for meter values whenever it is preparing or charging, and leaves with the component.
 */
export function useFollowedCharge(charge: OngoingTransaction | null | undefined): FollowedCharge {
  const [followed, setFollowed] = useState<FollowedCharge & { booking?: string }>(nothingYet);
  const queries = useQueryClient();
  const listen = useCallback(
    (socket: Socket) => {
      if (!charge) return () => {};
      const { booking_id: booking } = charge;
      const add = (news: Partial<FollowedCharge>) => {
        if (news.meter) {
          keepMeter(queries, news.meter);
          noteFlowing(charge);
        }
        setFollowed((known) => ({ ...(known.booking === booking ? known : nothingYet), ...news, booking }));
      };
      return followCharge(socket, charge, add);
    },
    [charge, queries],
  );
  useSocket(charge ? listen : undefined);
  const known = followed.booking === charge?.booking_id ? followed : nothingYet;
  return known.meter ? known : { ...known, meter: lastMeter(queries, charge?.booking_id) };
}

/** Listens for one charge; returns how to stop. */
function followCharge(
  socket: Socket,
  charge: OngoingTransaction,
  add: (news: Partial<FollowedCharge>) => void,
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
  const on = <T>(event: string, listener: (news: T) => void) => {
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
