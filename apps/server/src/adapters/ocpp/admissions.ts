import type { CentralSystemAction } from '@bijli/ocpp/messages';
import type { Admission } from '#modules/network/index.ts';

/** OCPP 1.6 section 4.2: a charge point that is pending starts and stops nothing from afar. */
const NOT_WHILE_PENDING = new Set<string>([
  'RemoteStartTransaction',
  'RemoteStopTransaction',
] satisfies CentralSystemAction[]);

/** How charge points were let in, as far as they are not simply accepted. */
export class Admissions {
  readonly #held = new Map<string, Admission>();

  set(chargePointId: string, admission: Admission): void {
    if (admission === 'accepted') this.#held.delete(chargePointId);
    else this.#held.set(chargePointId, admission);
  }

  of(chargePointId: string): Admission {
    return this.#held.get(chargePointId) ?? 'accepted';
  }

  /** Whether a charge point may be asked for something. */
  allow(chargePointId: string, action: string): boolean {
    const admission = this.of(chargePointId);
    return admission === 'accepted' || (admission === 'pending' && !NOT_WHILE_PENDING.has(action));
  }
}
