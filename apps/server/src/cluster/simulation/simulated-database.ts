import { isSessionOver, isStarting, nextState } from '#modules/sessions/session-state.ts';
import { nextStartStep, type StartInput, type StartRow } from '#modules/sessions/starting/start-step.ts';
import { mayWrite } from '../protocol/ownership-step.ts';
import { isOrphaned } from '../protocol/requests.ts';
import { RULES, type Bug } from './rules.ts';

export interface SessionRow extends StartRow {
  bookingId: string;
  driverId: number;
  chargePointId: string;
  meterStartWh: number;
  registerWh: number;
  stopRequestedAt: Date | null;
  isProvisional: boolean;
  billedWh: number;
}

/** A command of the operator that must not be sent twice. */
export interface CommandRow {
  id: string;
  chargePointId: string;
  state: 'asked' | 'sent' | 'done' | 'refused' | 'timed_out';
  deadlineMs: number;
  sentAtMs: number;
  epoch: number;
}

export interface LinkRow {
  epoch: number;
  nodeId: string;
}

export interface Wallet {
  freeWh: number;
  heldWh: number;
}

/** A write that came with too small an epoch. */
export class Fenced extends Error {
  readonly epoch: number;

  constructor(epoch: number) {
    super('another node has the charge point');
    this.epoch = epoch;
  }
}

/** Is told of everything that is written, to check it. */
export interface WriteListener {
  noteWritten(chargePointId: string, by: LinkRow, current: LinkRow): void;
  noteMoneyMoved(driverId: number): void;
}

/** Energy and money are the same here: a Wh costs one unit. */
export const START_WH = 10 * RULES.holdWh;

/** The tables, with one method for each transaction. */
export class SimulatedDatabase {
  readonly nodes = new Map<string, number>();
  readonly links = new Map<string, LinkRow>();
  readonly sessions = new Map<string, SessionRow>();
  readonly commands = new Map<string, CommandRow>();
  readonly wallets = new Map<number, Wallet>();
  /** The bills of each session: the first, then the corrections. */
  readonly invoices = new Map<string, number[]>();
  readonly #bug: Bug | undefined;
  readonly #listener: WriteListener;
  readonly #nowMs: () => number;
  #transactionId = 0;

  constructor(bug: Bug | undefined, listener: WriteListener, nowMs: () => number) {
    this.#bug = bug;
    this.#listener = listener;
    this.#nowMs = nowMs;
  }

  // Nodes and links

  renewLease(nodeId: string): void {
    this.nodes.set(nodeId, this.#nowMs() + RULES.leaseMs);
  }

  endLease(nodeId: string): void {
    this.nodes.delete(nodeId);
  }

  takeLink(chargePointId: string, nodeId: string): number {
    const epoch = (this.links.get(chargePointId)?.epoch ?? 0) + 1;
    this.links.set(chargePointId, { epoch, nodeId });
    return epoch;
  }

  /**
   * Takes charge points with open sessions whose owner's lease has run out, and those that are this node's without its
   * knowing.
   */
  claimChargePoints(nodeId: string, known: ReadonlySet<string>): { chargePointId: string; epoch: number }[] {
    const isOpen = new Set(
      [...this.sessions.values()]
        .filter(({ state }) => !isSessionOver(state))
        .map(({ chargePointId }) => chargePointId),
    );
    for (const { state, chargePointId } of this.commands.values()) if (state === 'sent') isOpen.add(chargePointId);
    const claimed: { chargePointId: string; epoch: number }[] = [];
    for (const [chargePointId, { nodeId: owner }] of this.links) {
      const isLost = owner === nodeId ? !known.has(chargePointId) : (this.nodes.get(owner) ?? 0) <= this.#nowMs();
      if (isLost && isOpen.has(chargePointId))
        claimed.push({ chargePointId, epoch: this.takeLink(chargePointId, nodeId) });
    }
    return claimed;
  }

  /** Runs before each write for a link or the supervisor. */
  fence(chargePointId: string, by: LinkRow): void {
    const current = this.links.get(chargePointId) ?? { epoch: 0, nodeId: '' };
    if (this.#bug !== 'no fencing' && !mayWrite(current.epoch, by.epoch)) throw new Fenced(current.epoch);
    this.#listener.noteWritten(chargePointId, by, current);
  }

  // Sessions

  /** Inserts a session and holds its price. Returns false if driver or charge point are busy, or money is short. */
  insertSession(bookingId: string, driverId: number, chargePointId: string, at: Date): boolean {
    const wallet = this.#wallet(driverId);
    if (this.#isBusy(driverId, chargePointId) || wallet.freeWh < RULES.holdWh) return false;
    wallet.freeWh -= RULES.holdWh;
    wallet.heldWh += RULES.holdWh;
    this.sessions.set(bookingId, {
      bookingId,
      driverId,
      chargePointId,
      state: 'held',
      createdAt: at,
      transactionId: null,
      endReason: null,
      endedAt: null,
      linkLostAt: null,
      pastOutagesMs: 0,
      stopRequestedAt: null,
      isProvisional: false,
      meterStartWh: 0,
      registerWh: 0,
      billedWh: 0,
    });
    this.#listener.noteMoneyMoved(driverId);
    return true;
  }

  /** Applies an input to a start. Returns true if it changed. */
  changeStart(bookingId: string, input: StartInput, at: Date): boolean {
    const row = this.sessions.get(bookingId);
    if (!row) return false;
    const step = nextStartStep(row, input);
    const isReleasedAgain = this.#bug === 'hold released twice' && input.kind === 'failed' && row.state === 'failed';
    if (step?.holdChange === 'release' || isReleasedAgain) this.#release(row);
    if (!step) return false;
    row.state = step.state;
    if (step.reason) Object.assign(row, { endReason: step.reason, endedAt: at });
    this.#listener.noteMoneyMoved(row.driverId);
    return true;
  }

  /** Handles StartTransaction. A repeat gets the same answer. */
  startTransaction(
    bookingId: string,
    chargePointId: string,
    report: { at: Date; meterWh: number },
  ): { transactionId: number; isAccepted: boolean } {
    const row = this.sessions.get(bookingId);
    if (row?.chargePointId !== chargePointId) return { transactionId: (this.#transactionId += 1), isAccepted: false };
    if (row.transactionId !== null) return { transactionId: row.transactionId, isAccepted: row.state !== 'failed' };
    const step = nextStartStep(row, { kind: 'started', at: report.at });
    const isBarred = step?.holdChange === 'renew' && !this.#renewHold(row);
    if (!step || isBarred) return { transactionId: (this.#transactionId += 1), isAccepted: false };
    row.transactionId = this.#transactionId += 1;
    Object.assign(row, { state: step.state, meterStartWh: report.meterWh, registerWh: report.meterWh });
    Object.assign(row, { endReason: null, endedAt: null, linkLostAt: null });
    this.#listener.noteMoneyMoved(row.driverId);
    return { transactionId: row.transactionId, isAccepted: true };
  }

  saveReading(transactionId: number, meterWh: number): void {
    const row = this.findByTransaction(transactionId);
    if (row && !isSessionOver(row.state)) row.registerWh = Math.max(row.registerWh, meterWh);
  }

  /** Returns the session as it is then. Undefined if it is over. */
  requestStop(bookingId: string, at: Date): SessionRow | undefined {
    const row = this.sessions.get(bookingId);
    if (!row || isSessionOver(row.state)) return undefined;
    if (isStarting(row.state)) this.changeStart(bookingId, { kind: 'failed', reason: 'start_cancelled' }, at);
    else if (row.state !== 'stopping')
      Object.assign(row, { state: nextState(row.state, 'stop-asked'), stopRequestedAt: at });
    return { ...row };
  }

  /** Handles StopTransaction, or its absence: then the last reading counts until it comes. */
  settle(row: SessionRow | undefined, meterWh: number | undefined, at: Date): void {
    if (!row || row.state === 'failed' || (row.endedAt && (!row.isProvisional || meterWh === undefined))) return;
    const billedWh = (meterWh ?? row.registerWh) - row.meterStartWh;
    const wallet = this.#wallet(row.driverId);
    if (!row.endedAt) this.#release(row);
    wallet.freeWh -= billedWh - row.billedWh;
    const invoices = this.invoices.get(row.bookingId) ?? [];
    this.invoices.set(row.bookingId, [...invoices, billedWh - row.billedWh]);
    Object.assign(row, { state: nextState(row.state, 'stopped'), endedAt: at, billedWh, endReason: 'Local' });
    row.isProvisional = meterWh === undefined;
    this.#listener.noteMoneyMoved(row.driverId);
  }

  noteLinkLost(chargePointId: string, at: Date): void {
    for (const row of this.listOpenOf(chargePointId)) row.linkLostAt ??= at;
  }

  noteLinkBack(chargePointId: string, at: Date): void {
    for (const row of this.listOpenOf(chargePointId)) {
      const downMs = row.linkLostAt ? Math.max(0, at.getTime() - row.linkLostAt.getTime()) : 0;
      // As in lost-links.store.ts: no longer than the session exists.
      row.pastOutagesMs = Math.min(row.pastOutagesMs + downMs, at.getTime() - row.createdAt.getTime());
      row.linkLostAt = null;
    }
  }

  findByTransaction(transactionId: number): SessionRow | undefined {
    return [...this.sessions.values()].find((row) => row.transactionId === transactionId);
  }

  listOpenOf(chargePointId: string): SessionRow[] {
    return [...this.sessions.values()].filter(
      (row) => row.chargePointId === chargePointId && !isSessionOver(row.state),
    );
  }

  // Commands of the operator

  changeCommand(id: string, from: CommandRow['state'], change: Partial<CommandRow>): void {
    const row = this.commands.get(id);
    if (row?.state === from) Object.assign(row, change);
  }

  /** Ends commands that nobody will send any more, and those whose answer nobody waits for. */
  endCommands(nowMs: number): void {
    for (const row of this.commands.values()) {
      if (row.state === 'asked' && row.deadlineMs <= nowMs) row.state = 'refused';
      const current = this.links.get(row.chargePointId)?.epoch ?? 0;
      // An answer may have come that could not be stored.
      if (row.state === 'sent' && row.sentAtMs + RULES.sentForMs <= nowMs) row.state = 'timed_out';
      if (isOrphaned({ isSent: row.state === 'sent', epoch: row.epoch }, current)) row.state = 'timed_out';
    }
  }

  #isBusy(driverId: number, chargePointId: string): boolean {
    return [...this.sessions.values()].some(
      (row) => !isSessionOver(row.state) && (row.driverId === driverId || row.chargePointId === chargePointId),
    );
  }

  #release(row: SessionRow): void {
    const wallet = this.#wallet(row.driverId);
    wallet.heldWh -= RULES.holdWh;
    wallet.freeWh += RULES.holdWh;
    this.#listener.noteMoneyMoved(row.driverId);
  }

  #renewHold(row: SessionRow): boolean {
    const wallet = this.#wallet(row.driverId);
    if (this.#isBusy(row.driverId, row.chargePointId) || wallet.freeWh < RULES.holdWh) return false;
    wallet.freeWh -= RULES.holdWh;
    wallet.heldWh += RULES.holdWh;
    return true;
  }

  #wallet(driverId: number): Wallet {
    const wallet = this.wallets.get(driverId) ?? { freeWh: START_WH, heldWh: 0 };
    this.wallets.set(driverId, wallet);
    return wallet;
  }
}
