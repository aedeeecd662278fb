import type { SecurityProfile } from '#modules/network/index.ts';

/** An answer of a charge point, as it came. */
export type CallAnswer =
  | { kind: 'answered'; payload: unknown }
  | { kind: 'error'; code: string; description: string; details: unknown };

/** What became of a call. */
export type CallOutcome =
  | CallAnswer
  /** No answer came in time, or the link ended before: whether it did what it was asked is not known. */
  | { kind: 'silent' }
  /** It was not asked. */
  | { kind: 'unsent'; why: 'offline' | 'late' | 'not admitted' };

/** The port to the charge points' links; the adapter of their protocol fills it. */
export interface ChargePointCalls {
  isOnline(chargePointId: string): boolean;
  /** Asks a charge point; never throws. The id is the message's own, by which a late answer is known. */
  call(chargePointId: string, call: { id: string; operation: string; payload: object }): Promise<CallOutcome>;
}

/** What a charge point holds of ours by its own word, such as charging profiles, by what tells one from another. */
export type HoldingKind = 'availability' | 'certificates' | 'local_list' | 'profile' | 'reservation';

/** What is known of one of them. */
export type HoldingValue = Record<string, unknown>;

/** What has to be kept once an operation was answered. */
export type Effect =
  | { kind: 'holding'; heldKind: HoldingKind; key: string; value: HoldingValue }
  /** What is left of each of them; undefined where it is gone. */
  | { kind: 'change'; heldKind: HoldingKind; left: (key: string, value: HoldingValue) => HoldingValue | undefined }
  /** The charge point has taken the security profile that it was sent, or refused it. */
  | { kind: 'profile'; profile: SecurityProfile; isTaken: boolean }
  /** The charge point has taken the secret that it was sent, or refused it. */
  | { kind: 'secret'; isTaken: boolean }
  | { kind: 'configuration'; keys: { key: string; value: string | null; readonly?: boolean }[] };

/** What a charge point tells later of what it was asked. */
export type ChargePointTask = 'boot' | 'diagnostics' | 'firmware' | 'log' | 'signed firmware';

/** A word of a charge point on how it gets on with what it was asked. */
export interface TaskReport {
  chargePointId: string;
  task: ChargePointTask;
  /** Missing where the charge point names none: the task that is open is meant. */
  requestId?: number | undefined;
  /** The message and what it says. */
  action: string;
  payload: object;
  /** Of a boot: what it runs now. An update that began with another version is done. */
  firmware?: string | undefined;
  /** That it is over, in the charge point's word. */
  end?: { isGood: boolean; word: string } | undefined;
}

/** Something that touches on the security of a charge point. */
export interface SecurityEventReport {
  chargePointId: string;
  /** Such as `TamperDetectionActivated`; makers have their own. */
  type: string;
  at: Date;
  techInfo?: string | undefined;
  receivedAt: Date;
}

/** What an answer of a charge point says. */
export interface AnswerMeaning {
  /** It does, or has done, what it was asked. */
  isTaken: boolean;
  effects: Effect[];
  /** The operation ends with what comes later, or with silence for so long. */
  followsForMs?: number;
  /** It begins later. */
  followsFrom?: Date;
  /** It has given up an earlier task of the same kind for this one. */
  endsEarlier?: boolean;
}

/** Where an operation takes the numbers from that its request leaves to us. */
export interface NumberSource {
  next(): Promise<number>;
  /** One more than the version of the list that the charge point has confirmed. */
  nextListVersion(): Promise<number>;
}

/**
 * The permission of staff (`chargers.…`) that an operation needs: to run the charge point day by day, to set it up, or to change its
 * keys and limits.
 */
export type CommandPermission = 'operate' | 'configure' | 'secure';

/** What a list of tags tells of one. */
export interface TagInList {
  status: string;
  expiresAt?: string;
  parentIdTag?: string;
}

/** How lists of tags are kept in charge points. */
export interface TagLists {
  askVersion: { operation: string; payload: HoldingValue };
  /** Of an answer to `askVersion`; below 0 where it keeps none. */
  versionIn(answer: unknown): number | undefined;
  /** Tags that are undefined are to be forgotten. The version is the next one. */
  send(part: { isWhole: boolean; tags: readonly [idTag: string, tag: TagInList | undefined][] }): {
    operation: string;
    payload: HoldingValue;
  };
  /** Settings by which it tells how many tags it takes, in all and at once. */
  limitKeys: { entries: string; entriesAtOnce: string };
  /** Settings by which it lets in what is in the list, and nothing else, while it has no link. */
  settings: readonly { key: string; value: string }[];
  setting(key: string, value: string): { operation: string; payload: HoldingValue };
}

/** What operations of a protocol need and mean; the adapter of the protocol knows. */
export interface OperationRules {
  /** What is wrong with an operation of ours or its payload. */
  problemOf(operation: string, payload: object): string | undefined;
  isKnown(operation: string): boolean;
  permissionFor(operation: string, payload: object): CommandPermission;
  /** The hash of the secret that an operation gives the charge point. */
  secretHashIn(operation: string, payload: object): string | undefined;
  /** The security profile that an operation gives the charge point. */
  profileIn(operation: string, payload: object): SecurityProfile | undefined;
  /** Whether the charge point has what it needs to know our server by. */
  hasServerRoot(certificates: readonly { key: string; value: HoldingValue }[]): boolean;
  /** Ends charges in good order and boots. */
  restart: { operation: string; payload: HoldingValue };
  tagLists: TagLists;
  /** Has it fetch firmware and install it; signed firmware goes out with its maker's signature. */
  updating(firmware: {
    location: string;
    retrieveAt: Date;
    installAt?: Date | undefined;
    signed?: { signature: string; signingCertificate: string };
  }): { operation: string; payload: HoldingValue };
  /** Has it bring its diagnostics or a log to a place. */
  bringing(wanted: {
    kind: 'diagnostics' | 'log' | 'security_log';
    location: string;
    from?: Date | undefined;
    to?: Date | undefined;
  }): { operation: string; payload: HoldingValue };
  /** How a secret is kept. */
  secretHash(secret: string): string;
  /** Gives the charge point another secret. */
  changingSecret(secret: string): { operation: string; payload: HoldingValue };
  /** Has the charge point come with another security profile. */
  changingProfile(profile: number): { operation: string; payload: HoldingValue };
  /** Lets go of the cable of a connector. */
  unlocking(connector: number): { operation: string; payload: HoldingValue };
  /** Whether it cuts short what is being charged now. */
  cutsCharges(operation: string, payload: object, now: Date): boolean;
  /** Whether it takes from the charge point the last of the roots that it told of. */
  losesLastRoot(operation: string, payload: object, certificates: () => Promise<HoldingValue[]>): Promise<boolean>;
  /** The payload with what was left to us. */
  filled(operation: string, payload: object, numbers: NumberSource): Promise<object>;
  /** What the charge point tells later of it, under which number, and for how long that is waited for. */
  taskOf(
    operation: string,
    payload: object,
  ): { task?: ChargePointTask; requestId?: number; followsForMs?: number; followsFrom?: Date };
  meaningOf(operation: string, payload: object, answer: CallAnswer): AnswerMeaning;
  /**
   * What it is to be asked next by itself, because of its answer. `listAcceptedPayloads` answers the payloads of the same operation
   * that it has accepted before, the newest first.
   */
  nextAfter(
    operation: string,
    payload: object,
    answer: CallAnswer,
    listAcceptedPayloads: () => Promise<object[]>,
  ): Promise<object | undefined>;
}

/** What the adapter tells of what the operator has asked. Each promise settles when it is kept. */
export interface CommandReports {
  /** An answer that nobody waits for any more; of no command of ours it changes nothing. */
  answeredLate(chargePointId: string, id: string, answer: CallAnswer): Promise<void>;
  taskTold(report: TaskReport): Promise<void>;
  securityEvent(report: SecurityEventReport): Promise<void>;
  /** Whether a charge point that asks for a certificate, by a PEM, will get one. */
  certificateAsked(chargePointId: string, request: string): Promise<boolean>;
}
