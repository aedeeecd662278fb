/** A message for one device, to be encrypted to its keys. */
export interface PushMessage {
  endpoint: string;
  p256dh: string;
  auth: string;
  payload: string;
  /** How long the push service keeps it for a device that is off. */
  ttlSeconds: number;
  /** A later message with the same topic replaces one that was not delivered yet (RFC 8030 section 5.4). */
  topic: string;
  urgency: 'normal' | 'high';
}

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The outcome of a push message. `gone`: the device is no longer subscribed. `later`: it is worth another try.
 * `refused`: it is not.
 */
export interface PushOutcome {
  result: 'accepted' | 'gone' | 'refused' | 'later';
  /** With `later`: the minimum delay. */
  afterMs?: number;
}

/** The port through which messages reach devices. */
export interface PushService {
  createKeys(): PushKeys;
  /** True if messages may be sent to this address. Browsers supply it, so it must belong to a push service. */
  isAllowed(endpoint: string): boolean;
  /** True if messages can be encrypted to a device's keys (RFC 8291 section 2). */
  areKeysValid(keys: { p256dh: string; auth: string }): boolean;
  /** Never throws. */
  send(message: PushMessage, keys: PushKeys): Promise<PushOutcome>;
}
