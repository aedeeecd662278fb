import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ChargePointActions } from '@bijli/ocpp/messages';

/** Address and credentials of a charge point. */
export interface ChargePointAddress {
  /** ws://host:port/ocpp, without the id. */
  url: string;
  id: string;
  password: string;
}

type AnswerTo = (payload: Record<string, unknown>) => object;

/**
 * Answers of a healthy charge point to the commands that arrive during a benchmark. Its configuration needs no change.
 */
const ANSWERS: Record<string, AnswerTo> = {
  GetConfiguration: () => ({ configurationKey: [], unknownKey: [] }),
  TriggerMessage: () => ({ status: 'Rejected' }),
  RemoteStartTransaction: () => ({ status: 'Accepted' }),
  RemoteStopTransaction: () => ({ status: 'Accepted' }),
};

/**
 * A minimal charge point, so that load generation costs little CPU: it builds frames by hand, has one call in flight,
 * and answers commands.
 */
export class LoadChargePoint {
  readonly socket: WebSocket;
  /** Called for each command after its answer was sent. */
  onCommand: (action: string, payload: Record<string, unknown>) => void = () => undefined;
  #lastId = 0;
  #answered: ((text: string) => void) | undefined;

  constructor({ url, id, password }: ChargePointAddress) {
    const authorization = `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`;
    this.socket = new WebSocket(`${url}/${id}`, ['ocpp1.6'], { headers: { authorization }, perMessageDeflate: false });
    this.socket.on('message', (data: Buffer) => this.#receive(data.toString()));
  }

  async open(): Promise<this> {
    await once(this.socket, 'open');
    return this;
  }

  /** Sends a call. `answered` gets the whole frame of the answer. */
  send(action: keyof ChargePointActions, payloadJson: string, answered: (text: string) => void): void {
    this.#lastId += 1;
    this.#answered = answered;
    this.socket.send(`[2,"${this.#lastId}","${action}",${payloadJson}]`);
  }

  /** Sends a call and resolves with the payload of its answer. Throws on a CALLERROR and when the link ends first. */
  async call<A extends keyof ChargePointActions>(
    action: A,
    payload: ChargePointActions[A]['request'],
  ): Promise<ChargePointActions[A]['answer']> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const closed = () => reject(new Error(`The link ended before ${action} was answered.`));
    this.socket.once('close', closed);
    this.send(action, JSON.stringify(payload), resolve);
    const text = await promise.finally(() => this.socket.off('close', closed));
    const [type, , answer] = JSON.parse(text) as [number, string, ChargePointActions[A]['answer']];
    if (type !== 3) throw new Error(`${action} was answered ${text}`);
    return answer;
  }

  async close(): Promise<void> {
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }

  #receive(text: string): void {
    if (!text.startsWith('[2')) {
      const answered = this.#answered;
      this.#answered = undefined;
      return answered?.(text);
    }
    const [, id, action, payload] = JSON.parse(text) as [number, string, string, Record<string, unknown>];
    const answer = ANSWERS[action];
    this.socket.send(JSON.stringify(answer ? [3, id, answer(payload)] : [4, id, 'NotSupported', '', {}]));
    this.onCommand(action, payload);
  }
}
