import { NOT_OURS, nextOwnershipStep, type Ownership, type OwnershipInput } from '../protocol/ownership-step.ts';
import type { BusRequest, FromChargePoint, SimulatedLink, NodePart, OutcomeHandler } from './parts.ts';
import { Process } from './process.ts';
import type { SessionRow, SimulatedDatabase } from './simulated-database.ts';

/** What a node keeps in memory of a charge point. */
interface Place {
  ownership: Ownership;
  sockets: Map<number, SimulatedLink>;
  live: Map<string, SessionRow>;
  stopAskedAtMs: Map<string, number>;
  /** True if the rows say that the link is up, false if they say that it is lost. */
  notedLink: boolean | undefined;
  inbox: FromChargePoint[];
  isHandling: boolean;
}

/** A node as the owner of charge points. It performs the protocol's effects and writes with its epochs. */
export abstract class Owner extends Process implements NodePart {
  readonly places = new Map<string, Place>();

  abstract hears(link: SimulatedLink, frame: FromChargePoint): void;
  /** A request that another node, or this one, sends to the owner. */
  abstract asked(request: BusRequest, answer: (how: 'done' | 'declined') => void): void;
  /** Handles the next message of a link. */
  protected abstract handleNext(link: SimulatedLink): void;

  protected override letGo(): void {
    this.simulation.say(() => `${this.id} lets everything go`);
    for (const chargePoint of this.places.keys()) this.own(chargePoint, { kind: 'let-go' });
  }

  owns(chargePoint: string): boolean {
    return this.places.get(chargePoint)?.ownership.epoch !== undefined;
  }

  dialled(socket: SimulatedLink): void {
    if (!this.mayAct()) return socket.closeAtNode();
    const { id } = socket.chargePoint;
    this.place(id).sockets.set(socket.link, socket);
    this.own(id, { kind: 'linked', link: socket.link });
  }

  linkEnded(socket: SimulatedLink): void {
    const place = this.place(socket.chargePoint.id);
    socket.closeAtNode();
    place.sockets.delete(socket.link);
    this.own(socket.chargePoint.id, { kind: 'unlinked', link: socket.link });
    this.noteLink(socket.chargePoint.id);
  }

  outdated(chargePoint: string, epoch: number): void {
    if (this.places.has(chargePoint)) this.own(chargePoint, { kind: 'outdated', epoch });
  }

  // Ownership

  protected place(chargePoint: string): Place {
    const known = this.places.get(chargePoint);
    if (known) return known;
    const place: Place = {
      ownership: NOT_OURS,
      sockets: new Map(),
      live: new Map(),
      stopAskedAtMs: new Map(),
      notedLink: undefined,
      inbox: [],
      isHandling: false,
    };
    this.places.set(chargePoint, place);
    return place;
  }

  protected own(chargePoint: string, input: OwnershipInput): void {
    const place = this.place(chargePoint);
    const { ownership, effects } = nextOwnershipStep(place.ownership, input);
    place.ownership = ownership;
    for (const effect of effects) {
      if (effect.kind === 'take') this.#take(chargePoint, effect.link);
      else if (effect.kind === 'close') this.#close(place, effect.link);
      else if (effect.kind === 'read') this.#read(chargePoint);
      else if (effect.kind === 'load') this.load(chargePoint);
      else if (effect.kind === 'drop') place.live.clear();
      else this.simulation.bus.announce(this, chargePoint, effect.epoch);
    }
    this.simulation.invariants.owned(this, chargePoint, ownership);
  }

  #take(chargePoint: string, link: number): void {
    this.ask(
      (database) => database.takeLink(chargePoint, this.id),
      (outcome) => {
        const isDone = outcome.kind === 'done';
        this.own(chargePoint, isDone ? { kind: 'taken', link, epoch: outcome.value } : { kind: 'not-taken', link });
      },
    );
  }

  #close(place: Place, link: number): void {
    place.sockets.get(link)?.closeAtNode(!this.simulation.random.chance(0.1));
    place.sockets.delete(link);
    place.inbox = [];
  }

  #read(chargePoint: string): void {
    const place = this.place(chargePoint);
    place.notedLink = undefined;
    place.isHandling = false;
    this.noteLink(chargePoint);
    const socket = place.sockets.get(place.ownership.link ?? -1);
    if (socket) this.handleNext(socket);
  }

  protected load(chargePoint: string): void {
    const reads = (database: SimulatedDatabase): SessionRow[] =>
      database.openOf(chargePoint).map((row) => ({ ...row }));
    this.ask(reads, (outcome) => {
      const place = this.place(chargePoint);
      if (outcome.kind !== 'done' || place.ownership.epoch === undefined) return;
      const open = new Set(outcome.value.map(({ bookingId }) => bookingId));
      for (const bookingId of place.live.keys()) if (!open.has(bookingId)) place.live.delete(bookingId);
      for (const row of outcome.value) {
        const isLost = this.simulation.bug === 'stop lost at hand-over' && row.state === 'stopping';
        const known = place.live.get(row.bookingId);
        if (!known || !isLost) place.live.set(row.bookingId, isLost ? { ...row, state: 'charging' } : row);
      }
    });
  }

  protected remember(row: SessionRow): void {
    const place = this.place(row.chargePoint);
    if (row.endedAt || place.ownership.epoch === undefined) place.live.delete(row.bookingId);
    else place.live.set(row.bookingId, { ...row });
  }

  protected linkOf(chargePoint: string): SimulatedLink | undefined {
    const { ownership, sockets } = this.place(chargePoint);
    return ownership.epoch === undefined ? undefined : sockets.get(ownership.link ?? -1);
  }

  /**
   * A write for a socket or the supervisor, with the epoch. If that is outdated, another node owns the charge point.
   */
  protected write<T>(
    chargePoint: string,
    what: (database: SimulatedDatabase, epoch: number) => T,
    took: OutcomeHandler<T> = () => undefined,
  ): void {
    const { epoch } = this.place(chargePoint).ownership;
    const { id: node } = this;
    if (epoch === undefined) return took({ kind: 'unknown' });
    const fenced = (database: SimulatedDatabase): T => {
      database.fence(chargePoint, { node, epoch });
      return what(database, epoch);
    };
    this.ask(fenced, (outcome) => {
      if (outcome.kind === 'fenced') this.own(chargePoint, { kind: 'outdated', epoch: outcome.epoch });
      took(outcome);
    });
  }

  protected noteLink(chargePoint: string): void {
    const place = this.place(chargePoint);
    const hasLink = this.linkOf(chargePoint) !== undefined;
    if (place.notedLink === hasLink || place.ownership.epoch === undefined) return;
    const notes = (database: SimulatedDatabase): void => {
      if (hasLink) database.linkBack(chargePoint, this.now);
      else database.linkLost(chargePoint, this.now);
    };
    this.write(chargePoint, notes, (outcome) => {
      if (outcome.kind !== 'done') return;
      place.notedLink = hasLink;
      this.load(chargePoint);
    });
  }
}
