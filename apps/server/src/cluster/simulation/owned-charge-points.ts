import { NOT_OURS, nextOwnershipStep, type Ownership, type OwnershipInput } from '../protocol/ownership-step.ts';
import type { FromChargePoint, NodePart, OnOutcome, SimulatedLink, SimulationRun } from './parts.ts';
import type { SimulatedProcess } from './process.ts';
import type { SessionRow, SimulatedDatabase } from './simulated-database.ts';

/** What a node keeps in memory of a charge point. */
export interface OwnedChargePoint {
  ownership: Ownership;
  links: Map<number, SimulatedLink>;
  /** The open sessions, as they were last read. */
  liveSessions: Map<string, SessionRow>;
  /** When the charge point was last asked to stop each session. */
  stopAskedAtMs: Map<string, number>;
  /** True if the rows say that the link is up, false if they say that it is lost. */
  isLinkSaved: boolean | undefined;
  inbox: FromChargePoint[];
  isHandling: boolean;
}

/** The charge points that a node owns. It performs the effects of the protocol, and writes with its epochs. */
export class OwnedChargePoints {
  readonly all = new Map<string, OwnedChargePoint>();

  readonly #simulation: SimulationRun;
  readonly #node: NodePart;
  readonly #process: SimulatedProcess;
  readonly #handleNext: (link: SimulatedLink) => void;

  /** `handleNext` handles the next message of a link. */
  constructor(node: NodePart & { process: SimulatedProcess }, handleNext: (link: SimulatedLink) => void) {
    this.#simulation = node.process.simulation;
    this.#node = node;
    this.#process = node.process;
    this.#handleNext = handleNext;
  }

  /** Without its lease a node owns nothing. */
  letAllGo(): void {
    this.#simulation.log(() => `${this.#process.id} lets everything go`);
    for (const chargePointId of this.all.keys()) this.applyInput(chargePointId, { kind: 'let-go' });
  }

  /** The process has died: its links end, and nothing is remembered. */
  forgetAll(): void {
    for (const { links } of this.all.values()) for (const link of links.values()) link.closeAtNode();
    this.all.clear();
  }

  owns(chargePointId: string): boolean {
    return this.all.get(chargePointId)?.ownership.epoch !== undefined;
  }

  linkOf(chargePointId: string): SimulatedLink | undefined {
    const { ownership, links } = this.of(chargePointId);
    return ownership.epoch === undefined ? undefined : links.get(ownership.link ?? -1);
  }

  of(chargePointId: string): OwnedChargePoint {
    const known = this.all.get(chargePointId);
    if (known) return known;
    const owned: OwnedChargePoint = {
      ownership: NOT_OURS,
      links: new Map(),
      liveSessions: new Map(),
      stopAskedAtMs: new Map(),
      isLinkSaved: undefined,
      inbox: [],
      isHandling: false,
    };
    this.all.set(chargePointId, owned);
    return owned;
  }

  applyInput(chargePointId: string, input: OwnershipInput): void {
    const owned = this.of(chargePointId);
    const { ownership, effects } = nextOwnershipStep(owned.ownership, input);
    owned.ownership = ownership;
    for (const effect of effects) {
      if (effect.kind === 'take') this.#take(chargePointId, effect.link);
      else if (effect.kind === 'close') this.#close(owned, effect.link);
      else if (effect.kind === 'read') this.#read(chargePointId);
      else if (effect.kind === 'load') this.loadSessions(chargePointId);
      else if (effect.kind === 'drop') owned.liveSessions.clear();
      else this.#simulation.bus.announce(this.#node, chargePointId, effect.epoch);
    }
    this.#simulation.invariants.noteOwned(this.#process, chargePointId, ownership);
  }

  /**
   * A write for a link or the supervisor, with the epoch. If that is outdated, another node owns the charge point.
   */
  write<T>(
    chargePointId: string,
    transaction: (database: SimulatedDatabase, epoch: number) => T,
    onOutcome: OnOutcome<T> = () => undefined,
  ): void {
    const { epoch } = this.of(chargePointId).ownership;
    const { id: nodeId } = this.#process;
    if (epoch === undefined) return onOutcome({ kind: 'unknown' });
    const fenced = (database: SimulatedDatabase): T => {
      database.fence(chargePointId, { nodeId, epoch });
      return transaction(database, epoch);
    };
    this.#process.transact(fenced, (outcome) => {
      if (outcome.kind === 'fenced') this.applyInput(chargePointId, { kind: 'outdated', epoch: outcome.epoch });
      onOutcome(outcome);
    });
  }

  /** Reads the open sessions of a charge point. */
  loadSessions(chargePointId: string): void {
    const readOpen = (database: SimulatedDatabase): SessionRow[] =>
      database.listOpenOf(chargePointId).map((row) => ({ ...row }));
    this.#process.transact(readOpen, (outcome) => {
      const { ownership, liveSessions } = this.of(chargePointId);
      if (outcome.kind !== 'done' || ownership.epoch === undefined) return;
      const open = new Set(outcome.value.map(({ bookingId }) => bookingId));
      for (const bookingId of liveSessions.keys()) if (!open.has(bookingId)) liveSessions.delete(bookingId);
      for (const row of outcome.value) {
        const isLost = this.#simulation.bug === 'stop lost at hand-over' && row.state === 'stopping';
        const known = liveSessions.get(row.bookingId);
        if (!known || !isLost) liveSessions.set(row.bookingId, isLost ? { ...row, state: 'charging' } : row);
      }
    });
  }

  /** Replaces the row of a session in memory. */
  renewSession(row: SessionRow): void {
    const { ownership, liveSessions } = this.of(row.chargePointId);
    if (row.endedAt || ownership.epoch === undefined) liveSessions.delete(row.bookingId);
    else liveSessions.set(row.bookingId, { ...row });
  }

  /** Stores in the rows whether the link is up, if that has changed. */
  saveLinkState(chargePointId: string): void {
    const owned = this.of(chargePointId);
    const hasLink = this.linkOf(chargePointId) !== undefined;
    if (owned.isLinkSaved === hasLink || owned.ownership.epoch === undefined) return;
    const saveState = (database: SimulatedDatabase): void => {
      if (hasLink) database.noteLinkBack(chargePointId, this.#process.now);
      else database.noteLinkLost(chargePointId, this.#process.now);
    };
    this.write(chargePointId, saveState, (outcome) => {
      if (outcome.kind !== 'done') return;
      owned.isLinkSaved = hasLink;
      this.loadSessions(chargePointId);
    });
  }

  #take(chargePointId: string, link: number): void {
    this.#process.transact(
      (database) => database.takeLink(chargePointId, this.#process.id),
      (outcome) => {
        const isDone = outcome.kind === 'done';
        this.applyInput(
          chargePointId,
          isDone ? { kind: 'taken', link, epoch: outcome.value } : { kind: 'not-taken', link },
        );
      },
    );
  }

  #close(owned: OwnedChargePoint, link: number): void {
    owned.links.get(link)?.closeAtNode(!this.#simulation.random.chance(0.1));
    owned.links.delete(link);
    owned.inbox = [];
  }

  #read(chargePointId: string): void {
    const owned = this.of(chargePointId);
    owned.isLinkSaved = undefined;
    owned.isHandling = false;
    this.saveLinkState(chargePointId);
    const link = owned.links.get(owned.ownership.link ?? -1);
    if (link) this.#handleNext(link);
  }
}
