import type { SecurityProfile } from '#modules/network/index.ts';

/** The CALLRESULT or CALLERROR of a charge point, unchanged, or why its CALLRESULT cannot be read. */
export type CallAnswer =
  | { kind: 'answered'; payload: unknown }
  | { kind: 'error'; code: string; description: string; details: unknown }
  | { kind: 'unreadable'; problem: string };

/** The outcome of one call to a charge point. */
export type CallOutcome =
  | CallAnswer
  /** No answer came in time, or the link ended first. We do not know whether the charge point did what it was asked. */
  | { kind: 'silent' }
  /** The call was not sent. */
  | { kind: 'unsent'; why: 'offline' | 'late' | 'not admitted' };

/** Port to the links of charge points. `adapters/ocpp` implements it. */
export interface ChargePointCalls {
  isOnline(chargePointId: string): boolean;
  /**
   * Sends a call and resolves to its outcome. Never rejects. `id` becomes the OCPP message id, which matches a late
   * answer to its command.
   */
  call(chargePointId: string, call: { id: string; operation: string; payload: object }): Promise<CallOutcome>;
}

/**
 * The kinds of things that we have given a charge point and that it has confirmed, such as charging profiles. Each has
 * a key within its kind.
 */
export type AppliedStateKind = 'availability' | 'certificates' | 'local_list' | 'profile' | 'reservation';

/** The stored details of one such thing. */
export type AppliedStateValue = Record<string, unknown>;

/** What the server must record after a charge point has answered. */
export type Effect =
  | { kind: 'applied_state'; stateKind: AppliedStateKind; key: string; value: AppliedStateValue }
  /** Returns the new value of a stored thing, or undefined to delete it. */
  | {
      kind: 'change';
      stateKind: AppliedStateKind;
      left: (key: string, value: AppliedStateValue) => AppliedStateValue | undefined;
    }
  /** The charge point has accepted or rejected the security profile that it was sent. */
  | { kind: 'profile'; profile: SecurityProfile; isTaken: boolean }
  /** The charge point has accepted or rejected the secret that it was sent. */
  | { kind: 'secret'; isTaken: boolean }
  | { kind: 'configuration'; keys: { key: string; value: string | null; readonly?: boolean }[] };

/** Operations whose result the charge point reports after its answer. */
export type ChargePointTask = 'boot' | 'diagnostics' | 'firmware' | 'log' | 'signed firmware';

/** What the answer to an operation means. */
export interface AnswerMeaning {
  /** The charge point has done, or will do, what it was asked. */
  isTaken: boolean;
  effects: Effect[];
  /** The operation goes on after the answer. It ends with a report, or after this time without one. */
  followsForMs?: number;
  /** When the operation begins, if later than now. */
  followsFrom?: Date;
  /** The charge point has dropped an earlier task of the same kind for this one. */
  endsEarlier?: boolean;
}

/** Supplies the numbers that a request leaves for us to fill in. */
export interface NumberSource {
  next(): Promise<number>;
  /** One more than the version of the local list that the charge point has confirmed. */
  nextListVersion(): Promise<number>;
}

/**
 * The part after `chargers.` of the permission that an operation needs: daily operation, configuration, or keys and
 * limits.
 */
export type CommandPermission = 'operate' | 'configure' | 'secure';

/** One tag of a local list. */
export interface TagInList {
  status: string;
  expiresAt?: string;
  parentIdTag?: string;
}

/** How to read and write the local list of a charge point. */
export interface TagLists {
  askVersion: { operation: string; payload: Record<string, unknown> };
  /** Reads the version in the answer to `askVersion`. Below 0 if the charge point keeps no list. */
  versionIn(answer: unknown): number | undefined;
  /**
   * Builds the operation that sends the list or a part of it, with the next version. A tag without a value is deleted.
   */
  send(part: { isWhole: boolean; tags: readonly [idTag: string, tag: TagInList | undefined][] }): {
    operation: string;
    payload: Record<string, unknown>;
  };
  /** Configuration keys that tell how many tags the list may hold, and how many one message may carry. */
  limitKeys: { entries: string; entriesAtOnce: string };
  /** Configuration that makes an offline charge point accept tags of the list and no others. */
  settings: readonly { key: string; value: string }[];
  setting(key: string, value: string): { operation: string; payload: Record<string, unknown> };
}

/** What the operations of a protocol need and mean. The protocol's adapter implements it. */
export interface OperationRules {
  /** Returns what is wrong with an operation or its payload. Undefined if nothing is. */
  problemOf(operation: string, payload: object): string | undefined;
  isKnown(operation: string): boolean;
  permissionFor(operation: string, payload: object): CommandPermission;
  /** The hash of the secret that the operation sets, if it sets one. */
  secretHashIn(operation: string, payload: object): string | undefined;
  /** The security profile that the operation sets, if it sets one. */
  profileIn(operation: string, payload: object): SecurityProfile | undefined;
  /** True if the charge point has a root certificate to verify our server with. */
  hasServerRoot(certificates: readonly { key: string; value: AppliedStateValue }[]): boolean;
  /** The operation that ends charges in good order and restarts the charge point. */
  restart: { operation: string; payload: Record<string, unknown> };
  tagLists: TagLists;
  /**
   * Builds the operation that makes the charge point download and install firmware. Signed firmware is sent with its
   * signature.
   */
  firmwareUpdate(firmware: {
    location: string;
    retrieveAt: Date;
    installAt?: Date | undefined;
    signed?: { signature: string; signingCertificate: string };
  }): { operation: string; payload: Record<string, unknown> };
  /** Builds the operation that makes the charge point upload its diagnostics or a log. */
  logUpload(wanted: {
    kind: 'diagnostics' | 'log' | 'security_log';
    location: string;
    from?: Date | undefined;
    to?: Date | undefined;
  }): { operation: string; payload: Record<string, unknown> };
  /** Returns the hash under which a secret is stored. */
  secretHash(secret: string): string;
  /** Builds the operation that sets a new secret. */
  secretChange(secret: string): { operation: string; payload: Record<string, unknown> };
  /** Builds the operation that sets a security profile. */
  profileChange(profile: number): { operation: string; payload: Record<string, unknown> };
  /** Builds the operation that releases the cable of a connector. */
  connectorUnlock(connector: number): { operation: string; payload: Record<string, unknown> };
  /** True if the operation stops charges that run now. */
  endsSessions(operation: string, payload: object, now: Date): boolean;
  /** True if the operation deletes the last root certificate that the charge point has reported. */
  losesLastRoot(operation: string, payload: object, certificates: () => Promise<AppliedStateValue[]>): Promise<boolean>;
  /** Returns the payload with our numbers filled in. */
  fillInNumbers(operation: string, payload: object, numbers: NumberSource): Promise<object>;
  /**
   * Returns what the charge point will report after its answer, with the number of its request and how long to wait for
   * the report.
   */
  taskOf(
    operation: string,
    payload: object,
  ): { task?: ChargePointTask; requestId?: number; followsForMs?: number; followsFrom?: Date };
  meaningOf(operation: string, payload: object, answer: CallAnswer): AnswerMeaning;
  /**
   * Returns the payload to send next, if this answer calls for one. `listAcceptedPayloads` returns payloads of the same
   * operation that the charge point has accepted before, newest first.
   */
  nextAfter(
    operation: string,
    payload: object,
    answer: CallAnswer,
    listAcceptedPayloads: () => Promise<object[]>,
  ): Promise<object | undefined>;
}
