import type { ChargePointStatus } from '@bijli/ocpp/messages';
import type { Car } from './car.ts';

/** What decides the status of a connector that has no session. */
export class IdleStatus {
  isFaulted = false;
  isOperative = true;
  isReserved = false;

  /** True if a cable prepares a session. */
  get isUsable(): boolean {
    return !this.isFaulted && this.isOperative && !this.isReserved;
  }

  statusWith(car: Car | undefined): ChargePointStatus {
    if (this.isFaulted) return 'Faulted';
    if (!this.isOperative) return 'Unavailable';
    if (this.isReserved) return 'Reserved';
    return car ? 'Preparing' : 'Available';
  }
}
