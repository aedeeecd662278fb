import { isSessionOver, isStarting, nextState } from '#modules/sessions/session-state.ts';
import { nextStartStep, type StartInput, type StartRow } from '#modules/sessions/starting/start-step.ts';
import { mayWrite } from '../protocol/ownership-step.ts';
import { isOrphaned } from '../protocol/requests.ts';
import { RULES, type Bug } from './rules.ts';

export interface SessionRow extends StartRow {
  bookingId: string;
  driver: number;
  chargePoint: string;
  meterStartWh: number;
  registerWh: number;
  stopRequestedAt: Date | null;
  isProvisional: boolean;
  billedWh: number;
}

/** A command of the operator that must not be sent twice. */
export interface CommandRow {
  id: string;
  chargePoint: string;
  state: 'asked' | 'sent' | 'done' | 'refused' | 'timed_out';
  deadlineMs: number;
  sentAtMs: number;
  epoch: number;
}

export interface LinkRow {
  epoch: number;
  node: string;
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

/** Called with everything that is written, to check it. */
export interface Watch {
  wrote(chargePoint: string, by: { node: string; epoch: number }, current: LinkRow): void;
  moved(driver: number): void;
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
  readonly #watch: Watch;
  readonly #nowMs: () => number;
  #transactionId = 0;

  constructor(bug: Bug | undefined, watch: Watch, nowMs: () => number) {
    this.#bug = bug;
    this.#watch = watch;
    this.#nowMs = nowMs;
  }

  // Nodes and links

  renew(node: string): void {
    this.nodes.set(node, this.#nowMs() + RULES.leaseMs);
  }

  end(node: string): void {
    this.nodes.delete(node);
  }

  takeLink(chargePoint: string, node: string): number {
    const epoch = (this.links.get(chargePoint)?.epoch ?? 0) + 1;
    this.links.set(chargePoint, { epoch, node });
    return epoch;
  }

  /**
   * Takes charge points with open sessions whose owner's lease has run out, and those that are this node's without its
   * knowing.
   */
  adopt(node: string, known: ReadonlySet<string>): { chargePoint: string; epoch: number }[] {
    const isOpen = new Set(
      [...this.sessions.values()].filter(({ state }) => !isSessionOver(state)).map(({ chargePoint }) => chargePoint),
    );
    for (const { state, chargePoint } of this.commands.values()) if (state === 'sent') isOpen.add(chargePoint);
    const adopted: { chargePoint: string; epoch: number }[] = [];
    for (const [chargePoint, { node: owner }] of this.links) {
      const isLost = owner === node ? !known.has(chargePoint) : (this.nodes.get(owner) ?? 0) <= this.#nowMs();
      if (isLost && isOpen.has(chargePoint)) adopted.push({ chargePoint, epoch: this.takeLink(chargePoint, node) });
    }
    return adopted;
  }

  /** Runs before each write for a socket or the supervisor. */
  fence(chargePoint: string, by: { node: string; epoch: number }): void {
    const current = this.links.get(chargePoint) ?? { epoch: 0, node: '' };
    if (this.#bug !== 'no fencing' && !mayWrite(current.epoch, by.epoch)) throw new Fenced(current.epoch);
    this.#watch.wrote(chargePoint, by, current);
  }

  // Sessions

  open(bookingId: string, driver: number, chargePoint: string, at: Date): boolean {
    const wallet = this.#wallet(driver);
    if (this.#isBusy(driver, chargePoint) || wallet.freeWh < RULES.holdWh) return false;
    wallet.freeWh -= RULES.holdWh;
    wallet.heldWh += RULES.holdWh;
    this.sessions.set(bookingId, {
      bookingId,
      driver,
      chargePoint,
      state: 'held',
      createdAt: at,
      transactionId: null,
      endReason: null,
      endedAt: null,
      linkLostAt: null,
      linkDownMs: 0,
      stopRequestedAt: null,
      isProvisional: false,
      meterStartWh: 0,
      registerWh: 0,
      billedWh: 0,
    });
    this.#watch.moved(driver);
    return true;
  }

  /** Applies an input to a start. Returns true if it changed. */
  hold(bookingId: string, input: StartInput, at: Date): boolean {
    const row = this.sessions.get(bookingId);
    if (!row) return false;
    const step = nextStartStep(row, input);
    const isReleasedAgain = this.#bug === 'hold released twice' && input.kind === 'failed' && row.state === 'failed';
    if (step?.holdChange === 'release' || isReleasedAgain) this.#release(row);
    if (!step) return false;
    row.state = step.state;
    if (step.reason) Object.assign(row, { endReason: step.reason, endedAt: at });
    this.#watch.moved(row.driver);
    return true;
  }

  /** Handles StartTransaction. A repeat gets the same answer. */
  begin(
    bookingId: string,
    chargePoint: string,
    report: { at: Date; meterWh: number },
  ): { transactionId: number; isAccepted: boolean } {
    const row = this.sessions.get(bookingId);
    if (row?.chargePoint !== chargePoint) return { transactionId: (this.#transactionId += 1), isAccepted: false };
    if (row.transactionId !== null) return { transactionId: row.transactionId, isAccepted: row.state !== 'failed' };
    const step = nextStartStep(row, { kind: 'started', at: report.at });
    const isBarred = step?.holdChange === 'renew' && !this.#renewHold(row);
    if (!step || isBarred) return { transactionId: (this.#transactionId += 1), isAccepted: false };
    row.transactionId = this.#transactionId += 1;
    Object.assign(row, { state: step.state, meterStartWh: report.meterWh, registerWh: report.meterWh });
    Object.assign(row, { endReason: null, endedAt: null, linkLostAt: null });
    this.#watch.moved(row.driver);
    return { transactionId: row.transactionId, isAccepted: true };
  }

  meter(transactionId: number, meterWh: number): void {
    const row = this.ofTransaction(transactionId);
    if (row && !isSessionOver(row.state)) row.registerWh = Math.max(row.registerWh, meterWh);
  }

  askStop(bookingId: string, at: Date): SessionRow | undefined {
    const row = this.sessions.get(bookingId);
    if (!row || isSessionOver(row.state)) return undefined;
    if (isStarting(row.state)) this.hold(bookingId, { kind: 'failed', reason: 'start_cancelled' }, at);
    else if (row.state !== 'stopping')
      Object.assign(row, { state: nextState(row.state, 'stop-asked'), stopRequestedAt: at });
    return { ...row };
  }

  /** Handles StopTransaction, or its absence: then the last reading counts until it comes. */
  settle(row: SessionRow | undefined, meterWh: number | undefined, at: Date): void {
    if (!row || row.state === 'failed' || (row.endedAt && (!row.isProvisional || meterWh === undefined))) return;
    const billedWh = (meterWh ?? row.registerWh) - row.meterStartWh;
    const wallet = this.#wallet(row.driver);
    if (!row.endedAt) this.#release(row);
    wallet.freeWh -= billedWh - row.billedWh;
    const invoices = this.invoices.get(row.bookingId) ?? [];
    this.invoices.set(row.bookingId, [...invoices, billedWh - row.billedWh]);
    Object.assign(row, { state: nextState(row.state, 'stopped'), endedAt: at, billedWh, endReason: 'Local' });
    row.isProvisional = meterWh === undefined;
    this.#watch.moved(row.driver);
  }

  linkLost(chargePoint: string, at: Date): void {
    for (const row of this.openOf(chargePoint)) row.linkLostAt ??= at;
  }

  linkBack(chargePoint: string, at: Date): void {
    for (const row of this.openOf(chargePoint)) {
      if (row.linkLostAt) row.linkDownMs += Math.max(0, at.getTime() - row.linkLostAt.getTime());
      row.linkLostAt = null;
    }
  }

  ofTransaction(transactionId: number): SessionRow | undefined {
    return [...this.sessions.values()].find((row) => row.transactionId === transactionId);
  }

  openOf(chargePoint: string): SessionRow[] {
    return [...this.sessions.values()].filter((row) => row.chargePoint === chargePoint && !isSessionOver(row.state));
  }

  // What an operator asks

  changeCommand(id: string, from: CommandRow['state'], change: Partial<CommandRow>): void {
    const row = this.commands.get(id);
    if (row?.state === from) Object.assign(row, change);
  }

  /** Ends commands that nobody will send any more, and those whose answer nobody waits for. */
  endCommands(nowMs: number): void {
    for (const row of this.commands.values()) {
      if (row.state === 'asked' && row.deadlineMs <= nowMs) row.state = 'refused';
      const current = this.links.get(row.chargePoint)?.epoch ?? 0;
      // An answer may have come that could not be stored.
      if (row.state === 'sent' && row.sentAtMs + RULES.sentForMs <= nowMs) row.state = 'timed_out';
      if (isOrphaned({ isSent: row.state === 'sent', epoch: row.epoch }, current)) row.state = 'timed_out';
    }
  }

  #isBusy(driver: number, chargePoint: string): boolean {
    return [...this.sessions.values()].some(
      (row) => !isSessionOver(row.state) && (row.driver === driver || row.chargePoint === chargePoint),
    );
  }

  #release(row: SessionRow): void {
    const wallet = this.#wallet(row.driver);
    wallet.heldWh -= RULES.holdWh;
    wallet.freeWh += RULES.holdWh;
    this.#watch.moved(row.driver);
  }

  #renewHold(row: SessionRow): boolean {
    const wallet = this.#wallet(row.driver);
    if (this.#isBusy(row.driver, row.chargePoint) || wallet.freeWh < RULES.holdWh) return false;
    wallet.freeWh -= RULES.holdWh;
    wallet.heldWh += RULES.holdWh;
    return true;
  }

  #wallet(driver: number): Wallet {
    const wallet = this.wallets.get(driver) ?? { freeWh: START_WH, heldWh: 0 };
    this.wallets.set(driver, wallet);
    return wallet;
  }
}
